package dev.turnstile.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What folders of results hold. */
final class Folders {

  private Folders() {}

  /** Every file but the manifests, hidden ones too, by relative path. */
  static Map<String, String> content(Path folder) {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) tree::iterator) {
        String name = folder.relativize(file).toString();
        if (Files.isDirectory(file)) {
          files.put(name + "/", "");
        } else if (!file.endsWith("manifest.json")) {
          files.put(name, Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }
}

package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of the house that only the source text shows. */
final class SourceRulesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final int MAX_LINES = 400;

  /** Files that may be longer, each with the reason. */
  private static final Map<String, String> LONGER_FILES = Map.of();

  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  @Test
  void everyPackageHasAManualAndIsNullMarked() throws IOException {
    TreeSet<String> bare = new TreeSet<>();
    for (Path file : javaFiles("src/main/java")) {
      Path manual = file.resolveSibling("package-info.java");
      if (!Files.exists(manual)
          || !Files.readString(manual).contains("@NullMarked")
          || !Files.readString(manual).startsWith("/**")) {
        bare.add(ROOT.relativize(file.getParent()).toString());
      }
    }

    assertThat(bare).isEmpty();
  }

  @Test
  void noFileIsLongerThanAReaderCanHold() throws IOException {
    TreeSet<String> tooLong = new TreeSet<>();
    for (Path file : javaFiles("src")) {
      long lines = Files.readString(file).lines().count();
      if (lines > MAX_LINES && !LONGER_FILES.containsKey(file.getFileName().toString())) {
        tooLong.add(ROOT.relativize(file) + ": " + lines + " lines");
      }
    }

    assertThat(tooLong).isEmpty();
  }

  @Test
  void nothingIsLeftUnfinished() throws IOException {
    TreeSet<String> unfinished = new TreeSet<>();
    for (Path file : javaFiles("src")) {
      if (UNFINISHED.matcher(Files.readString(file)).find()) {
        unfinished.add(ROOT.relativize(file).toString());
      }
    }

    assertThat(unfinished).isEmpty();
  }

  static SortedSet<Path> javaFiles(String folder) throws IOException {
    TreeSet<Path> files = new TreeSet<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(m -> Files.exists(m.resolve("pom.xml"))).toList()) {
        Path sources = module.resolve(folder);
        if (Files.isDirectory(sources)) {
          try (Stream<Path> tree = Files.walk(sources)) {
            tree.filter(f -> f.toString().endsWith(".java")).forEach(files::add);
          }
        }
      }
    }
    assertThat(files).isNotEmpty();
    return files;
  }
}

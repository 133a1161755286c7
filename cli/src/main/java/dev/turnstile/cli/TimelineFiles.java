package dev.turnstile.cli;

import dev.turnstile.reports.data.RunFiles;
import dev.turnstile.reports.perfetto.Coverage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Timelines as files: their names, and what is said about them. */
final class TimelineFiles {
  private static final List<String> SUFFIXES =
      List.of(".perfetto.json.gz", ".perfetto.json", ".json.gz", ".json", ".gz");

  private TimelineFiles() {}

  /** Writes a timeline. */
  @FunctionalInterface
  interface Body {
    Coverage write(OutputStream out) throws IOException;
  }

  /**
   * The files of several runs: the name that was given, with the policy before its ending. One run
   * has the name as it is.
   */
  static List<Path> named(Path file, List<String> policies) {
    if (policies.size() == 1) {
      return List.of(file);
    }
    String name = String.valueOf(file.getFileName());
    String ending = SUFFIXES.stream().filter(name::endsWith).findFirst().orElse("");
    String stem = name.substring(0, name.length() - ending.length());
    TreeSet<String> taken = new TreeSet<>();
    List<Path> files = new ArrayList<>();
    for (String policy : policies) {
      String own = stem + "-" + RunFiles.folderName(policy);
      String unique = own;
      for (int i = 2; !taken.add(unique); i++) {
        unique = own + "-" + i;
      }
      files.add(file.resolveSibling(unique + ending));
    }
    return files;
  }

  /** Writes a file and tells what it leaves out. */
  static void write(Path file, Body body, Console console, boolean quiet) throws IOException {
    List<String> notes = new ArrayList<>();
    OutputFiles.write(file, out -> notes.addAll(body.write(out).notes()));
    if (!quiet) {
      notes.forEach(note -> console.err().println(file + ": " + note));
    }
  }
}

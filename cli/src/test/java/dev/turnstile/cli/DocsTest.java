package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every {@code sim} command of README.md and the guides is run, in order, against the bundled
 * traces. Where a block of text follows a block with one command, it is what that command prints;
 * {@code -Dgolden.update=true} writes it again.
 */
final class DocsTest {

  private static final boolean UPDATE = Boolean.getBoolean("golden.update");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  @TempDir private Path temporary;

  @TestFactory
  Stream<DynamicTest> commandsDoWhatTheDocumentsSay() throws IOException {
    List<String> files = new ArrayList<>(List.of("README.md"));
    try (Stream<Path> guides = Files.list(Docs.ROOT.resolve("docs"))) {
      guides
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .forEach(file -> files.add(Docs.ROOT.relativize(file).toString()));
    }
    return files.stream().map(file -> DynamicTest.dynamicTest(file, () -> check(file)));
  }

  private void check(String file) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(Docs.ROOT.resolve(file)));
    Path out = temporary.resolve(file.replaceAll("\\W", "_"));
    Files.createDirectories(out);
    List<Docs.Block> blocks = Docs.blocks(lines);
    List<List<String>> outputs = new ArrayList<>();
    for (Docs.Block block : blocks) {
      List<String> printed = List.of();
      for (String command : block.commands()) {
        printed = run(command, out);
      }
      outputs.add(printed);
    }
    for (int i = blocks.size() - 1; i > 0; i--) {
      if (blocks.get(i).isOutput() && blocks.get(i - 1).commands().size() == 1) {
        compare(file, lines, blocks.get(i), outputs.get(i - 1));
      }
    }
    if (UPDATE) {
      Files.writeString(Docs.ROOT.resolve(file), String.join("\n", lines) + "\n");
    }
  }

  private static void compare(
      String file, List<String> lines, Docs.Block shown, List<String> printed) {
    if (UPDATE) {
      List<String> old = lines.subList(shown.firstLine(), shown.firstLine() + shown.lines().size());
      old.clear();
      lines.addAll(shown.firstLine(), printed);
    } else {
      assertThat(shown.lines())
          .as("%s:%d; -Dgolden.update=true writes it again", file, shown.firstLine())
          .isEqualTo(printed);
    }
  }

  /** Runs a command with the project's files and the temporary output folder; gives its output. */
  private static List<String> run(String command, Path out) {
    String[] arguments =
        Docs.arguments(command).stream().map(word -> place(word, out)).toArray(String[]::new);

    Sim.Ended ended = Sim.run(arguments);

    assertThat(ended.exitCode()).as(command + "\n" + ended.err()).isZero();
    return ended.out().replace(out.toString(), "out").replace(Docs.ROOT + "/", "").lines().toList();
  }

  private static String place(String word, Path out) {
    if (word.equals("out") || word.startsWith("out/")) {
      return out + word.substring(3);
    }
    return word.matches("(traces|docs)/.*") ? Docs.ROOT.resolve(word).toString() : word;
  }

  @Test
  void linksBetweenDocumentsLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    try (Stream<Path> tree = Files.walk(Docs.ROOT.resolve("docs"))) {
      List<Path> files = new ArrayList<>(tree.filter(f -> f.toString().endsWith(".md")).toList());
      files.add(Docs.ROOT.resolve("README.md"));
      files.add(Docs.ROOT.resolve("traces/README.md"));
      for (Path file : files) {
        LINK.matcher(Files.readString(file))
            .results()
            .map(link -> link.group(1))
            .filter(link -> !Files.exists(file.resolveSibling(link)))
            .forEach(link -> broken.add(Docs.ROOT.relativize(file) + ": " + link));
      }
    }

    assertThat(broken).isEmpty();
  }
}

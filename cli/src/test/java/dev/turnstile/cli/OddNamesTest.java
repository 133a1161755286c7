package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of files that a terminal would obey. */
final class OddNamesTest {
  private static final Path TINY = Docs.ROOT.resolve("traces/tiny.jsonl");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"replay", "inspect", "sweep"})
  void theNameOfATraceFileCannotCommandTheTerminal(String command) throws IOException {
    Path odd = folder.resolve("two\nlines \u001b[31m\u202e.jsonl");
    Files.copy(TINY, odd);

    Sim.Ended ended = Sim.run(command, odd.toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().replaceAll("\\s+", " "))
        .contains("two_lines _[31m_.jsonl")
        .doesNotContain("\u001b", "\u202e");
  }
}

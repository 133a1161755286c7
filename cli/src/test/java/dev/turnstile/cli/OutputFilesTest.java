package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

final class OutputFilesTest {

  @TempDir private Path folder;

  @Test
  void failureWhileWritingKeepsTheOldFile() throws IOException {
    Path file = Files.writeString(folder.resolve("report.json"), "old");

    assertThatThrownBy(
            () ->
                OutputFiles.writeText(
                    file,
                    text -> {
                      text.append("ne");
                      throw new IOException("disk full");
                    }))
        .hasMessage(file + ": disk full");

    assertThat(file).hasContent("old");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFullDiskInTheMiddleOfAnObjectIsNoInternalError() {
    Path file = folder.resolve("large.json");
    Writer full =
        new Writer() {
          @Override
          public void write(char[] text, int from, int count) throws IOException {
            throw new IOException("disk full");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Map<String, List<String>> large = Map.of("values", List.of("x".repeat(100_000)));

    assertThatIOException()
        .isThrownBy(
            () -> OutputFiles.named(file, () -> JsonMapper.shared().writeValue(full, large)))
        .withMessage(file + ": disk full");
  }

  @Test
  void aSweepKeepsItsTraceAndItsOutputsApart() throws IOException {
    String trace = ShortTrace.in(folder, 2, 2);
    String before = Files.readString(Path.of(trace));
    String file = folder.resolve("out").toString();

    Sim.Ended replacing = Sim.run("sweep", trace, "--json", trace);
    Sim.Ended twice = Sim.run("sweep", trace, "--json", file, "--csv", file);

    assertThat(replacing.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(replacing.err()).contains("would replace the input");
    assertThat(Path.of(trace)).hasContent(before);
    assertThat(twice.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(twice.err()).contains("is given for two outputs");
  }

  @Test
  void fileBehindALinkIsReplacedAndTheLinkStays() throws IOException {
    Path file = Files.writeString(folder.resolve("report.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);

    OutputFiles.writeText(link, text -> text.append("new"));

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  void devicesAreWrittenAsTheyAre() throws IOException {
    Path device = Path.of("/dev/null");

    OutputFiles.check(device);
    OutputFiles.writeText(device, text -> text.append("gone"));

    assertThat(Files.isRegularFile(device)).isFalse();
  }
}

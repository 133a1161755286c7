package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

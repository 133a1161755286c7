package dev.turnstile.workload.trace.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceInputTest {
  @TempDir private Path folder;

  private Path write(String name) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, "x\n");
  }

  private static TraceInput input(Path... paths) {
    return TraceInput.of(List.of(paths), InputStream.nullInputStream());
  }

  private static List<String> names(List<TraceFile> files) {
    return files.stream().map(TraceFile::name).toList();
  }

  /** Names below the folder; messages have the whole path. */
  private List<String> namesBelow(List<TraceFile> files) {
    return names(files).stream().map(n -> folder.relativize(Path.of(n)).toString()).toList();
  }

  @Test
  void sortsSegmentsByPrefixAndNumber() throws IOException {
    for (String name :
        List.of(
            "b.000000.jsonl.gz",
            "a.1000000.jsonl.gz",
            "a.000002.jsonl.gz",
            "a.999999.jsonl.gz",
            "plain.jsonl")) {
      write(name);
    }

    assertThat(namesBelow(input(folder).files()))
        .containsExactly(
            "a.000002.jsonl.gz",
            "a.999999.jsonl.gz",
            "a.1000000.jsonl.gz",
            "b.000000.jsonl.gz",
            "plain.jsonl");
  }

  @Test
  void theOrderOnTheCommandLineDoesNotMatter() throws IOException {
    Path a = write("a.jsonl");
    Path b = write("b.jsonl");

    assertThat(names(input(b, a).files())).containsExactly(a.toString(), b.toString());
  }

  @Test
  void aDirectoryStandsForTheTraceFilesBelowIt() throws IOException {
    for (String name :
        List.of(
            "z.JSON.gz", "sub dir/y.json", "x.csv", "notes.txt", ".hidden.json", ".git/w.json")) {
      write(name);
    }

    TraceInput input = input(folder);

    assertThat(input.directory()).isTrue();
    assertThat(namesBelow(input.files())).containsExactly("sub dir/y.json", "x.csv", "z.JSON.gz");
    assertThat(namesBelow(input.files(".json"))).containsExactly("sub dir/y.json", "z.JSON.gz");
    assertThatThrownBy(() -> input.files(".jsonl"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the directory holds no file .jsonl");
  }

  @Test
  void aDirectoryWithoutTraceFilesIsAnError() throws IOException {
    write("notes.txt");

    assertThatThrownBy(() -> input(folder))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(folder + ": the directory holds no trace file");
  }

  @Test
  void symbolicLinksInADirectoryAreRefused() throws IOException {
    Path target = write("target.txt");
    Files.createSymbolicLink(folder.resolve("link.json"), target);

    assertThatThrownBy(() -> input(folder))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(folder.resolve("link.json") + ": is a symbolic link");
  }

  @Test
  void symbolicLinksToDirectoriesAreNotLeftOutSilently() throws IOException {
    write("a.json");
    Files.createSymbolicLink(folder.resolve("more"), folder);

    assertThatThrownBy(() -> input(folder))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("more: is a symbolic link");
  }

  @Test
  void theDirectoryItselfMayBeASymbolicLink() throws IOException {
    write("real/a.json");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));

    assertThat(names(input(link).files())).containsExactly(link.resolve("a.json").toString());
  }

  @Test
  void anEmptyPathIsNotTheWorkingDirectory() {
    assertThatThrownBy(() -> input(Path.of("")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("'': names no file");
  }

  @Test
  void standardInputIsGivenOnce() {
    assertThatThrownBy(() -> input(Path.of("-"), Path.of("-")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("-: standard input can be read only once");
  }

  @Test
  void whatIsMissingOrNoFileIsNamed() throws IOException {
    Path file = write("a.jsonl");

    assertThatThrownBy(() -> input(folder.resolve("lost.jsonl")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("lost.jsonl: no such file");
    assertThatThrownBy(() -> input(file, folder).files().get(0).open())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is a directory");
  }

  @Test
  void aFormatOfOneFileRefusesMore() throws IOException {
    Path a = write("a.jsonl");
    Path b = write("b.jsonl");

    assertThat(input(a).single("mooncake").name()).isEqualTo(a.toString());
    assertThatThrownBy(() -> input(a, b).single("mooncake"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a trace of format mooncake is one file, got 2 files");
    assertThatThrownBy(() -> input(folder).single("mooncake")).hasMessageContaining("a directory");
  }

  @Test
  void aPipeIsReadOnceEvenIfItWasLookedAt() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Thread writer =
        new Thread(
            () -> {
              try {
                Files.writeString(pipe, "first\nsecond\n");
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.start();
    TraceFile file = input(pipe).files().get(0);

    try (TraceStream peek = file.peek()) {
      assertThat(peek.readNBytes(3)).isEqualTo("fir".getBytes(UTF_8));
    }
    try (TraceStream stream = file.open()) {
      assertThat(stream.readAllBytes()).isEqualTo("first\nsecond\n".getBytes(UTF_8));
    }
    writer.join();
  }

  @Test
  void standardInputCanBeLookedAtTwiceAndThenRead() throws IOException {
    byte[] text = "first\nsecond\n".getBytes(UTF_8);
    TraceInput input = TraceInput.of(List.of(Path.of("-")), new ByteArrayInputStream(text));
    TraceFile file = input.files().get(0);

    for (int look = 1; look <= 2; look++) {
      try (TraceStream peek = file.peek()) {
        assertThat(peek.readNBytes(3 * look)).isEqualTo(Arrays.copyOf(text, 3 * look));
      }
    }

    try (TraceStream stream = file.open()) {
      assertThat(stream.readAllBytes()).isEqualTo(text);
      assertThat(stream.finish())
          .returns("-", TraceInfo.InputFile::name)
          .returns((long) text.length, TraceInfo.InputFile::bytes);
    }
  }
}

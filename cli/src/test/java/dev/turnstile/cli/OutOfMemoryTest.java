package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands whose heap is too small, each in a process of its own. */
final class OutOfMemoryTest {

  /** Each takes some kilobytes before it has done anything. */
  private static final String MANY_WORKERS = "100000";

  private static final String ADVICE = " MiB; SIM_JAVA_OPTS=-Xmx1g allows more";

  @TempDir private Path folder;

  private record Ended(int exitCode, String out, String err) {}

  /** Writes a Mooncake trace of short requests, about 80 bytes each. */
  private void writeTrace(String name, int requests) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(name))) {
      for (int i = 0; i < requests; i++) {
        out.write(
            "{\"timestamp\": %d, \"input_length\": 512, \"output_length\": 1, \"hash_ids\": [%d]}\n"
                .formatted(i, i));
      }
    }
  }

  private Ended sim(int heapMib, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx" + heapMib + "m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    Path out = folder.resolve(".out");
    Path err = folder.resolve(".err");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(".out") && !name.equals(".err"))
          .sorted()
          .toList();
    }
  }

  @Test
  void aTraceThatDoesNotFitIsNamed() throws Exception {
    writeTrace("many.jsonl", 100_000);

    for (String command : List.of("replay", "inspect", "sweep")) {
      Ended ended = sim(24, command, "many.jsonl");

      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err())
          .startsWith("sim: out of memory while loading many.jsonl (")
          .contains(" MiB on disk): the heap is limited to ")
          .endsWith(ADVICE + "\n");
    }
  }

  @Test
  void aRunThatDoesNotFitIsNamedAndLeavesNoFile() throws Exception {
    writeTrace("few.jsonl", 10);

    Ended ended =
        sim(
            48,
            "replay",
            "few.jsonl",
            "--workers",
            MANY_WORKERS,
            "-o",
            "out",
            "--html",
            "page.html",
            "--json",
            "report.json",
            "--events",
            "events.jsonl",
            "--csv",
            "rows.csv",
            "--quiet");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith(
            "sim: out of memory while replaying 10 requests in 10 session trees with"
                + " policy kv: the heap is limited to ")
        .endsWith(ADVICE + ", --limit N replays fewer session trees\n");
    assertThat(files()).containsExactly("few.jsonl");
  }

  @Test
  void workersOfASweepThatDoNotFitEndIt() throws Exception {
    writeTrace("few.jsonl", 10);

    writeTrace("few.jsonl", 10);

    Ended ended =
        sim(
            48,
            "sweep",
            "few.jsonl",
            "--workers",
            MANY_WORKERS,
            "--policy",
            "kv",
            "--policy",
            "random",
            "--jobs",
            "2",
            "--csv",
            "rows.csv",
            "--quiet");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("sim: out of memory while running points of the sweep: the heap is limited to ")
        .endsWith(
            ADVICE
                + ", --jobs N runs fewer at the same time; --resume continues a sweep with -o"
                + " DIR\n");
    assertThat(files()).containsExactly("few.jsonl");
  }

  @Test
  void aDrawThatDoesNotFitIsNamedAndLeavesNoFile() throws Exception {
    Ended ended =
        sim(24, "generate", "--profile", "chat", "--sessions", "200000", "-o", "made.jsonl");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("sim: out of memory while drawing 200,000 sessions: the heap is limited to ")
        .endsWith(ADVICE + ", --sessions N draws fewer\n");
    assertThat(files()).isEmpty();
  }

  @Test
  void aShapeThatDoesNotFitIsNamedWithTheSettingToChange() throws Exception {
    Ended ended = sim(24, "bench", "dense", "--runs", "1", "--json", "bench.json");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .contains("dense failed: out of memory while measuring: the heap is limited to ")
        .endsWith(ADVICE + "\nsim: failed: dense\n");
    assertThat(Files.readString(folder.resolve("bench.json"))).contains("out of memory");
  }
}

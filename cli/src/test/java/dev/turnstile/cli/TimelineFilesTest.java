package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The timelines that {@code sim replay} and {@code sim inspect} write. */
final class TimelineFilesTest {
  private static final String TINY = Docs.ROOT.resolve("traces/tiny.jsonl").toString();
  private static final String AGENTS =
      Docs.ROOT.resolve("traces/agents.000000.jsonl.gz").toString();

  @TempDir private Path folder;

  @Test
  void replayWritesTheTimelineOfTheRun() throws IOException {
    Path file = folder.resolve("my run.json");

    Sim.Ended ended = Sim.run("replay", TINY, "--workers=2", "--perfetto=" + file);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).endsWith("\nWritten: " + file + "\n");
    assertThat(processes(Files.readString(file))).contains("worker 0", "worker 1", "session s0");
  }

  @Test
  void severalPoliciesHaveOneFileEachNamedAfterThem() throws IOException {
    Path file = folder.resolve("run.perfetto.json");

    Sim.Ended ended =
        Sim.run("replay", TINY, "--policy=kv", "--policy=thunderagent+kv", "--perfetto=" + file);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(path -> path.getFileName().toString()).sorted())
          .hasSize(2)
          .element(0)
          .isEqualTo("run-kv.perfetto.json");
    }
    assertThat(processes(Files.readString(folder.resolve("run-kv.perfetto.json"))))
        .contains("cluster: kv");
  }

  @Test
  void namesOfPoliciesNeverCollideAndKeepTheEnding() {
    assertThat(
            TimelineFiles.named(
                Path.of("out/a.json.gz"), List.of("kv", "./a b.java", ".?a b.java")))
        .containsExactly(
            Path.of("out/a-kv.json.gz"),
            Path.of("out/a-a_b.java.json.gz"),
            Path.of("out/a-a_b.java-2.json.gz"));
    assertThat(TimelineFiles.named(Path.of("plain"), List.of("kv", "random")))
        .containsExactly(Path.of("plain-kv"), Path.of("plain-random"));
    assertThat(TimelineFiles.named(Path.of("plain"), List.of("kv")))
        .containsExactly(Path.of("plain"));
  }

  @Test
  void inspectWritesTheRecordedTimelineCompressedByName() throws IOException {
    Path file = folder.resolve("capture.json.gz");

    Sim.Ended ended = Sim.run("inspect", AGENTS, "--perfetto=" + file);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).endsWith("\nWritten: " + file + "\n");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(processes(text))
          .hasSizeGreaterThan(1)
          .allMatch(name -> name.startsWith("session"));
    }
  }

  @Test
  void inspectAsJsonStaysOneObject() {
    Path file = folder.resolve("capture.json");

    Sim.Ended ended = Sim.run("inspect", AGENTS, "--format=json", "--perfetto=" + file);

    assertThat(JsonMapper.shared().readTree(ended.out()).isObject()).isTrue();
    assertThat(file).exists();
  }

  @Test
  void whatALimitLeavesOutIsSaidInTheFileAndOnStandardError() throws IOException {
    Path file = folder.resolve("small.json");

    Sim.Ended ended =
        Sim.run("replay", AGENTS, "--workers=2", "--perfetto=" + file, "--perfetto-limit=150kB");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(Files.size(file)).isLessThanOrEqualTo(150_000);
    assertThat(ended.err()).contains(file + ": ", " session tree", " left out: ");
    assertThat(Files.readString(file)).contains("\"cat\":\"note\"", "\"left_out\":\"");
  }

  @Test
  void aLimitThatIsNoSizeIsRefused() {
    for (String limit : List.of("many", "1kB", "-5MB")) {
      Sim.Ended ended = Sim.run("replay", TINY, "--perfetto=x.json", "--perfetto-limit=" + limit);

      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err()).contains("--perfetto-limit", limit);
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsRefusedBeforeTheRun() {
    Sim.Ended ended =
        Sim.run("replay", TINY, "--perfetto=" + folder.resolve("none/run.json"), "--no-progress");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("its folder does not exist");
  }

  private static List<String> processes(String text) {
    JsonNode events = JsonMapper.shared().readTree(text).get("traceEvents");
    return events
        .valueStream()
        .filter(event -> event.get("name").asString().equals("process_name"))
        .map(event -> event.get("args").get("name").asString())
        .toList();
  }
}

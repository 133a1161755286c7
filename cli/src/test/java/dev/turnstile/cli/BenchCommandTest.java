package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class BenchCommandTest {

  @TempDir private Path folder;

  @Test
  void measuresAShapeAndWritesItsNumbers() throws IOException {
    Path json = folder.resolve("bench.json");

    Sim.Ended ended = Sim.run("bench", "agentic", "--runs", "1", "--json", json.toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("Machine: ").contains("requests/s");
    assertThat(ended.outLines()).last().asString().startsWith("agentic ");
    assertThat(ended.err()).isEqualTo("agentic …\n");
    JsonNode document = new JsonMapper().readTree(Files.readString(json));
    assertThat(document.get("machine").asString()).contains("Java 17");
    JsonNode result = document.get("results").get(0);
    assertThat(result.get("name").asString()).isEqualTo("agentic");
    assertThat(result.get("requests").asInt()).isEqualTo(129);
    double seconds = result.get("median_s").asDouble();
    assertThat(seconds).isPositive();
    assertThat(result.get("requests_per_s").asDouble()).isEqualTo(129 / seconds);
    assertThat(result.get("ns_per_step").asDouble())
        .isEqualTo(seconds * 1e9 / result.get("steps").asLong());
    assertThat(result.get("peak_heap_bytes").asLong()).isPositive();
    assertThat(result.get("replays").asInt()).isPositive();
  }

  @Test
  void printsMarkdown() {
    Sim.Ended ended = Sim.run("bench", "agentic", "--runs", "1", "--markdown");

    assertThat(ended.outLines().get(2))
        .isEqualTo(
            "| shape | requests | steps | cold s | median s | replays | requests/s | ns/step"
                + " | heap MiB |");
    assertThat(ended.outLines().get(3)).isEqualTo("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    assertThat(ended.outLines().get(4)).startsWith("| agentic | 129 | ").endsWith(" |");
  }

  @Test
  void aMeasurementThatFailsKeepsTheOthers() throws IOException {
    Path traces = Files.createDirectory(folder.resolve("traces"));
    Files.writeString(traces.resolve("broken.json"), "{\"id\": ");
    Path json = folder.resolve("bench.json");

    Sim.Ended ended =
        Sim.run(
            "bench",
            "weka",
            "agentic",
            "--runs",
            "1",
            "--traces",
            traces.toString(),
            "--json",
            json.toString());

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.outLines()).last().asString().startsWith("agentic ");
    assertThat(ended.err()).contains("weka failed: ").endsWith("sim: failed: weka\n");
    JsonNode results = new JsonMapper().readTree(Files.readString(json)).get("results");
    assertThat(results.get(0).get("name").asString()).isEqualTo("agentic");
    assertThat(results.get(1).get("name").asString()).isEqualTo("weka");
    assertThat(results.get(1).get("failed").asString()).contains("broken.json");
  }

  @Test
  void checksTheFolderOfRecordedSessionsBeforeItMeasures() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));

    Sim.Ended ended = Sim.run("bench", "agentic", "weka", "--traces", empty.toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("the directory holds no trace file").doesNotContain("agentic");
  }

  @Test
  void namesTheShapesItKnows() {
    Sim.Ended ended = Sim.run("bench", "dens");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("unknown shape 'dens'").contains("dense, long-decode");
    assertThat(Sim.run("bench", "--growth", "dense").err())
        .contains("known are turns, sessions, context, outputs, workers");
  }

  @Test
  void saysWhyDisaggregatedServingIsNotMeasured() {
    Sim.Ended ended = Sim.run("bench", "pd");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("'pd' needs prefill and decode workers");
  }

  @Test
  void saysThatRecordedSessionsAreMissing() {
    Sim.Ended ended = Sim.run("bench", "weka", "--traces", folder.resolve("none").toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).contains("no such folder");
  }

  @Test
  void refusesNoRuns() {
    assertThat(Sim.run("bench", "--runs", "0").err()).contains("--runs must be a whole number");
  }
}

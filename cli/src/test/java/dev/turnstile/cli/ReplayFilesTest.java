package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files that {@code sim replay} writes. */
final class ReplayFilesTest {

  private static final String TINY = Docs.ROOT.resolve("traces/tiny.jsonl").toString();
  private static final List<String> RUN =
      HtmlPages.with(
          "manifest.json",
          "report.html",
          "report.json",
          "requests.csv",
          "scenario.yaml",
          "sessions.csv",
          "timeseries.csv");

  @TempDir private Path folder;

  @Test
  void folderHoldsReportTablesScenarioAndManifest() throws IOException {
    Path out = folder.resolve("my results/of today");

    Sim.Ended ended = Sim.run("replay", TINY, "--seed=5", "-o", out.toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).endsWith("\nWritten: " + out + "\n");
    assertThat(names(out)).isEqualTo(RUN);
    JsonNode manifest = JsonMapper.shared().readTree(out.resolve("manifest.json"));
    assertThat(manifest.path("seed").asInt()).isEqualTo(5);
    assertThat(manifest.path("wall_time_ms").asDouble()).isPositive();
    assertThat(manifest.at("/command/0").asString()).isEqualTo("replay");
    assertThat(manifest.at("/inputs/0/sha256").asString()).hasSize(64);
  }

  @Test
  void resultsOfTheEmbeddedScenarioAreTheSameBytes() throws IOException {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");

    run(TINY, "--policy=thunderagent+kv", "--workers=2", "--concurrency=1", "-o" + first);
    run(TINY, "--scenario=" + first.resolve("scenario.yaml"), "-o" + second);

    for (String name : RUN) {
      if (!name.equals("manifest.json")) {
        assertThat(second.resolve(name)).hasSameTextualContentAs(first.resolve(name));
      }
    }
  }

  @Test
  void comparisonHasAFolderForEachPolicyAndItsReportOnTop() throws IOException {
    Path out = folder.resolve("out");

    run(TINY, "--policy=kv", "--policy=thunderagent:pause_threshold=0.9", "-o" + out);

    assertThat(names(out))
        .isEqualTo(
            HtmlPages.with(
                "kv",
                "manifest.json",
                "report.html",
                "report.json",
                "thunderagent_pause_threshold=0.9"));
    assertThat(names(out.resolve("kv"))).isEqualTo(RUN);
    JsonNode report = JsonMapper.shared().readTree(out.resolve("report.json"));
    assertThat(report.propertyNames()).containsExactly("schema_version", "runs", "comparison");
    assertThat(report.at("/runs/0"))
        .isEqualTo(JsonMapper.shared().readTree(out.resolve("kv/report.json")));
  }

  @Test
  void folderThatHoldsSomethingIsRefusedBeforeTheRun() throws IOException {
    Path out = folder.resolve("out");
    run(TINY, "-o" + out);

    Sim.Ended refused = Sim.run("replay", "no such trace", "-o" + out);
    Sim.Ended overwritten = Sim.run("replay", TINY, "--policy=random", "-o" + out, "--overwrite");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("is not empty; --overwrite replaces the results in it");
    assertThat(overwritten.exitCode()).isZero();
    assertThat(names(out)).isEqualTo(RUN);
    assertThat(out.resolve("scenario.yaml")).content().contains("spec: random");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json", "--csv", "--events", "--record", "--perfetto", "--html"})
  void noOutputReplacesTheTraceOrAnotherOutput(String option) throws IOException {
    Path trace = Files.copy(Path.of(TINY), folder.resolve("tiny.jsonl"));
    Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), trace);
    String other = option.equals("--json") ? "--csv" : "--json";

    for (Path target : List.of(trace, link)) {
      Sim.Ended ended = Sim.run("replay", trace.toString(), option, target.toString());
      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err())
          .isEqualTo("sim: " + target + ": would replace the input " + trace + "\n");
    }
    String one = folder.resolve("one.jsonl").toString();
    Sim.Ended twice = Sim.run("replay", trace.toString(), option, one, other, one);
    assertThat(twice.exitCode()).isEqualTo(2);
    assertThat(twice.err()).isEqualTo("sim: " + one + ": is given for two outputs\n");
    assertThat(trace).hasSameTextualContentAs(Path.of(TINY));
    assertThat(names(folder)).containsExactly("link.jsonl", "tiny.jsonl");
  }

  @Test
  void noOutputReplacesAFileOfAFolderOfTracesOrAScenario() throws IOException {
    Path traces = Files.createDirectory(folder.resolve("traces"));
    Path trace = Files.copy(Path.of(TINY), traces.resolve("tiny.jsonl"));
    Path settings = Files.writeString(folder.resolve("s.yaml"), "seed: 2\n");

    assertThat(Sim.run("replay", traces.toString(), "--json=" + trace).err())
        .contains("would replace the input " + traces);
    assertThat(Sim.run("replay", TINY, "--scenario=" + settings, "--json=" + settings).err())
        .contains("would replace the input " + settings);
    assertThat(Sim.run("convert", trace.toString(), trace.toString()).err())
        .contains("would replace the input " + trace);
    assertThat(trace).hasSameTextualContentAs(Path.of(TINY));
  }

  @Test
  void emptyNamesAreNoFilesAndFolders() {
    assertThat(Sim.run("replay", TINY, "-o", "").err()).isEqualTo("sim: '': names no folder\n");
    assertThat(Sim.run("replay", TINY, "--csv=").err()).isEqualTo("sim: '': names no file\n");
  }

  @Test
  void failedRunLeavesNothing() throws IOException {
    Sim.Ended ended =
        Sim.run(
            "replay",
            TINY,
            "--model=kimi-k2",
            "-o" + folder.resolve("out"),
            "--json=" + folder.resolve("report.json"),
            "--events=" + folder.resolve("events.jsonl"));

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(names(folder)).isEmpty();
  }

  @Test
  void singleFilesAreThoseOfTheFolder() throws IOException {
    Path out = folder.resolve("out");
    Path json = folder.resolve("a report.json");
    Path csv = folder.resolve("requests.csv.gz");

    Sim.Ended ended = Sim.run("replay", TINY, "-o" + out, "--json=" + json, "--csv=" + csv);

    assertThat(ended.out()).endsWith("Written: " + json + ", " + csv + ", " + out + "\n");
    assertThat(json).hasSameTextualContentAs(out.resolve("report.json"));
    try (var lines = new java.util.zip.GZIPInputStream(Files.newInputStream(csv))) {
      assertThat(lines.readAllBytes()).isEqualTo(Files.readAllBytes(out.resolve("requests.csv")));
    }
  }

  @Test
  void everyDecisionIsOneObject() throws IOException {
    Path events = folder.resolve("events.jsonl");

    run(TINY, "--policy=round-robin", "--events=" + events);

    List<String> lines = Files.readAllLines(events);
    assertThat(lines).hasSizeGreaterThanOrEqualTo(9);
    for (String line : lines) {
      JsonNode event = JsonMapper.shared().readTree(line);
      assertThat(event.has("t_ms")).isTrue();
      assertThat(event.has("event")).isTrue();
    }
  }

  @Test
  void recordedRunIsATraceOfTheSameRequests() throws IOException {
    Path recorded = folder.resolve("recorded.jsonl");

    run(TINY, "--record=" + recorded);

    JsonNode before = inspect(TINY);
    JsonNode after = inspect(recorded.toString());
    assertThat(after.path("format").asString()).isEqualTo("dynamo");
    for (String fact : List.of("requests", "sessions", "plays", "input_tokens", "output_tokens")) {
      assertThat(after.path(fact)).as(fact).isEqualTo(before.path(fact));
    }
  }

  @Test
  void recordingToAPrefixNamesTheSegments() {
    Path prefix = folder.resolve("run");

    Sim.Ended ended = Sim.run("replay", TINY, "--record=" + prefix);

    assertThat(ended.out()).endsWith("Written: " + prefix + ".000000.jsonl.gz\n");
  }

  @Test
  void filesOfOneRunAreRefusedWithSeveralPolicies() throws IOException {
    for (String option : List.of("--csv", "--record", "--events")) {
      Sim.Ended ended =
          Sim.run(
              "replay", TINY, "--policy=kv", "--policy=random", option, folder + "/single.jsonl");

      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err()).contains(option + " holds one run, got 2 policies");
    }
    assertThat(names(folder)).isEmpty();
  }

  @Test
  void placesThatCannotBeWrittenAreRefusedBeforeTheRun() {
    assertThat(refusal("--json=" + folder.resolve("none/report.json")))
        .endsWith("none/report.json: its folder does not exist\n");
    assertThat(refusal("--csv=" + folder)).endsWith(": is a folder, a file is needed\n");
    assertThat(refusal("--json=-")).contains("standard output is not possible here");
    assertThat(refusal("-o" + TINY)).endsWith("tiny.jsonl: is a file, a folder is needed\n");
  }

  private static String refusal(String option) {
    Sim.Ended ended = Sim.run("replay", "no such trace", option);
    assertThat(ended.exitCode()).isEqualTo(2);
    return ended.err();
  }

  private static void run(String... arguments) {
    Sim.Ended ended =
        Sim.run(Stream.concat(Stream.of("replay"), Stream.of(arguments)).toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  private static JsonNode inspect(String trace) {
    return JsonMapper.shared().readTree(Sim.run("inspect", trace, "--format=json").out());
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}

package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SweepCommandTest {

  @TempDir private static Path traces;

  private static String trace;

  @TempDir private Path folder;

  @BeforeAll
  static void makeTrace() {
    trace = ShortTrace.in(traces, 12, 5);
  }

  private static Sim.Ended sweep(String... options) {
    List<String> arguments = new ArrayList<>(List.of("sweep", trace));
    arguments.addAll(List.of("--workers", "2", "--kv-blocks", "400"));
    arguments.addAll(List.of(options));
    return Sim.run(arguments.toArray(String[]::new));
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  private String in(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void showsOneTableWithTheBestPointOfEachPolicyMarked() {
    Sim.Ended ended =
        sweep("--policy", "kv", "--policy", "thunderagent", "--concurrency", "2..8*2");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    List<String> rows =
        ended.outLines().stream()
            .filter(line -> line.matches("[* ] +(kv|thunderagent) .*"))
            .toList();
    assertThat(rows).hasSize(6);
    assertThat(rows.stream().filter(row -> row.startsWith("* "))).hasSize(2);
    assertThat(rows.get(0)).containsPattern("kv +2 ");
    assertThat(rows.get(5)).containsPattern("thunderagent +8 ");
    assertThat(ended.out())
        .contains(
            "sweep     6 points: kv, thunderagent x 3 of load.concurrency",
            "(* best of its policy by output_token_throughput_per_s_per_gpu)",
            "Load (load.concurrency)\n  kv: 95 % of the best throughput ",
            "bootstrap over session trees")
        .containsPattern("thunderagent concurrency=\\d against kv concurrency=\\d\n");
    assertThat(ended.err()).contains("6 points in ").contains(" at a time");
  }

  @Test
  void aHandfulOfSessionsGivesChangesWithoutIntervals() {
    String few = ShortTrace.in(folder, 5, 5);

    Sim.Ended ended =
        Sim.run("sweep", few, "--policy", "kv", "--policy", "random", "--concurrency", "4,8");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("(no intervals: 5 session trees say too little about others)")
        .contains("  At most 5 session trees were alive at once: the trace has too few for more")
        .doesNotContain("bootstrap");
  }

  @Test
  void noLineIsWiderThanATerminal() {
    Sim.Ended ended =
        sweep(
            "--policy",
            "kv",
            "--policy",
            "thunderagent:pause_threshold=0.9,resume_hysteresis=0.2+kv",
            "--concurrency",
            "2,4",
            "--max-num-batched-tokens",
            "2048,8192",
            "--axis",
            "policy.pause_target=0.5,0.7",
            "--axis",
            "load.arrival_speedup=1,2",
            "--repeats",
            "2",
            "--slo",
            "ttft=50ms,itl=20ms");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
    assertThat(ended.out()).contains("not shown:");
  }

  @Test
  void writesTheSameToStandardOutputAndFilesAndOneRowPerPoint() throws IOException {
    Sim.Ended ended =
        sweep(
            "--policy",
            "kv",
            "--policy",
            "thunderagent",
            "--axis",
            "policy.pause_threshold=0.8,0.9",
            "--concurrency",
            "2,4",
            "--format",
            "json",
            "--json",
            in("a.json"),
            "--csv",
            in("a.csv"),
            "-o",
            in("out"));

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(folder.resolve("a.json")).hasContent(ended.out());
    assertThat(folder.resolve("out/sweep.json")).hasContent(ended.out());
    assertThat(folder.resolve("out/sweep.csv")).hasSameTextualContentAs(folder.resolve("a.csv"));
    List<String> rows = Files.readAllLines(folder.resolve("a.csv"));
    assertThat(rows).hasSize(7);
    assertThat(rows.get(0))
        .startsWith(
            "point,policy,policy.pause_threshold,load.concurrency,seed,status,reason,saturated,"
                + "num_requests,");
    assertThat(rows.get(1)).matches("[0-9a-f]{12},kv,,2,1,finished,,false,.*");
    assertThat(rows.get(6)).matches("[0-9a-f]{12},thunderagent,0\\.9,4,1,finished,,false,.*");
    try (var files = Files.list(folder.resolve("out"))) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              HtmlPages.with("sweep.json", "sweep.csv", "report.html", "manifest.json"));
    }
  }

  @Test
  void aPointHasTheSummaryAndDistributionsOfTheReplayAlone() {
    Sim.Ended sweep = sweep("--concurrency", "2,4", "--format", "json", "--slo", "ttft=50ms");
    Sim.Ended replay =
        Sim.run(
            "replay",
            trace,
            "--workers",
            "2",
            "--kv-blocks",
            "400",
            "--concurrency",
            "4",
            "--slo",
            "ttft=50ms",
            "--format",
            "json");

    JsonNode point = json(sweep.out()).path("points").path(1);
    JsonNode report = json(replay.out());
    assertThat(point.path("summary")).isEqualTo(report.path("summary"));
    assertThat(point.path("distributions")).isEqualTo(report.path("distributions"));
    assertThat(point.path("definitions")).isEqualTo(report.path("definitions"));
    assertThat(point.path("settings").path("load.concurrency").asInt()).isEqualTo(4);
  }

  @Test
  void keptRunsAreTheFilesOfTheReplayAlone() {
    Sim.Ended sweep = sweep("--concurrency", "2,4", "--keep-runs", "-o", in("sweep"));
    Sim.Ended replay =
        Sim.run(
            "replay",
            trace,
            "--workers",
            "2",
            "--kv-blocks",
            "400",
            "--concurrency",
            "4",
            "-o",
            in("replay"));

    assertThat(sweep.exitCode()).as(sweep.err()).isZero();
    assertThat(replay.exitCode()).isZero();
    Path runs = folder.resolve("sweep/runs");
    var kept = Folders.content(runs);
    String name =
        kept.keySet().stream()
            .filter(k -> k.startsWith("kv_concurrency=4-"))
            .findFirst()
            .orElseThrow();
    assertThat(Folders.content(runs.resolve(name)))
        .isEqualTo(Folders.content(folder.resolve("replay")));
  }

  @Test
  void overwritingRemovesAllOfAnEarlierSweep() {
    sweep("--concurrency", "2,4", "--keep-runs", "-o", in("out"));
    Sim.Ended refused = sweep("--concurrency", "2", "-o", in("out"));
    Sim.Ended again = sweep("--concurrency", "2", "-o", in("out"), "--overwrite");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("is not empty; --overwrite replaces the results in it");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(Folders.content(folder.resolve("out")).keySet())
        .containsExactlyInAnyOrderElementsOf(
            HtmlPages.with("/", "report.html", "sweep.csv", "sweep.json"));
  }

  @Test
  void threadsDoNotChangeAByte() {
    String[] options = {
      "--policy", "kv", "--policy", "thunderagent", "--concurrency", "2..16*2", "--keep-runs"
    };
    for (String jobs : new String[] {"1", "2", "7"}) {
      List<String> arguments = new ArrayList<>(List.of(options));
      arguments.addAll(List.of("--jobs", jobs, "-o", in("jobs-" + jobs)));
      assertThat(sweep(arguments.toArray(String[]::new)).exitCode()).isZero();
    }

    var one = Folders.content(folder.resolve("jobs-1"));
    assertThat(Folders.content(folder.resolve("jobs-2"))).isEqualTo(one);
    assertThat(Folders.content(folder.resolve("jobs-7"))).isEqualTo(one);
  }

  @Test
  void repeatsHaveIntervals() {
    Sim.Ended ended =
        sweep(
            "--policy",
            "random",
            "--policy",
            "power-of-two",
            "--concurrency",
            "4",
            "--repeats",
            "3",
            "--seed",
            "7",
            "--format",
            "json");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonNode sweep = json(ended.out());
    assertThat(sweep.path("points").values())
        .extracting(p -> p.path("seed").asLong())
        .containsExactly(7L, 8L, 9L, 7L, 8L, 9L);
    JsonNode group = sweep.path("groups").path(0);
    assertThat(group.path("points").size()).isEqualTo(3);
    JsonNode ttft = group.path("statistics").path("mean_ttft_ms");
    assertThat(ttft.path("count").asInt()).isEqualTo(3);
    assertThat(ttft.path("interval").path("low").asDouble())
        .isLessThan(ttft.path("mean").asDouble());
    JsonNode difference =
        sweep.path("derived").path("comparisons").path(0).path("differences").path(0);
    assertThat(difference.has("method")).isTrue();
    assertThat(sweep.path("derived").path("baseline").asString()).isEqualTo("random");
  }

  @Test
  void failedPointsAreListedAndTheOthersFinish() {
    Sim.Ended ended =
        sweep(
            "--kv-blocks", "auto", "--model", "kimi-k2,qwen3-coder-30b-a3b", "--concurrency", "4");
    Sim.Ended json =
        sweep(
            "--kv-blocks",
            "auto",
            "--model",
            "kimi-k2,qwen3-coder-30b-a3b",
            "--concurrency",
            "4",
            "--format",
            "json");

    assertThat(ended.exitCode()).isEqualTo(6);
    assertThat(ended.out())
        .contains("Failed points (1 of 2)\n  kv model=kimi-k2: ")
        .containsPattern("kv +kimi-k2 +failed: ")
        .containsPattern("\\* +kv +qwen3-coder");
    assertThat(ended.err()).contains("sim: 1 of 2 points failed\n");
    assertThat(json.exitCode()).isEqualTo(6);
    assertThat(json(json.out()).path("points").path(0).path("status").asString())
        .isEqualTo("failed");
    assertThat(json.err()).contains("  kv model=kimi-k2: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--concurrency 32,,64           | --concurrency: a value is empty; write 32,64,128, got '32,,64'",
        "--concurrency 2..              | --concurrency: '2..' is no range",
        "--concurrency 4,0              | --concurrency: must be none or a whole number >= 1, got '0'",
        "--concurrency 2..8*1.5         | --concurrency: must be a whole number, got '4.5'",
        "--axis nothing                 | --axis: 'nothing' is not PATH=VALUE",
        "--axis load.concurency=1,2     | load.concurency: no such setting, did you mean load.concurrency?",
        "--axis policy.nonsense=1,2     | policy.nonsense: no such setting",
        "--axis policy.kv.tie_break=x,y | policy kv: tie_break=x",
        "--baseline global-lb           | --baseline: 'global-lb' is none of the policies, they are kv",
        "--repeats 0                    | --repeats: must be at least 1, got 0",
        "--repeats 2 --seed 1,2         | --seed: is swept and --repeats asks for 2 seeds, drop one",
        "--jobs 0                       | --jobs must be at least 1, got 0",
        "--keep-runs                    | --keep-runs needs a folder: -o DIR",
        "-o x --resume y                | --resume DIR and -o DIR exclude each other",
        "--resume no-such-folder        | no-such-folder: holds no sweep that could be resumed",
        "--policy kv --policy kv        | --policy: 'kv' is given twice",
        "--arrival trace --concurrency 1,2 | --concurrency: an open loop has no slots, got 1",
        "--timing calibrated            | is planned, it is not built yet",
        "--axis engine.event_loss=0,0.1 | engine.event_loss: is planned (KV events that come late"
      })
  void saysWhatIsWrongBeforeAnyRun(String options, String problem) {
    Sim.Ended ended = sweep(options.split(" "));

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).startsWith("sim: ").contains(problem.strip());
  }

  @Test
  void aTraceThatIsMissingLeavesNothingBehind() {
    Sim.Ended ended = Sim.run("sweep", in("no.jsonl"), "--concurrency", "1,2", "-o", in("out"));

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void readsTheTraceFromStandardInputOnce() throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(trace));

    Sim.Ended ended =
        Sim.run(new ByteArrayInputStream(bytes), "sweep", "-", "--concurrency", "2,4");
    Sim.Ended twice =
        Sim.run(new ByteArrayInputStream(bytes), "sweep", "-", "--overlap", "parallel,serial");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(twice.exitCode()).isEqualTo(2);
    assertThat(twice.err()).contains("standard input only once, name a file");
  }

  @Test
  void printsTheScenarioOfTheFirstPoint() {
    Sim.Ended ended = sweep("--concurrency", "2,4", "--print-scenario");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("concurrency: 2\n");
  }
}

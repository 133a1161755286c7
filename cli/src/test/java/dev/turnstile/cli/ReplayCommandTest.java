package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code sim replay} prints and how it ends. */
final class ReplayCommandTest {

  private static final String TINY = Docs.ROOT.resolve("traces/tiny.jsonl").toString();

  /** One prompt of 192 tokens, then one of 180 that shares 128 of them; 5 and 3 output tokens. */
  private static final String TWO_REQUESTS =
      """
      {"timestamp":0,"input_length":192,"output_length":5,"hash_ids":[1,2,3]}
      {"timestamp":200,"input_length":180,"output_length":3,"hash_ids":[1,2,4]}
      """;

  @TempDir private Path folder;

  @Test
  void tableOnStandardOutputAndTheSpeedOnStandardError() {
    Sim.Ended ended = Sim.run("replay", TINY, "--policy", "thunderagent");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).startsWith("trace     tiny.jsonl (agentic_mooncake): 9 requests");
    assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
    assertThat(ended.err())
        .matches("thunderagent: simulated \\S+ \\S+ in \\S+ \\S+ \\(\\S+ times real time\\)\n");
  }

  @Test
  void numbersOfTheSmallExampleOfTheMetricsPage() throws IOException {
    JsonNode summary = report(twoRequests()).path("summary");

    // A: TTFT 19.2, E2E 19.2 + 4 x 10; B computes 52 tokens: TTFT 5.2, E2E 25.2.
    assertThat(summary.path("mean_ttft_ms").asDouble()).isEqualTo(12.2);
    assertThat(summary.path("p90_ttft_ms").asDouble()).isEqualTo(17.8);
    assertThat(summary.path("duration_ms").asDouble()).isEqualTo(225.2);
    assertThat(summary.path("hit_tokens").asLong()).isEqualTo(128);
    assertThat(summary.path("computed_tokens").asLong()).isEqualTo(244);
  }

  private List<String> twoRequests() throws IOException {
    return List.of(
        file("two.jsonl", TWO_REQUESTS),
        "--trace-block-size=64",
        "--timing=linear:prefill_ms_per_token=0.1,decode_ms_per_step=10");
  }

  @Test
  void jsonIsOneObjectAndNothingElse() throws IOException {
    Path file = folder.resolve("report.json");

    Sim.Ended ended = Sim.run("replay", TINY, "--format", "json", "--json", file.toString());

    assertThat(JsonMapper.shared().readTree(ended.out()).path("policy").asString()).isEqualTo("kv");
    assertThat(file).hasContent(ended.out());
  }

  @Test
  void quietSaysNothingOnStandardError() {
    assertThat(Sim.run("replay", TINY, "--quiet", "-v").err()).isEmpty();
    assertThat(Sim.run("replay", TINY, "-v").err()).startsWith("loaded 9 requests in ");
  }

  @Test
  void severalPoliciesAreComparedWithTheFirst() {
    Sim.Ended table =
        Sim.run("replay", TINY, "--policy=round-robin", "--router-mode=kv", "--workers=2");
    Sim.Ended json =
        Sim.run(
            "replay", TINY, "--policy=round-robin", "--policy=kv", "--workers=2", "--format=json");

    assertThat(table.out()).contains("round-robin                 kv\n");
    assertThat(table.outLines()).allMatch(line -> line.length() <= 80);
    assertThat(table.err()).contains("round-robin: simulated ", "kv: simulated ");
    JsonNode document = JsonMapper.shared().readTree(json.out());
    assertThat(document.path("runs").size()).isEqualTo(2);
    assertThat(document.at("/comparison/baseline").asString()).isEqualTo("round-robin");
  }

  @Test
  void comparisonRunsEqualSingleRuns() {
    JsonNode both =
        JsonMapper.shared()
            .readTree(
                Sim.run("replay", TINY, "--policy=kv", "--policy=random", "--format=json").out());

    assertThat(both.at("/runs/0")).isEqualTo(report(List.of(TINY, "--policy=kv")));
    assertThat(both.at("/runs/1")).isEqualTo(report(List.of(TINY, "--policy=random")));
  }

  @Test
  void dashReadsStandardInput() throws IOException {
    byte[] trace = Files.readAllBytes(Path.of(TINY));

    Sim.Ended ended = Sim.run(new ByteArrayInputStream(trace), "replay", "-", "--quiet");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).startsWith("trace     standard input (agentic_mooncake): 9 req");
  }

  @Test
  void traceMayLieBelowFoldersWithSpaces() throws IOException {
    Path spaced = Files.createDirectories(folder.resolve("my traces/of today"));
    Files.copy(Path.of(TINY), spaced.resolve("a trace.jsonl"));

    assertThat(Sim.run("replay", spaced.resolve("a trace.jsonl").toString()).exitCode()).isZero();
  }

  @Test
  void policyMayBeAJavaFile() {
    String file = Docs.ROOT.resolve("docs/examples/FollowCache.java").toString();

    Sim.Ended ended = Sim.run("replay", TINY, "--workers=2", "--policy", file, "--quiet");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("FollowCache.java");
  }

  @Test
  void unusableJarsOfPoliciesAreInputErrors() throws IOException {
    Path empty = folder.resolve("empty.jar");
    try (var jar = new java.util.jar.JarOutputStream(Files.newOutputStream(empty))) {
      jar.putNextEntry(new java.util.zip.ZipEntry("nothing"));
    }

    Sim.Ended none = Sim.run("replay", TINY, "--policy-path", folder + "/no.jar");
    Sim.Ended without = Sim.run("replay", TINY, "--policy-path", empty.toString());

    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.err()).endsWith("no.jar: no such file\n");
    assertThat(without.exitCode()).isEqualTo(3);
    assertThat(without.err()).contains("empty.jar: lists no policy in META-INF/services/");
  }

  @Test
  void missingTraceIsATypingErrorAndMissingFileAnInputError() {
    Sim.Ended none = Sim.run("replay", "--policy", "kv");
    Sim.Ended noFile = Sim.run("replay", "no such.jsonl");

    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).startsWith("sim: TRACE is missing");
    assertThat(noFile.exitCode()).isEqualTo(3);
    assertThat(noFile.err()).isEqualTo("sim: no such.jsonl: no such file\n");
  }

  @Test
  void brokenLineIsToldWithFileLineAndField() throws IOException {
    String broken = file("broken.jsonl", TWO_REQUESTS.replace("180", "-180"));

    Sim.Ended ended = Sim.run("replay", broken, "--trace-block-size=64");

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).startsWith("sim: " + broken + ":2: input_length: ").contains("-180");
    assertThat(ended.err()).hasLineCount(1);
  }

  @Test
  void brokenFilesOfThreeKindsAreErrorsWithoutStackTrace() throws IOException {
    for (String content : List.of("", "not a trace at all\n", "{\"hash_ids\":[1],\n")) {
      Sim.Ended ended = Sim.run("replay", file("broken.jsonl", content));

      assertThat(ended.exitCode()).as(content).isEqualTo(3);
      assertThat(ended.err()).startsWith("sim: ").hasLineCount(1).doesNotContain("Exception");
    }
  }

  @Test
  void unknownFormatNamesTheKnownOnes() {
    Sim.Ended ended = Sim.run("replay", TINY, "--trace-format", "dynmo");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("sim: --trace-format: unknown format 'dynmo', known are auto, ")
        .contains("mooncake");
  }

  @Test
  void unknownPolicyNamesTheClosestOne() {
    Sim.Ended ended = Sim.run("replay", TINY, "--policy", "thunderagnt");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("thunderagnt", "did you mean thunderagent?");
  }

  @Test
  void samePolicyTwiceIsRefused() {
    Sim.Ended ended = Sim.run("replay", TINY, "--policy=kv", "--policy=kv");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).isEqualTo("sim: --policy: 'kv' is given twice\n");
  }

  @Test
  void modelThatDoesNotFitIsTwoAndNamesWhatIsEnough() {
    Sim.Ended ended = Sim.run("replay", TINY, "--model", "kimi-k2");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("leaves no room for KV", "tp 8 is enough");
  }

  @Test
  void optionsThatExcludeEachOtherAreTwo() {
    Sim.Ended ended = Sim.run("replay", TINY, "--concurrency=2", "--request-rate=1");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).startsWith("sim: --request-rate: ").hasLineCount(1);
  }

  @Test
  void plannedOptionsAreRefusedByName() {
    for (String option : List.of("--dram=40GiB", "--timing-uncertainty=9", "--prefill-workers=1")) {
      Sim.Ended ended = Sim.run("replay", TINY, option);

      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err()).contains("is planned").contains("not built yet");
    }
  }

  @Test
  void boundsAreShownWhenTheyAreAskedFor() {
    Sim.Ended without = Sim.run("replay", TINY);
    Sim.Ended with = Sim.run("replay", TINY, "--oracle");
    Sim.Ended json = Sim.run("replay", TINY, "--oracle", "--format=json");

    assertThat(without.out()).doesNotContain("clairvoyant");
    assertThat(with.out()).contains("  clairvoyant ", "with the best eviction");
    assertThat(json.out())
        .contains(
            "\"oracle_hit_tokens\"", "\"oracle_unlimited_hit_ratio\"", "\"oracle_bounds_hold\"");
  }

  @Test
  void misbehavingPolicyIsFourWithTheSimulatedTime() throws IOException {
    String policy =
        file(
            "Wrong.java",
            Files.readString(Docs.ROOT.resolve("docs/examples/FollowCache.java"))
                .replace("FollowCache", "Wrong")
                .replace("follow-cache", "wrong")
                .replace("Placement.on(", "Placement.on(77 + "));

    Sim.Ended ended = Sim.run("replay", TINY, "--policy", policy);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(4);
    assertThat(ended.err()).startsWith("sim: policy wrong at 0.000000 ms: ").hasLineCount(1);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void policyThatNeverPlacesIsFiveAndSaysWhoWaits() throws IOException {
    String policy =
        file(
            "Never.java",
            Files.readString(Docs.ROOT.resolve("docs/examples/FollowCache.java"))
                .replace("FollowCache", "Never")
                .replace("follow-cache", "never")
                .replace("Placement.on(chosen)", "Placement.park()"));

    Sim.Ended ended = Sim.run("replay", TINY, "--policy", policy, "-o" + folder.resolve("out"));

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(5);
    assertThat(ended.err())
        .startsWith("sim: 9 requests cannot finish; ")
        .contains("\n  request s0-0 waits in the queue of the router never\n");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void requestsThatNoWorkerCanServeAreCountedAndWarnedOf() {
    Sim.Ended ended = Sim.run("replay", TINY, "--kv-blocks=9");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out().replaceAll("\\s+", " "))
        .contains("unservable_requests (", " rejected, ")
        .contains("e.g. s0-2: larger than the KV pool: needed_blocks=", " pool_blocks=9");
  }

  @Test
  void promptsThatNoStepTakesWholeWithoutChunkedPrefillAreRejected() {
    Sim.Ended ended =
        Sim.run(
            "replay",
            TINY,
            "--set=engine.enable_chunked_prefill=false",
            "--max-num-batched-tokens=64");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out().replaceAll("\\s+", " "))
        .contains(
            "unservable_requests (",
            ": prompt larger than a step without chunked prefill: input_length=",
            " max_num_batched_tokens=64");
  }

  @Test
  void segmentsOfAnOlderRecordingAreRefusedBeforeTheRun() throws IOException {
    Path older = folder.resolve("run.000003.jsonl.gz");
    Files.writeString(older, "older");

    Sim.Ended ended = Sim.run("replay", TINY, "--record", folder.resolve("run").toString());

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualTo(
            "sim: "
                + older
                + ": is a segment of an older trace with this prefix; remove it, or name another"
                + " prefix\n");
  }

  @Test
  void policyFilesAreShownByTheirNamesInAComparison() {
    String policy = Docs.ROOT.resolve("docs/examples/FollowCache.java").toString();

    Sim.Ended ended = Sim.run("replay", TINY, "--policy", policy, "--policy=kv");

    assertThat(ended.out()).containsPattern("\n +FollowCache.java +kv\n");
  }

  @Test
  void limitsAreShownBesideTheirAttainment() {
    Sim.Ended ended = Sim.run("replay", TINY, "--slo", "ttft=500,e2e=0.05s,session=10m");

    assertThat(ended.out())
        .contains("  each limit      ttft <= 500 ms: 100.0 %, e2e <= 50 ms: ")
        .contains(", session <= 10 min: 100.0 %\n");
  }

  @Test
  void clusterAndRoomForKvAreInTheHeader() {
    Sim.Ended ended = Sim.run("replay", TINY, "--workers=2", "--kv-blocks=20");

    assertThat(ended.out())
        .contains("cluster   2 x qwen3-coder-30b-a3b on h200-sxm TP1\n")
        .contains("KV cache  1,280 tokens on each worker (20 blocks of 64)\n");
  }

  @Test
  void optionsThatExcludeEachOtherAreNamedAsOptions() {
    Sim.Ended ended = Sim.run("replay", TINY, "--concurrency=4", "--request-rate=3");

    assertThat(ended.err())
        .isEqualTo(
            "sim: --request-rate: a closed loop draws no start times, got 3, drop it, or drop"
                + " --concurrency\n");
  }

  @Test
  void parameterOfAnotherPolicyIsSaidToBeThat() {
    Sim.Ended ended = Sim.run("replay", TINY, "--policy=kv", "--set=policy.pause_threshold=0.9");

    assertThat(ended.err())
        .isEqualTo(
            "sim: --set policy.pause_threshold: no such setting, it is a parameter of thunderagent,"
                + " and the policy is kv\n");
  }

  @Test
  void cutRunIsDoneWithAWarning() {
    Sim.Ended ended = Sim.run("replay", TINY, "--max-sim-time=2");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("incomplete_requests (");
  }

  private static JsonNode report(List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("replay", "--format=json"));
    all.addAll(arguments);
    Sim.Ended ended = Sim.run(all.toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return JsonMapper.shared().readTree(ended.out());
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }
}

package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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
import tools.jackson.databind.node.ObjectNode;

final class CompareCommandTest {

  @TempDir private static Path results;

  private static String trace;

  @TempDir private Path folder;

  @BeforeAll
  static void makeResults() {
    trace = ShortTrace.in(results, 12, 5);
    ok("replay", trace, "--policy", "kv", "--concurrency", "4", "-o", at("kv"));
    ok("replay", trace, "--policy", "global-lb", "--concurrency", "8", "-o", at("lb"));
    ok(
        "replay",
        trace,
        "--policy",
        "kv",
        "--policy",
        "global-lb",
        "--concurrency",
        "4",
        "-o",
        at("both"));
    ok(
        "sweep",
        trace,
        "--policy",
        "kv",
        "--policy",
        "global-lb",
        "--concurrency",
        "2..8*2",
        "-o",
        at("sweep"));
    ok("sweep", trace, "--policy", "kv", "--concurrency", "4,8,16", "--tp", "2", "-o", at("other"));
    ok(
        "sweep",
        trace,
        "--policy",
        "random",
        "--policy",
        "power-of-two",
        "--workers",
        "2",
        "--repeats",
        "3",
        "-o",
        at("seeds"));
  }

  private static String at(String name) {
    return results.resolve(name).toString();
  }

  private static void ok(String... arguments) {
    Sim.Ended ended = Sim.run(arguments);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  private static Sim.Ended compare(String... arguments) {
    List<String> all = new ArrayList<>(List.of("compare"));
    for (String argument : arguments) {
      boolean result = argument.matches("kv|lb|both|sweep|other|seeds");
      all.add(result ? at(argument) : argument);
    }
    return Sim.run(all.toArray(String[]::new));
  }

  private static JsonNode json(Sim.Ended ended) {
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return JsonMapper.shared().readTree(ended.out());
  }

  private static List<String> pairs(JsonNode document) {
    List<String> pairs = new ArrayList<>();
    for (JsonNode pair : document.path("pairs").values()) {
      pairs.add(name(pair.path("run")) + " : " + name(pair.path("baseline")));
    }
    return pairs;
  }

  private static String name(JsonNode run) {
    JsonNode load = run.path("settings").path("load.concurrency");
    return run.path("policy").asString() + (load.isMissingNode() ? "" : load.asString());
  }

  @Test
  void twoReplaysAreComparedWhateverTheirPolicies() {
    Sim.Ended ended = compare("kv", "lb");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("global-lb of ", " against kv of", "  load.concurrency: 4 -> 8\n");
    assertThat(ended.outLines()).anyMatch(line -> line.matches("mean_ttft_ms .*%[! ]?"));
    assertThat(ended.outLines().stream().filter(line -> !line.contains(results.toString())))
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void changesAreThoseOfTheReports() throws IOException {
    JsonNode document = json(compare("kv", "lb", "--format", "json"));

    JsonNode base = report("kv");
    JsonNode run = report("lb");
    assertThat(document.path("pairs").path(0).path("metrics").size()).isGreaterThan(20);
    for (JsonNode metric : document.path("pairs").path(0).path("metrics").values()) {
      String name = metric.path("metric").asString();
      double from = base.path("summary").path(name).asDouble();
      double to = run.path("summary").path(name).asDouble();
      assertThat(metric.path("baseline").asDouble()).as(name).isEqualTo(from);
      assertThat(metric.path("value").asDouble()).as(name).isEqualTo(to);
      assertThat(metric.path("absolute").asDouble()).as(name).isEqualTo(to - from);
      if (from != 0) {
        assertThat(metric.path("relative").asDouble()).as(name).isEqualTo((to - from) / from);
      }
    }
  }

  private static JsonNode report(String name) throws IOException {
    return JsonMapper.shared()
        .readTree(Files.readString(results.resolve(name).resolve("report.json")));
  }

  @Test
  void oneResultIsComparedWithItsFirstPolicyOrTheOneThatIsNamed() {
    assertThat(pairs(json(compare("both", "--format", "json")))).containsExactly("global-lb : kv");
    assertThat(pairs(json(compare("sweep", "--format", "json"))))
        .containsExactly("global-lb2 : kv2", "global-lb4 : kv4", "global-lb8 : kv8");
    assertThat(pairs(json(compare("sweep", "--baseline", "global-lb", "--format", "json"))))
        .containsExactly("kv2 : global-lb2", "kv4 : global-lb4", "kv8 : global-lb8");
  }

  @Test
  void pointsOfTwoSweepsArePairedByPolicyAndSettings() {
    JsonNode document = json(compare("sweep", "other", "--format", "json"));

    assertThat(pairs(document)).containsExactly("kv4 : kv4", "kv8 : kv8");
    assertThat(document.path("alone").size()).isEqualTo(1);
    assertThat(name(document.path("alone").path(0))).isEqualTo("kv16");
  }

  @Test
  void theBaselineMayBeAnyOfTheResults() {
    JsonNode document = json(compare("kv", "lb", "--baseline", at("lb"), "--format", "json"));

    assertThat(pairs(document)).containsExactly("kv : global-lb");
  }

  @Test
  void seedsArePaired() {
    JsonNode document = json(compare("seeds", "--format", "json"));

    JsonNode pair = document.path("pairs").path(0);
    assertThat(pair.path("run").path("seeds").size()).isEqualTo(3);
    assertThat(pair.path("metrics").values())
        .anySatisfy(
            metric -> {
              assertThat(metric.path("metric").asString()).isEqualTo("mean_ttft_ms");
              assertThat(metric.path("low").isNumber()).isTrue();
              assertThat(metric.path("verdict").isString()).isTrue();
            });
  }

  @Test
  void aConditionThatHoldsEndsWithSeven() {
    Sim.Ended ended = compare("kv", "lb", "--fail-if", "mean_ttft_ms>+0.001%");

    assertThat(ended.exitCode()).isEqualTo(7);
    assertThat(ended.out()).contains("FAIL  mean_ttft_ms>+0.001%: global-lb: ");
    assertThat(ended.err()).contains("sim: mean_ttft_ms>+0.001% holds: global-lb of ");
  }

  @ParameterizedTest
  @CsvSource({
    "mean_ttft_ms>0, 7",
    "mean_ttft_ms>1000000, 0",
    "mean_ttft_ms<0.001, 0",
    "mean_ttft_ms<=1000000, 7",
    "mean_ttft_ms>+100000%, 0",
    "mean_ttft_ms>-100%, 7",
    "completed_requests>+0, 0",
    "completed_requests>=+0, 7",
    "completed_requests<-0.5%, 0",
    "p90_prefill_ms>0, 7",
    "slo_attainment_ratio<0.95, 7"
  })
  void conditionsAreJudgedAsWritten(String condition, int exitCode) {
    assertThat(compare("kv", "lb", "--fail-if", condition).exitCode()).isEqualTo(exitCode);
  }

  @Test
  void anyOfSeveralConditionsIsEnough() {
    Sim.Ended ended =
        compare("kv", "lb", "--fail-if", "mean_ttft_ms>1e0", "--fail-if", "mean_ttft_ms>0");
    Sim.Ended two =
        compare("kv", "lb", "--fail-if", "mean_ttft_ms>1000000", "--fail-if", "mean_ttft_ms>0");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(two.exitCode()).isEqualTo(7);
    assertThat(two.out()).contains("ok    mean_ttft_ms>1000000", "FAIL  mean_ttft_ms>0");
  }

  @Test
  void oneRunCanBeHeldAgainstValues() {
    assertThat(compare("kv", "--fail-if", "mean_ttft_ms>0").exitCode()).isEqualTo(7);
    assertThat(compare("kv", "--fail-if", "mean_ttft_ms<0").exitCode()).isZero();
    assertThat(compare("kv", "--fail-if", "mean_ttft_ms>+5%").exitCode()).isEqualTo(2);
    assertThat(compare("kv").err()).contains("nothing to compare: name a second result");
  }

  @Test
  void resultsOfOtherTracesAreRefusedUnlessForced() {
    String other = ShortTrace.in(folder, 12, 6);
    String out = folder.resolve("out").toString();
    ok("replay", other, "--policy", "kv", "--concurrency", "4", "-o", out);

    Sim.Ended refused = compare("kv", out);
    Sim.Ended forced = compare("kv", out, "--force");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .contains("sim: these results cannot be compared:\n  the traces differ: SHA-256 ")
        .contains("--force compares them nevertheless");
    assertThat(forced.exitCode()).isZero();
    assertThat(forced.out()).startsWith("not really comparable: the traces differ");
  }

  @Test
  void resultsWithOtherDefinitionsAreRefused() {
    String out = folder.resolve("out").toString();
    ok(
        "replay",
        trace,
        "--policy",
        "kv",
        "--concurrency",
        "4",
        "--set",
        "engine.free_order=strict_queue",
        "-o",
        out);

    Sim.Ended refused = compare("kv", out);

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("definitions.eviction_order differs: free_first in ", ", strict_queue in ");
  }

  @Test
  void noOutputReplacesAResult() {
    Sim.Ended ended = compare("kv", "lb", "--json", at("lb") + "/report.json");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("would replace the input");
  }

  @Test
  void boundsThatOnlyOneResultHasAreNoOtherDefinition() {
    String out = folder.resolve("bounds").toString();
    ok("replay", trace, "--policy", "kv", "--concurrency", "4", "--oracle", "-o", out);

    Sim.Ended ended = compare("kv", out, "--fail-if", "mean_ttft_ms>+0%");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("ok    mean_ttft_ms>+0%");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mean_ttft_ms>5%  | needs a sign: >+5% is a change against the baseline, >500 a value",
        "mean_ttft_ms=5   | is no condition",
        "mean_ttft_ms>    | is no condition",
        "no_such_metric>5 | names no metric of these results"
      })
  void wrongConditionsAreUsageErrors(String condition, String problem) {
    Sim.Ended ended = compare("kv", "lb", "--fail-if", condition);

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("--fail-if: '" + condition + "' " + problem);
  }

  @Test
  void whatIsNoResultIsAnInputError() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Path text = Files.writeString(folder.resolve("text.json"), "hello");
    Path foreign = Files.writeString(folder.resolve("foreign.json"), "{\"schema_version\": 99}");
    Path other = Files.writeString(folder.resolve("other.json"), "[1, 2]");
    Path bare = Files.writeString(folder.resolve("bare.json"), "{\"schema_version\": 1}");

    assertThat(compare("kv", empty.toString()).err())
        .contains("holds no sweep.json and no report.json");
    assertThat(compare("kv", text.toString()).err())
        .contains("text.json: is no result: line 1 is no JSON");
    assertThat(compare("kv", other.toString()).err())
        .contains("other.json: is no result of sim replay or sim sweep");
    assertThat(compare("kv", foreign.toString()).err())
        .contains("schema_version must be 1, got 99");
    assertThat(compare("kv", bare.toString()).err()).contains("is no result: it has no summary");
    assertThat(compare("kv", "nowhere").err()).contains("nowhere: no such file or folder");
    assertThat(compare("kv", "nowhere").exitCode()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "kv | /summary/preemptions | \"x\" | summary.preemptions must be a number or null",
        "kv | /inputs | 5 | inputs must be an object",
        "kv | /inputs/files | [] | inputs.files must name the trace",
        "kv | /inputs/files/0/sha256 | 7 | inputs.files[0].sha256 must be a text",
        "kv | /config/seed | 1.5 | config.seed must be a whole number below 2^63",
        "kv | /policy | {} | policy must be a text",
        "kv | /warnings | {} | warnings must be an array",
        "kv | /schema_version | \"1\" | schema_version must be 1",
        "both | /runs/1/summary/preemptions | [] | runs[1].summary.preemptions must be a number",
        "sweep | /inputs | 5 | inputs must be an object",
        "sweep | /points/0/summary/preemptions | true | points[0].summary.preemptions must be a nu",
        "sweep | /points/1/status | \"new\" | points[1].status must be finished or failed",
        "sweep | /groups/0/points | \"p\" | groups[0].points has a wrong value",
        "sweep | /repeats | null | repeats must be a whole number"
      })
  void aValueOfAnotherTypeIsNamedWithItsField(
      String result, String pointer, String value, String problem) throws IOException {
    String name = result.equals("sweep") ? "sweep.json" : "report.json";
    JsonMapper mapper = JsonMapper.shared();
    JsonNode document = mapper.readTree(Files.readString(results.resolve(result).resolve(name)));
    int last = pointer.lastIndexOf('/');
    ObjectNode holder = (ObjectNode) document.at(pointer.substring(0, last));
    holder.set(pointer.substring(last + 1), mapper.readTree(value));
    Path wrong = Files.writeString(folder.resolve("wrong.json"), document.toString());

    Sim.Ended ended = compare("kv", wrong.toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).contains("wrong.json: ", problem).endsWith(", got " + value + "\n");
    assertThat(ended.err().strip()).doesNotContain("\n", "jackson", "java");
  }

  @Test
  void anUnknownBaselineIsAnError() {
    Sim.Ended ended = compare("sweep", "--baseline", "thunderagent");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("'thunderagent' is no result and no policy of these");
  }

  @Test
  void writesWhatItShows() {
    Sim.Ended ended =
        compare("kv", "lb", "--format", "json", "--json", folder.resolve("c.json").toString());

    assertThat(folder.resolve("c.json")).hasContent(ended.out());
  }

  @Test
  void pageHoldsTheComparison() {
    assumeThat(HtmlPages.arePossible()).as("charts need fontconfig and a font").isTrue();
    Path page = folder.resolve("page.html");

    Sim.Ended ended = compare(at("kv"), at("lb"), "--html", page.toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(page)
        .content()
        .contains("<title>1 run against its baseline · Turnstile</title>", "turns a minute");
  }
}

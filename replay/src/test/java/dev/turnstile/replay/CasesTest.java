package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tiny traces with exact expectations, from the file to the result: {@code expectations.json} says
 * for each run which numbers must come out, or what the error must mention.
 */
final class CasesTest {
  private static final double RELATIVE = 1e-6;

  /** Warnings that a run may add to those of the input. */
  private static final Set<String> RUN_WARNINGS =
      Set.of(
          "forced_resumes",
          "saturated",
          "unservable_requests",
          "client_held_requests",
          "incomplete_requests",
          "hit_ratio_undefined");

  static Stream<Arguments> runs() throws Exception {
    JsonNode all =
        JsonMapper.shared().readTree(Files.readString(CaseRun.path("expectations.json")));
    List<Arguments> runs = new ArrayList<>();
    for (JsonNode run : all) {
      runs.add(Arguments.of(run.get("run").asString(), run));
    }
    return runs.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runs")
  void comesOutAsExpected(String name, JsonNode expected) {
    if (expected.has("message_mentions")) {
      assertThatThrownBy(() -> run(expected))
          .isInstanceOf(InvalidInputException.class)
          .satisfies(
              error ->
                  assertThat(error.getMessage()).contains(texts(expected.get("message_mentions"))));
      return;
    }
    CaseRun run = run(expected);

    object(expected.get("summary"))
        .forEach((metric, value) -> assertNumber(name + " " + metric, run.summary(metric), value));
    object(expected.get("requests"))
        .forEach(
            (id, columns) ->
                object(columns)
                    .forEach(
                        (column, value) ->
                            assertValue(id + " " + column, run.request(id, column), value)));
    if (expected.has("warnings")) {
      assertThat(inputWarnings(run)).isEqualTo(counts(expected.get("warnings")));
    }
    assertThat(run.result().checks()).contains("requests_conserved", "pools_idle");
  }

  private static CaseRun run(JsonNode expected) {
    Map<String, String> settings = new LinkedHashMap<>();
    object(expected.get("settings")).forEach((path, value) -> settings.put(path, value.asString()));
    return CaseRun.of(expected.get("format").asString(), texts(expected.get("files")), settings);
  }

  private static void assertValue(String what, @Nullable Object actual, JsonNode expected) {
    if (expected.isString()) {
      assertThat(actual).as(what).isEqualTo(expected.asString());
    } else {
      assertNumber(what, (Number) actual, expected);
    }
  }

  /** Whole numbers must be equal, others within the relative error. */
  private static void assertNumber(String what, @Nullable Number actual, JsonNode expected) {
    if (expected.isNull()) {
      assertThat(actual).as(what).isNull();
    } else if (expected.isIntegralNumber()) {
      double value = Objects.requireNonNull(actual, what).doubleValue();
      assertThat(value).as(what).isEqualTo((double) expected.asLong());
    } else {
      double value = expected.asDouble();
      assertThat(Objects.requireNonNull(actual, what).doubleValue())
          .as(what)
          .isCloseTo(value, within(Math.max(RELATIVE, Math.abs(value) * RELATIVE)));
    }
  }

  private static Map<String, Long> inputWarnings(CaseRun run) {
    Map<String, Long> counts = new TreeMap<>();
    for (TraceInfo.Warning warning : run.result().warnings()) {
      if (!RUN_WARNINGS.contains(warning.name())) {
        counts.put(warning.name(), warning.count());
      }
    }
    return counts;
  }

  private static Map<String, Long> counts(JsonNode node) {
    Map<String, Long> counts = new TreeMap<>();
    object(node).forEach((name, count) -> counts.put(name, count.asLong()));
    return counts;
  }

  private static Map<String, JsonNode> object(@Nullable JsonNode node) {
    Map<String, JsonNode> map = new LinkedHashMap<>();
    if (node != null) {
      node.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue()));
    }
    return map;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asString()));
    return texts;
  }

  @Test
  void saysHowManyBlocksAnOversizeRequestNeeds() {
    CaseRun run =
        CaseRun.of(
            "dynamo", List.of("c08-oversize-request.jsonl"), Map.of("kv.num_gpu_blocks", "8"));

    // 640 + 2 - 1 tokens: 11 blocks; 448 + 100 - 1: 9 blocks
    assertThat(run.request("big", "needed_blocks")).isEqualTo(11L);
    assertThat(run.request("grow", "needed_blocks")).isEqualTo(9L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c01-out-of-order.jsonl",
        "c09-session-overlap.jsonl",
        "c21-parallel-tools.jsonl",
        "c22-concurrency-exceeds-sessions.jsonl",
        "c30-subagent-join.jsonl",
        "c34-tie-round-robin.jsonl"
      })
  void doesNotDependOnTheOrderOfRows(String file, @TempDir Path folder) throws IOException {
    Map<String, String> twoWorkers = Map.of("cluster.workers", "2");
    CaseRun sorted = CaseRun.of("dynamo", List.of(file), twoWorkers);
    List<String> rows = new ArrayList<>(Files.readAllLines(CaseRun.path(file)));

    for (int seed = 1; seed <= 5; seed++) {
      Collections.shuffle(rows, new Random(seed));
      Path shuffled = Files.write(folder.resolve(file), rows);
      CaseRun run = CaseRun.ofFiles("dynamo", List.of(shuffled), twoWorkers);

      assertThat(run.result().summary()).isEqualTo(sorted.result().summary());
      assertThat(run.result().sessions()).isEqualTo(sorted.result().sessions());
      assertThat(run.result().arrivalOrder()).isEqualTo(sorted.result().arrivalOrder());
    }
  }

  @Test
  void doesNotDependOnTheOrderOfShards() {
    List<String> shards =
        List.of("c16-gzip-shards/trace.000000.jsonl.gz", "c16-gzip-shards/trace.000001.jsonl.gz");
    List<String> reversed = new ArrayList<>(shards);
    Collections.reverse(reversed);

    CaseRun forward = CaseRun.of("dynamo", shards, Map.of());
    CaseRun backward = CaseRun.of("dynamo", reversed, Map.of());

    assertThat(backward.result().summary()).isEqualTo(forward.result().summary());
  }

  @Test
  void admitsALoneProgramOnAnIdleWorkerWhenWorkConserving() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("policy.spec", "thunderagent:work_conserving=true,buffer_per_program=0");
    settings.put("kv.num_gpu_blocks", "16");

    CaseRun run = CaseRun.of("dynamo", List.of("c23-lone-program-over-threshold.jsonl"), settings);

    // two ticks after a2 is ready at the latest
    assertThat((Double) run.request("a2", "terminal_time_ms")).isLessThanOrEqualTo(18_480);
    assertThat(run.summary("forced_resumes")).isEqualTo(0L);
  }
}

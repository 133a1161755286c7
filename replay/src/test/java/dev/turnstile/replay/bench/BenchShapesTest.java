package dev.turnstile.replay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BenchShapesTest {

  @Test
  void theAgenticPlayIsAsLargeAsPublished() {
    SessionGraph graph = BenchShapes.AGENTIC.make().workload().graph();

    assertThat(graph.playCount()).isEqualTo(1);
    assertThat(graph.requestCount()).isEqualTo(129);
    assertThat(graph.sessionCount()).isEqualTo(1 + 4 * 2);
    // 41 * 20,480 + 5,862 * (0 + … + 40) and 88 * 40,000 + 8 * 9,621 * (0 + … + 10).
    assertThat(inputs(graph).sum()).isEqualTo(5_646_520 + 7_753_240);
    assertThat(inputs(graph).max()).hasValue(254_960);
    assertThat(outputs(graph).sum()).isEqualTo(114_540);
  }

  @Test
  void eachTurnOfASessionContinuesTheOneBefore() {
    Workload workload = BenchShapes.SESSIONS.make().workload();

    SessionGraph graph = workload.graph();
    assertThat(graph.sessionCount()).isEqualTo(4_096);
    assertThat(graph.requestCount()).isEqualTo(16_384);
    // 1024, then 128 of output and 1024 more each time.
    assertThat(inputs(graph).limit(4)).containsExactly(1024L, 2176L, 3328L, 4480L);
    // 16 groups of 8 shared blocks; each session has 62 more: (4480 - 512) / 64.
    assertThat(workload.prompts().distinctBlocks()).isEqualTo(16 * 8 + 4_096L * 62);
    // What a turn generates are the blocks of the next one's prompt.
    assertThat(graph.request(0).prompt().outputBlocks()).isEqualTo(18);
  }

  @Test
  void aDayHasItsTotalsToTheToken() {
    Scenario scenario = Scenario.defaults();

    SessionGraph graph = SingleTurns.day("day", scenario, 1_000, 2_745_000, 299_000).graph();

    assertThat(inputs(graph).sum()).isEqualTo(2_745_000);
    assertThat(outputs(graph).sum()).isEqualTo(299_000);
    assertThat(inputs(graph).min().orElseThrow()).isPositive();
    assertThat(outputs(graph).min().orElseThrow()).isPositive();
    assertThat(graph.request(0).offsetNanos()).isZero();
    assertThat(graph.request(999).offsetNanos()).isEqualTo(86_400_000_000_000L);
  }

  @Test
  void sharedPromptsDifferInTheirLastBlockOnly() {
    Workload workload = SingleTurns.sharing("shared", Scenario.defaults(), 50, 640, 4);

    assertThat(workload.prompts().distinctBlocks()).isEqualTo(9 + 50);
    RunResult result =
        new Replayer().run(BenchShapes.with("load.concurrency", "1"), workload, RunOptions.SILENT);
    // All but the first find nine blocks.
    assertThat(result.summary().get("hit_tokens")).isEqualTo(49L * 9 * 64);
  }

  @Test
  void everyShapeHasItsOwnScenario() {
    for (BenchShapes shape : BenchShapes.values()) {
      shape.scenario().check();
      assertThat(shape.summary()).isNotBlank();
      assertThat(BenchShapes.labels()).contains(shape.label());
    }
  }

  @Test
  void aGrowthSeriesGrowsInItsSizeAlone() {
    BenchCase turns = GrowthSeries.TURNS.make(20);
    assertThat(turns.workload().graph().requestCount()).isEqualTo(20);
    assertThat(turns.workload().graph().playCount()).isEqualTo(1);

    BenchCase context = GrowthSeries.CONTEXT.make(6_400);
    assertThat(context.workload().graph().requestCount()).isEqualTo(1_000);
    assertThat(inputs(context.workload().graph()).distinct()).containsExactly(6_400L);

    BenchCase outputs = GrowthSeries.OUTPUTS.make(77);
    assertThat(outputs(outputs.workload().graph()).distinct()).containsExactly(77L);

    assertThat(GrowthSeries.WORKERS.scenario(123).cluster().workers()).isEqualTo(123);
    assertThat(GrowthSeries.SESSIONS.make(30).workload().graph().playCount()).isEqualTo(30);
  }

  private static LongStream inputs(SessionGraph graph) {
    return requests(graph).mapToLong(request -> request.prompt().inputTokens());
  }

  private static LongStream outputs(SessionGraph graph) {
    return requests(graph).mapToLong(RequestNode::outputTokens);
  }

  private static java.util.stream.Stream<RequestNode> requests(SessionGraph graph) {
    return IntStream.range(0, graph.requestCount()).mapToObj(graph::request);
  }
}

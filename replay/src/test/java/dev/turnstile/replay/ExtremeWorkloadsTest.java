package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.replay.bench.BenchCase;
import dev.turnstile.replay.bench.GrowthSeries;
import dev.turnstile.replay.scenario.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small forms of extreme workloads: ten times the size costs ten times the work, or none. Work is
 * counted, not timed: events of the simulation, and questions about requests, which whoever goes
 * through requests must ask.
 */
final class ExtremeWorkloadsTest {

  private record Work(long events, long questions) {}

  /** Counts what is asked about requests. */
  private static final class Counted implements EngineRequests {
    private final EngineRequests requests;
    private long questions;

    Counted(EngineRequests requests) {
      this.requests = requests;
    }

    private EngineRequests asked() {
      questions++;
      return requests;
    }

    @Override
    public int count() {
      return requests.count();
    }

    @Override
    public BlockTree blocks() {
      return requests.blocks();
    }

    @Override
    public int promptNode(int request) {
      return asked().promptNode(request);
    }

    @Override
    public long pathTokens(int request) {
      return asked().pathTokens(request);
    }

    @Override
    public int outputNode(int request) {
      return asked().outputNode(request);
    }

    @Override
    public long outputPathTokens(int request) {
      return asked().outputPathTokens(request);
    }

    @Override
    public long inputTokens(int request) {
      return asked().inputTokens(request);
    }

    @Override
    public long outputTokens(int request) {
      return asked().outputTokens(request);
    }

    @Override
    public int priority(int request) {
      return asked().priority(request);
    }
  }

  private static Work work(GrowthSeries series, long size, String policy, boolean open) {
    BenchCase made = series.make(size);
    Scenario scenario = made.scenario().with("policy.spec", policy);
    if (open) {
      scenario =
          Scenario.defaults()
              .with("policy.spec", policy)
              .with("load.request_rate", "20")
              .with("kv.num_gpu_blocks", "unlimited")
              .with("cluster.workers", Integer.toString(scenario.cluster().workers()));
    }
    ReplayInput input = ReplayInput.of(made.workload(), scenario);
    Counted requests = new Counted(input.requests());
    Run run =
        new Replayer(FastWorker::new)
            .prepare(scenario, input.workload(), requests, RunOptions.SILENT);
    new RunLoop(run, RunOptions.SILENT, scenario.measure().stallLimitNanos())
        .run(scenario.policy().parts());
    return new Work(run.kit().simulation().processedEvents(), requests.questions);
  }

  @ParameterizedTest
  @ValueSource(strings = {"round-robin", "kv", "global-lb", "thunderagent"})
  void workFollowsTurnsAndSessions(String policy) {
    for (boolean open : new boolean[] {false, true}) {
      Work turns = work(GrowthSeries.TURNS, 300, policy, open);
      Work tenTimesTheTurns = work(GrowthSeries.TURNS, 3_000, policy, open);
      Work sessions = work(GrowthSeries.SESSIONS, 600, policy, open);
      Work tenTimesTheSessions = work(GrowthSeries.SESSIONS, 6_000, policy, open);

      assertThat(tenTimesTheTurns.events()).isLessThan(11 * turns.events());
      assertThat(tenTimesTheTurns.questions()).isLessThan(11 * turns.questions());
      assertThat(tenTimesTheSessions.events()).isLessThan(11 * sessions.events());
      assertThat(tenTimesTheSessions.questions()).isLessThan(11 * sessions.questions());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"round-robin", "kv", "global-lb", "thunderagent"})
  void workDoesNotFollowContextsAndOutputs(String policy) {
    for (boolean open : new boolean[] {false, true}) {
      Work context = work(GrowthSeries.CONTEXT, 10_000, policy, open);
      Work tenTimesTheContext = work(GrowthSeries.CONTEXT, 100_000, policy, open);
      Work outputs = work(GrowthSeries.OUTPUTS, 1_000, policy, open);
      Work tenTimesTheOutputs = work(GrowthSeries.OUTPUTS, 10_000, policy, open);

      // The first prefill takes eleven steps more.
      assertThat(tenTimesTheContext.events()).isLessThan(context.events() * 11 / 10);
      assertThat(tenTimesTheContext.questions()).isEqualTo(context.questions());
      // Ten times the steps; simulated time is ten times as long, and a gate ticks in it.
      assertThat(tenTimesTheOutputs.events()).isLessThan(4 * outputs.events());
      assertThat(tenTimesTheOutputs.questions()).isEqualTo(outputs.questions());
    }
  }
}

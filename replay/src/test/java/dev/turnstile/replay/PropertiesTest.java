package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Router;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold for whole runs, whatever the numbers are. */
final class PropertiesTest {
  private static final Workload AGENTS = Generator.generate(Profiles.builtIn("swe-agent"), 8, 5);

  private static final Workload TREES = Generator.generate(Profiles.builtIn("subagents"), 3, 9);

  private static RunResult run(Scenario scenario, Workload workload) {
    return new Replayer().run(scenario, workload, RunOptions.SILENT);
  }

  private static Scenario roofline(String policy) {
    return Scenario.defaults().with("policy.spec", policy);
  }

  /** A pool in which the sessions of {@link #AGENTS} cannot all live. */
  private static Scenario tight(String policy) {
    return roofline(policy)
        .with("cluster.workers", "2")
        .with("kv.num_gpu_blocks", "2500")
        .with("load.concurrency", "8")
        .with("load.max_gap", "5s");
  }

  /** Every time point and count of every request. */
  private static List<String> rows(RequestLog log) {
    List<String> rows = new ArrayList<>();
    for (int r = 0; r < log.count(); r++) {
      rows.add(
          r
              + " "
              + log.status(r)
              + " w"
              + log.worker(r)
              + " "
              + log.scheduledNanos(r)
              + " "
              + log.arrivalNanos(r)
              + " "
              + log.releasedNanos(r)
              + " "
              + log.admittedNanos(r)
              + " "
              + log.firstScheduledNanos(r)
              + " "
              + log.firstTokenNanos(r)
              + " "
              + log.secondTokenNanos(r)
              + " "
              + log.endNanos(r)
              + " "
              + log.hitTokens(r)
              + " "
              + log.reprefilledTokens(r)
              + " "
              + log.preemptions(r)
              + " "
              + log.maxTokenGapNanos(r));
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kv", "thunderagent", "thunderagent+kv", "random", "power-of-two", "global-lb"})
  void comesOutTheSameTwice(String policy) {
    List<String> firstDecisions = new ArrayList<>();
    List<String> secondDecisions = new ArrayList<>();

    RunResult first =
        new Replayer().run(tight(policy), AGENTS, RunOptions.logging(firstDecisions::add));
    RunResult second =
        new Replayer().run(tight(policy), AGENTS, RunOptions.logging(secondDecisions::add));

    assertThat(rows(second.requests())).isEqualTo(rows(first.requests()));
    assertThat(second.summary()).isEqualTo(first.summary());
    assertThat(secondDecisions).isNotEmpty().isEqualTo(firstDecisions);
  }

  @Test
  void comesOutTheSameWhetherOrNotAnybodyWatches() {
    RunResult watched =
        new Replayer()
            .run(
                tight("thunderagent"),
                AGENTS,
                new RunOptions(line -> {}, (now, done, all) -> {}, () -> false));

    assertThat(rows(watched.requests()))
        .isEqualTo(rows(run(tight("thunderagent"), AGENTS).requests()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kv",
        "thunderagent",
        "thunderagent:profile=python",
        "thunderagent:profile=original"
      })
  void servesEveryRequestInATightPool(String policy) {
    RunResult result = run(tight(policy), TREES);

    for (int r = 0; r < result.requests().count(); r++) {
      assertThat(result.requests().status(r))
          .as(TREES.graph().request(r).id())
          .isEqualTo(RequestStatus.COMPLETED);
    }
  }

  @Test
  void pausesInATightPoolAndNeverInAnEndlessOne() {
    RunResult tight = run(tight("thunderagent"), AGENTS);
    RunResult endless = run(tight("thunderagent").with("kv.num_gpu_blocks", "unlimited"), AGENTS);

    assertThat(total(tight, "pauses")).isPositive();
    assertThat(total(endless, "pauses")).isZero();
    for (int r = 0; r < endless.requests().count(); r++) {
      assertThat(endless.requests().admittedNanos(r)).isEqualTo(endless.requests().arrivalNanos(r));
    }
  }

  @Test
  void equalsRoundRobinOnOneWorkerWithPlentyOfRoom() {
    Scenario roomy =
        roofline("round-robin").with("load.concurrency", "8").with("load.max_gap", "5s");

    RunResult plain = run(roomy, AGENTS);
    RunResult gated = run(roomy.with("policy.spec", "thunderagent"), AGENTS);

    assertThat(total(gated, "pauses")).isZero();
    assertThat(rows(gated.requests())).isEqualTo(rows(plain.requests()));
  }

  @Test
  void isNotChangedByAWorkerThatNobodyUses() {
    Scenario one = tight("kv").with("cluster.workers", "1");
    PolicySelection.Part first =
        TestPolicies.router(context -> (Router) (request, target, priority) -> Placement.on(0));

    RunResult alone = new Replayer().run(one, AGENTS, RunOptions.SILENT, List.of(first));
    RunResult withIdle =
        new Replayer()
            .run(one.with("cluster.workers", "3"), AGENTS, RunOptions.SILENT, List.of(first));

    assertThat(rows(withIdle.requests())).isEqualTo(rows(alone.requests()));
    assertThat(withIdle.workers().get(2).requests()).isZero();
  }

  @Test
  void halvesComputeTimeAtTwiceTheSpeed() {
    Workloads rows = new Workloads(64);
    for (int r = 0; r < 40; r++) {
      rows.root("r" + r, 0, 64 + 37 * r, 1 + r % 7, Workloads.hashes(r % 3, 1));
    }
    Workload burst = rows.build();
    Scenario base = Scenarios.base().with("engine.max_num_seqs", "8");

    RequestLog slow = run(base, burst).requests();
    RequestLog fast = run(base.with("timing.speedup_ratio", "2"), burst).requests();

    for (int r = 0; r < slow.count(); r++) {
      assertThat(2 * fast.endNanos(r)).isEqualTo(slow.endNanos(r));
      assertThat(2 * fast.firstScheduledNanos(r)).isEqualTo(slow.firstScheduledNanos(r));
      assertThat(fast.hitTokens(r)).isEqualTo(slow.hitTokens(r));
    }
  }

  @Test
  void neverLetsATurnOvertakeAnotherOfItsSession() {
    RequestLog log = run(tight("thunderagent"), AGENTS).requests();

    for (int r = 0; r < log.count(); r++) {
      int before = AGENTS.graph().previousInSession(r);
      if (before >= 0) {
        assertThat(log.admittedNanos(r)).isGreaterThanOrEqualTo(log.endNanos(before));
      }
    }
  }

  @Test
  void loadsTwiceAsMuchWithTwoCopiesOfEverySession() {
    Scenario scenario = tight("kv").with("load.concurrency", "16");

    RunResult one = run(scenario, AGENTS);
    RunResult two = run(scenario.with("load.repeat_sessions", "2"), AGENTS);

    assertThat(two.requests().count()).isEqualTo(2 * one.requests().count());
    assertThat(total(two, "total_input_tokens")).isEqualTo(2 * total(one, "total_input_tokens"));
    assertThat(total(two, "peak_live_sessions")).isEqualTo(16);
  }

  private static long total(RunResult result, String name) {
    return Objects.requireNonNull(result.summary().get(name), name).longValue();
  }

  @Test
  void keepsTheBooksOfEveryRouterWithTheEngine() {
    RunResult result = run(tight("kv"), AGENTS);

    long[] perWorker = new long[2];
    for (int r = 0; r < result.requests().count(); r++) {
      perWorker[result.requests().worker(r)]++;
    }
    assertThat(perWorker)
        .containsExactly(result.workers().get(0).requests(), result.workers().get(1).requests());
    assertThat(Arrays.stream(perWorker).min().orElseThrow()).isPositive();
  }
}

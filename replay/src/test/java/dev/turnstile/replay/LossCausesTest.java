package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every computed token has the right cause. A worker has four blocks of 64 tokens and computes one
 * request at a time: 0.1 ms per prompt token, 10 ms per further token.
 */
final class LossCausesTest {
  private static final Scenario FOUR_BLOCKS = Scenarios.base().with("kv.num_gpu_blocks", "4");
  private static final Scenario TWO_WORKERS = FOUR_BLOCKS.with("cluster.workers", "2");

  private static RunResult run(Scenario scenario, Workload workload) {
    return new Replayer().run(scenario, workload, RunOptions.SILENT);
  }

  private static RunResult run(
      Scenario scenario, Workload workload, PolicySelection.Part... policies) {
    return new Replayer().run(scenario, workload, RunOptions.SILENT, List.of(policies));
  }

  /** What is not 0. */
  private static Map<Cause, Long> causes(RunResult result, String request) {
    int r = 0;
    while (!result.workload().graph().request(r).id().equals(request)) {
      r++;
    }
    Map<Cause, Long> causes = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.values()) {
      long tokens = result.requests().losses().tokens(cause, r);
      if (tokens != 0) {
        causes.put(cause, tokens);
      }
    }
    return causes;
  }

  private static SessionRow tree(RunResult result, String label) {
    return result.sessions().stream()
        .filter(row -> row.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  /** A's first turn leaves blocks 1 and 2, then B takes the two free blocks and block 2. */
  @Test
  void evictedByOthersWhileTheSessionWasAway() {
    // a1 0..12.8, B 20..39.2, a2 at 12.8 + 50
    RunResult result =
        run(
            FOUR_BLOCKS,
            new Workloads(64)
                .first("A", "a1", 0, 128, 1, 1, 2)
                .first("B", "b", 20, 192, 1, 11, 12, 13)
                .next("A", "a2", 50, 192, 1, 1, 2, 3)
                .build());

    assertThat(causes(result, "a1")).isEqualTo(Map.of(Cause.FIRST_TIME, 128L));
    assertThat(causes(result, "a2"))
        .isEqualTo(
            Map.of(
                Cause.REPREFILLED,
                64L,
                Cause.REPREFILLED_OTHERS,
                64L,
                Cause.REPREFILLED_AWAY,
                64L,
                Cause.FIRST_TIME,
                64L));
    assertThat(tree(result, "A").lostTokens()).isEqualTo(64);
    assertThat(tree(result, "A").causedTokens()).isZero();
    assertThat(tree(result, "B").lostTokens()).isZero();
    assertThat(tree(result, "B").causedTokens()).isEqualTo(64);
  }

  @Test
  void evictedByTheSessionItself() {
    // a1 0..12.8, a2 22.8..42 begins anew and takes block 2, a3 at 52
    RunResult result =
        run(
            FOUR_BLOCKS,
            new Workloads(64)
                .first("A", "a1", 0, 128, 1, 1, 2)
                .next("A", "a2", 10, 192, 1, 21, 22, 23)
                .next("A", "a3", 10, 192, 1, 1, 2, 3)
                .build());

    assertThat(causes(result, "a3"))
        .isEqualTo(
            Map.of(
                Cause.REPREFILLED,
                64L,
                Cause.REPREFILLED_OWN,
                64L,
                Cause.REPREFILLED_AWAY,
                64L,
                Cause.FIRST_TIME,
                64L));
    assertThat(tree(result, "A").lostTokens()).isEqualTo(64);
    assertThat(tree(result, "A").causedTokens()).isZero();
  }

  @Test
  void evictedWhileTheGateHeldTheRequest() {
    // a2 arrives at 22.8 and is held until B, 30..49.2, is complete
    RunResult result =
        run(
            FOUR_BLOCKS,
            new Workloads(64)
                .first("A", "a1", 0, 128, 1, 1, 2)
                .first("B", "b", 30, 192, 1, 11, 12, 13)
                .next("A", "a2", 10, 192, 1, 1, 2, 3)
                .build(),
            TestPolicies.gate(context -> new HoldUntil(context, "a2", "b")),
            TestPolicies.router(context -> (Router) (request, target, at) -> Placement.on(0)));

    assertThat(causes(result, "a2"))
        .isEqualTo(
            Map.of(
                Cause.REPREFILLED,
                64L,
                Cause.REPREFILLED_OTHERS,
                64L,
                Cause.REPREFILLED_HELD,
                64L,
                Cause.FIRST_TIME,
                64L));
  }

  @Test
  void evictedWhileTheRequestWasQueued() {
    // B 20..52.8 needs a third block at 32.8; a2 is in the worker's queue from 22.8 on
    RunResult result =
        run(
            FOUR_BLOCKS,
            new Workloads(64)
                .first("A", "a1", 0, 128, 1, 1, 2)
                .first("B", "b", 20, 128, 3, 11, 12)
                .next("A", "a2", 10, 192, 1, 1, 2, 3)
                .build());

    assertThat(causes(result, "a2"))
        .isEqualTo(
            Map.of(
                Cause.REPREFILLED,
                64L,
                Cause.REPREFILLED_OTHERS,
                64L,
                Cause.REPREFILLED_QUEUED,
                64L,
                Cause.FIRST_TIME,
                64L));
  }

  /** Round-robin sends a1 to worker 0, x to 1, B to 0 and a2 to 1. */
  @Test
  void elsewhereAndGone() {
    // B takes block 2 of A at 20; block 1 stays on worker 0
    RunResult result =
        run(
            TWO_WORKERS,
            new Workloads(64)
                .first("A", "a1", 0, 128, 1, 1, 2)
                .root("x", 1, 64, 1, 50)
                .root("b", 20, 192, 1, 11, 12, 13)
                .next("A", "a2", 50, 192, 1, 1, 2, 3)
                .build());

    assertThat(causes(result, "a2"))
        .isEqualTo(Map.of(Cause.ROUTED, 64L, Cause.GONE, 64L, Cause.FIRST_TIME, 64L));
    assertThat(tree(result, "A").lostTokens()).isEqualTo(128);
    assertThat(result.summary().get("routed_tokens")).isEqualTo(64L);
    assertThat(result.summary().get("gone_tokens")).isEqualTo(64L);
    assertThat(result.summary().get("reprefilled_tokens")).isEqualTo(0L);
  }

  @Test
  void computedTwiceAtTheSameTime() {
    // Steps of at most 64 tokens: P has stored its first block on worker 0 when Q begins on 1.
    RunResult result =
        run(
            TWO_WORKERS.with("engine.max_num_batched_tokens", "64"),
            new Workloads(64).root("p", 0, 128, 1, 1, 2).root("q", 0, 150, 1, 1, 2, 3).build());

    assertThat(causes(result, "p")).isEqualTo(Map.of(Cause.FIRST_TIME, 128L));
    assertThat(causes(result, "q"))
        .isEqualTo(Map.of(Cause.ROUTED, 64L, Cause.CONCURRENT, 64L, Cause.FIRST_TIME, 22L));
  }

  @Test
  void onlyForTheLogits() {
    RunResult result =
        run(
            FOUR_BLOCKS,
            new Workloads(64).root("p", 0, 128, 1, 1, 2).root("q", 50, 128, 1, 1, 2).build());

    assertThat(causes(result, "q")).isEqualTo(Map.of(Cause.FULL_HIT_RECOMPUTE, 64L));
    assertThat(tree(result, "q").lostTokens()).isZero();
  }

  @Test
  void movedBecauseTheGateAskedForAnotherWorker() {
    Workload workload =
        new Workloads(64)
            .first("A", "a1", 0, 128, 1, 1, 2)
            .next("A", "a2", 50, 192, 1, 1, 2, 3)
            .build();
    PolicySelection.Part gate =
        TestPolicies.gate(
            context -> (AdmissionGate) request -> Admission.release(request.turnIndex()));
    PolicySelection.Part obedient =
        TestPolicies.router(context -> (Router) (request, target, at) -> Placement.on(target));
    PolicySelection.Part contrary =
        TestPolicies.router(
            context -> (Router) (request, target, at) -> Placement.on(1 - request.turnIndex()));

    RunResult moved = run(TWO_WORKERS, workload, gate, obedient);
    RunResult overruled = run(TWO_WORKERS, workload, gate, contrary);

    assertThat(causes(moved, "a2")).isEqualTo(Map.of(Cause.MIGRATED, 128L, Cause.FIRST_TIME, 64L));
    // The gate asked for worker 1, but the router took 0 after 1: its own choice.
    assertThat(causes(overruled, "a2"))
        .isEqualTo(Map.of(Cause.ROUTED, 128L, Cause.FIRST_TIME, 64L));
  }

  /**
   * The gate of {@code ThunderAgentRunTest} on two workers of 1024 tokens: A, 0..286 on worker 0,
   * is paused at 5 s, its next turn held at 8286; B lives on worker 0 from 6 s on, so the tick at
   * 10 s finds worker 1 idle.
   */
  @Test
  void movedByAResumeOnAnotherWorker() {
    long[] second = Workloads.hashes(1, 16);
    second[15] = 99;
    Workload workload =
        new Workloads(64)
            .first("A", "a1", 0, 960, 20, Workloads.hashes(1, 15))
            .first("B", "b1", 6000, 64, 500, 1000)
            .next("A", "a2", 8000, 1000, 20, second)
            .build();

    RunResult result =
        run(
            TWO_WORKERS
                .with("kv.num_gpu_blocks", "16")
                .with("policy.spec", "thunderagent:work_conserving=true,buffer_per_program=0"),
            workload);

    assertThat(result.requests().worker(1)).isZero();
    assertThat(result.requests().admittedNanos(2)).isEqualTo(10_000_000_000L);
    assertThat(causes(result, "a2")).isEqualTo(Map.of(Cause.MIGRATED, 960L, Cause.FIRST_TIME, 40L));
  }

  @Test
  void findsWhatAnOutputNamesInsideAPrompt() {
    // b stores 16 blocks of 16; a's prompt has hashes for 128 tokens, its output names up to 256:
    // 11 blocks are hits, 180 - 176 tokens are computed.
    RunResult result =
        run(
            Scenarios.base().with("kv.block_size", "16"),
            OutputPaths.nextTurn(180, 60_000 * Workloads.MS));

    assertThat(result.requests().hitTokens(0)).isEqualTo(176);
    assertThat(causes(result, "a")).isEqualTo(Map.of(Cause.FIRST_TIME, 4L));
    assertThat(result.summary().get("hit_ratio_of_ideal")).isEqualTo(1.0);
  }

  @Test
  void leavesWarmUpOutOfTheSums() {
    // As in the first test, but A is warm-up: nobody measured has lost anything to B.
    RunResult result =
        run(
            FOUR_BLOCKS.with("measure.warmup_requests", "3"),
            new Workloads(64)
                .first("A", "a1", 0, 128, 1, 1, 2)
                .first("B", "b", 20, 192, 1, 11, 12, 13)
                .next("A", "a2", 50, 192, 1, 1, 2, 3)
                .first("C", "c", 500, 64, 1, 90)
                .build());

    assertThat(causes(result, "a2")).containsEntry(Cause.REPREFILLED, 64L);
    assertThat(tree(result, "A").lostTokens()).isEqualTo(64);
    assertThat(tree(result, "B").causedTokens()).isZero();
    assertThat(result.summary().get("reprefilled_tokens")).isEqualTo(0L);
    assertThat(result.summary().get("first_time_tokens")).isEqualTo(64L);
  }

  /** Holds one request until another one is complete. */
  private static final class HoldUntil implements AdmissionGate {
    private final PolicyContext context;
    private final String held;
    private final String until;
    private @Nullable RequestView waiting;

    HoldUntil(PolicyContext context, String held, String until) {
      this.context = context;
      this.held = held;
      this.until = until;
    }

    @Override
    public Admission admit(RequestView request) {
      if (!request.requestId().equals(held)) {
        return Admission.release();
      }
      waiting = request;
      return Admission.hold();
    }

    @Override
    public void onComplete(RequestView request, int worker, long contextTokens) {
      if (request.requestId().equals(until)) {
        context.release(Objects.requireNonNull(waiting), Admission.release());
      }
    }
  }
}

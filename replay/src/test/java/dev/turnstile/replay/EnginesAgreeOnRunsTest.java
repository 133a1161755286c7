package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.TimeSeries;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whole runs on the fast engine equal those on the literal one: every time point, count, statistic,
 * series and logged decision.
 *
 * <p>{@code -Dengines.cases=N} compares more runs, {@code -Dsim.test.seed=S} others.
 */
final class EnginesAgreeOnRunsTest {
  private static final int CASES = Integer.getInteger("engines.cases", 150);
  private static final long SEED = Long.getLong("sim.test.seed", 20261129L);

  private static final String[] TIMINGS = {
    "fixed:prefill_ms=7,decode_ms=3",
    "linear:prefill_ms_per_token=0.1,decode_ms_per_step=10",
    "polynomial",
    "roofline"
  };

  @Test
  void wholeRunsAreEqual() {
    List<String> policies = AllPoliciesContractTest.policies().toList();
    for (int i = 0; i < CASES; i++) {
      SplittableRandom random = new SplittableRandom(SEED + i);
      Workload workload = workload(random);
      Scenario scenario = scenario(random, policies);
      String name = "seed " + (SEED + i) + ": " + scenario.toMap();

      List<String> fast = story(FastWorker::new, scenario, workload);

      assertThat(fast)
          .as(name)
          .containsExactlyElementsOf(story(LiteralWorker::new, scenario, workload));
    }
  }

  @Test
  void subagentsOfAGeneratedTraceAreEqual() {
    Workload agents = Generator.generate(Profiles.builtIn("subagents"), 6, 3);
    for (String policy : new String[] {"kv", "thunderagent", "thunderagent+kv", "global-lb"}) {
      Scenario scenario =
          Scenario.defaults()
              .with("policy.spec", policy)
              .with("cluster.workers", "2")
              .with("load.concurrency", "4")
              .with("kv.num_gpu_blocks", "2500");

      assertThat(story(FastWorker::new, scenario, agents))
          .as(policy)
          .containsExactlyElementsOf(story(LiteralWorker::new, scenario, agents));
    }
  }

  private static Workload workload(SplittableRandom random) {
    return RandomWorkloads.sessions(random.nextLong(1000));
  }

  private static Scenario scenario(SplittableRandom random, List<String> policies) {
    Scenario scenario =
        Scenario.defaults()
            .with("policy.spec", pick(random, policies.toArray(new String[0])))
            .with("cluster.workers", pick(random, "1", "2", "3"))
            .with("timing.provider", pick(random, TIMINGS))
            .with("timing.step_composition", pick(random, "fused", "split"))
            .with("engine.max_num_seqs", pick(random, "1", "2", "8", "256"))
            .with("engine.max_num_batched_tokens", pick(random, "64", "300", "2048"))
            .with("engine.free_order", pick(random, "free_first", "strict_queue"))
            .with("engine.full_sequence_must_fit", pick(random, "true", "false"))
            .with("engine.watermark", pick(random, "0", "0.1"))
            .with("engine.event_visibility", pick(random, "pass_start", "pass_end"))
            .with("engine.long_prefill_token_threshold", pick(random, "0", "40"))
            .with("engine.enable_prefix_caching", pick(random, "true", "true", "false"))
            .with("kv.block_size", pick(random, "16", "48", "64", "128"))
            .with("load.arrival_speedup", pick(random, "0.5", "1", "4"))
            .with("load.repeat_sessions", pick(random, "1", "1", "2"))
            .with("measure.warmup_requests", pick(random, "0", "10"));
    int blockTokens = scenario.kv().blockTokens();
    int poolTokens = 64 * (15 + random.nextInt(60));
    scenario =
        scenario.with(
            "kv.num_gpu_blocks",
            random.nextInt(5) == 0 ? "unlimited" : Integer.toString(poolTokens / blockTokens));
    return switch (random.nextInt(3)) {
      case 0 -> scenario.with("load.concurrency", pick(random, "1", "5", "20"));
      case 1 -> scenario.with("load.request_concurrency", pick(random, "2", "9"));
      default -> scenario;
    };
  }

  private static String pick(SplittableRandom random, String... values) {
    return values[random.nextInt(values.length)];
  }

  /** Everything a run leaves behind, as lines; a run that fails leaves its failure. */
  private static List<String> story(WorkerFactory workers, Scenario scenario, Workload workload) {
    List<String> lines = new ArrayList<>();
    RunResult run;
    try {
      run = new Replayer(workers).run(scenario, workload, RunOptions.logging(lines::add));
    } catch (DeadlockException e) {
      lines.add(e.toString());
      return lines;
    }
    RequestLog log = run.requests();
    for (int r = 0; r < log.count(); r++) {
      lines.add(request(log, r));
    }
    run.summary().forEach((name, value) -> lines.add(name + " " + value));
    run.distributions().forEach((name, d) -> lines.add(name + " " + numbers(d)));
    for (TimeSeries.Series series : run.series().series()) {
      lines.add(
          series.gauge()
              + " "
              + series.worker()
              + Arrays.toString(series.mean())
              + Arrays.toString(series.max()));
    }
    run.sessions().forEach(row -> lines.add(row.toString()));
    run.workers().forEach(row -> lines.add(row.toString()));
    lines.add(run.policyMetrics() + " " + run.warnings() + " " + run.endNanos());
    return lines;
  }

  private static String request(RequestLog log, int r) {
    return String.join(
        " ",
        Integer.toString(r),
        log.status(r) + log.reason(r) + log.worker(r),
        Long.toString(log.arrivalNanos(r)),
        Long.toString(log.admittedNanos(r)),
        Long.toString(log.firstScheduledNanos(r)),
        Long.toString(log.firstTokenNanos(r)),
        Long.toString(log.secondTokenNanos(r)),
        Long.toString(log.endNanos(r)),
        Long.toString(log.maxTokenGapNanos(r)),
        "hit " + log.hitTokens(r),
        "again " + log.reprefilledTokens(r) + " " + log.fullHitRecomputeTokens(r),
        "routing " + log.routingLossTokens(r),
        "preempted " + log.preemptions(r) + " " + log.preemptionRecomputeTokens(r));
  }

  private static String numbers(Distribution d) {
    return d.count() + " " + d.mean() + " " + d.std() + Arrays.toString(d.percentiles());
  }
}

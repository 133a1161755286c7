package dev.turnstile.replay.statistics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.engine.kernel.RandomStreams;
import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.FlatSummary;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class TreeBootstrapTest {
  private static final Workload AGENTS = Generator.generate(Profiles.builtIn("swe-agent"), 20, 5);

  private static final Scenario SCENARIO =
      Scenario.defaults()
          .with("policy.spec", "global-lb")
          .with("cluster.workers", "2")
          .with("kv.num_gpu_blocks", "3000")
          .with("load.concurrency", "10")
          .with("load.max_gap", "5s")
          .with("slo.ttft", "300ms");

  private static RunResult run(Scenario scenario, Workload workload) {
    return new Replayer().run(scenario, workload, RunOptions.SILENT);
  }

  private static BootstrapDraws draws(Scenario scenario, RunResult run) {
    return new TreeBootstrap()
        .draws(run, Replayer.measures(scenario), scenario.load().repeatSessions());
  }

  /** How often each tree is drawn the first time. */
  private static int[] firstDraw(int trees) {
    SplittableRandom random = new RandomStreams(1).stream("bootstrap");
    int[] times = new int[trees];
    for (int i = 0; i < trees; i++) {
      times[random.nextInt(trees)]++;
    }
    return times;
  }

  @Test
  void aDrawEqualsTheMetricsOverTheTreesWrittenOutAsOftenAsTheyWereDrawn() {
    RunResult run = run(SCENARIO, AGENTS);
    RequestLog log = run.requests();
    int[] times = firstDraw(20);
    DoubleStream.Builder ttfts = DoubleStream.builder();
    double hits = 0;
    double inputs = 0;
    double outputs = 0;
    for (int r = 0; r < log.count(); r++) {
      for (int i = 0; i < times[AGENTS.graph().play(r)]; i++) {
        ttfts.add((double) (log.firstTokenNanos(r) - log.arrivalNanos(r)));
        hits += log.hitTokens(r);
        inputs += AGENTS.graph().request(r).prompt().inputTokens();
        outputs += log.outputTokens(r);
      }
    }
    double lived = 0;
    double allLived = 0;
    for (int play = 0; play < 20; play++) {
      lived += times[play] * (double) run.sessions().get(play).durationNanos();
      allLived += run.sessions().get(play).durationNanos();
    }
    Distribution ttft = Distribution.ofNanos(ttfts.build().toArray());

    BootstrapDraws draws = draws(SCENARIO, run);

    assertThat(first(draws, "mean_ttft_ms")).isCloseTo(ttft.mean(), within(ttft.mean() * 1e-6));
    assertThat(first(draws, "p99_ttft_ms"))
        .isCloseTo(ttft.percentile(99), within(ttft.percentile(99) * 1e-6));
    assertThat(first(draws, "prefix_cache_hit_ratio")).isCloseTo(hits / inputs, within(1e-6));
    // Little: mean live trees = allLived / duration, each yields outputs / lived
    double duration = requireNonNull(run.summary().get("duration_ms")).doubleValue() / 1000;
    double rate = allLived / 1e9 / duration * outputs / (lived / 1e9);
    assertThat(first(draws, "output_token_throughput_per_s")).isCloseTo(rate, within(rate * 1e-6));
  }

  private static double first(BootstrapDraws draws, String metric) {
    return requireNonNull(draws.byMetric().get(metric))[0];
  }

  private static Interval interval(BootstrapDraws draws, String metric) {
    return requireNonNull(draws.intervals().get(metric));
  }

  @Test
  void intervalsContainTheMetricAndAreNotPoints() {
    RunResult run = run(SCENARIO, AGENTS);

    BootstrapDraws draws = draws(SCENARIO, run);

    assertThat(draws.byMetric().keySet()).containsExactlyElementsOf(TreeBootstrap.metrics());
    var flat = FlatSummary.of(run.summary(), run.distributions());
    draws
        .intervals()
        .forEach(
            (metric, interval) ->
                assertThat(requireNonNull(flat.get(metric)).doubleValue())
                    .as(metric)
                    .isBetween(interval.low() * 0.999, interval.high() * 1.001));
    assertThat(interval(draws, "mean_ttft_ms").halfWidth()).isPositive();
  }

  @Test
  void aRunDoesNotDifferFromItself() {
    RunResult run = run(SCENARIO, AGENTS);

    BootstrapDraws one = draws(SCENARIO, run);
    BootstrapDraws other = draws(SCENARIO, run(SCENARIO, AGENTS));

    assertThat(one.difference("mean_ttft_ms", other)).contains(new Interval(0, 0));
  }

  @Test
  void pairedDifferencesAreTighterThanTheIntervalsOfTheRuns() {
    Scenario roomy = SCENARIO.with("kv.num_gpu_blocks", "unlimited");
    Scenario faster = roomy.with("timing.speedup_ratio", "1.05");
    BootstrapDraws base = draws(roomy, run(roomy, AGENTS));
    BootstrapDraws fast = draws(faster, run(faster, AGENTS));

    Interval difference = fast.difference("mean_itl_ms", base).orElseThrow();

    assertThat(difference.high()).isNegative();
    assertThat(difference.halfWidth()).isLessThan(interval(base, "mean_itl_ms").halfWidth());
  }

  @Test
  void fewTreesSayNothing() {
    Workload few = Generator.generate(Profiles.builtIn("swe-agent"), 9, 5);

    assertThat(draws(SCENARIO, run(SCENARIO, few)).byMetric()).isEmpty();
  }

  @Test
  void copiesOfATreeAreDrawnWithIt() {
    Scenario copied =
        SCENARIO.with("load.repeat_sessions", "4").with("kv.num_gpu_blocks", "unlimited");
    RunResult run = run(copied, AGENTS);

    String metric = "mean_session_duration_ms";
    double copies = interval(draws(copied, run), metric).halfWidth();
    BootstrapDraws ofStrangers = new TreeBootstrap().draws(run, Replayer.measures(copied), 1);
    double strangers = interval(ofStrangers, metric).halfWidth();

    // four copies taken for four sessions would halve the interval
    assertThat(copies / strangers).isCloseTo(2, within(0.25));
  }

  @Test
  void veryManyTreesAreDrawnInGroupsAndSpreadAlike() {
    Workload chats = Generator.generate(Profiles.builtIn("chat"), 2500, 5);
    Scenario quick =
        Scenario.defaults()
            .with("policy.spec", "round-robin")
            .with("timing.provider", "fixed:prefill_ms=1,decode_ms=1")
            .with("load.concurrency", "200")
            .with("load.max_gap", "0");
    RunResult run = run(quick, chats);

    Interval grouped = interval(draws(quick, run), "mean_session_duration_ms");

    // the standard error of a mean over single trees, times 1.96
    double[] durations =
        run.sessions().stream().mapToDouble(row -> row.durationNanos() / 1e6).toArray();
    Distribution d = Distribution.of(Arrays.copyOf(durations, durations.length));
    double expected = 1.96 * d.std() / Math.sqrt(durations.length);
    assertThat(grouped.halfWidth()).isCloseTo(expected, within(expected * 0.1));
  }
}

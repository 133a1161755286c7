package dev.turnstile.replay.sweep;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.replay.statistics.BootstrapDraws;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.statistics.RepeatStatistics;
import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.replay.sweep.SweepResult.Derived;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.replay.sweep.SweepResult.Limit;
import dev.turnstile.replay.sweep.SweepResult.LoadSeries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Derived results over outcomes written by hand. */
final class SweepAnalysisTest {
  private static final String RATE = "output_token_throughput_per_s";
  private static final String RATE_PER_GPU = "output_token_throughput_per_s_per_gpu";
  private static final String SLO = "slo_attainment_ratio";
  private static final BootstrapDraws NO_DRAWS = new BootstrapDraws(Map.of());

  private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

  private static Outcome finished(Map<String, Number> metrics) {
    return new Outcome.Finished(
        new LinkedHashMap<>(metrics), Map.of(), Map.of(), Map.of(), Map.of(), List.of(), List.of());
  }

  /** Gives the points of a plan, in order, one value of a metric each; NaN = it failed. */
  private void values(SweepPlan plan, String metric, double... values) {
    for (int i = 0; i < values.length; i++) {
      outcomes.put(
          plan.points().get(i).id(),
          Double.isNaN(values[i])
              ? new Outcome.Failed(Outcome.Reason.STUCK, "stuck")
              : finished(Map.of(metric, values[i])));
    }
  }

  private Derived derive(SweepPlan plan, @Nullable String baseline) {
    return new SweepAnalysis(plan, outcomes).derive(baseline, id -> NO_DRAWS);
  }

  private static SweepPlan loads(String... policies) {
    return Sweeps.plan(List.of(policies), 1, "load.concurrency=8,2,4,16");
  }

  @Test
  void theKneeIsTheSmallestLoadWithNearlyTheBestThroughput() {
    SweepPlan plan = loads("kv");
    // loads 8, 2, 4, 16; 95 % of 1000 is 950
    values(plan, RATE, 950, 400, 800, 1000);

    LoadSeries series = derive(plan, null).loads().get(0);

    assertThat(series.axis()).isEqualTo("load.concurrency");
    assertThat(series.knee()).isEqualTo(new Limit(8L, Limit.Status.FOUND));
    assertThat(series.capacity().status()).isEqualTo(Limit.Status.NO_SLO);
    assertThat(series.groups())
        .containsExactly(
            plan.points().get(1).id(),
            plan.points().get(2).id(),
            plan.points().get(0).id(),
            plan.points().get(3).id());
  }

  @Test
  void throughputThatStillGrowsAtTheLargestLoadHasNoKneeInThisSweep() {
    SweepPlan plan = loads("kv");
    values(plan, RATE, 900, 400, 800, 1000);

    assertThat(derive(plan, null).loads().get(0).knee())
        .isEqualTo(new Limit(null, Limit.Status.NOT_REACHED));
  }

  @Test
  void failedPointsAreLeftOutOfASeries() {
    SweepPlan plan = loads("kv");
    values(plan, RATE, Double.NaN, 400, 990, 1000);

    LoadSeries series = derive(plan, null).loads().get(0);

    assertThat(series.groups()).hasSize(3);
    assertThat(series.knee()).isEqualTo(new Limit(4L, Limit.Status.FOUND));
  }

  @Test
  void capacityIsTheLargestLoadThatMeetsTheSlo() {
    SweepPlan plan = loads("kv");

    assertThat(capacity(plan, 0.96, 1, 0.99, 0.5)).isEqualTo(new Limit(8L, Limit.Status.FOUND));
    assertThat(capacity(plan, 0.95, 1, 1, 0.95))
        .isEqualTo(new Limit(16L, Limit.Status.NOT_REACHED));
    assertThat(capacity(plan, 0.1, 0.94, 0.2, 0.1))
        .isEqualTo(new Limit(null, Limit.Status.NEVER_MET));
  }

  private Limit capacity(SweepPlan plan, double... attainments) {
    for (int i = 0; i < attainments.length; i++) {
      outcomes.put(plan.points().get(i).id(), finished(Map.of(RATE, 100.0, SLO, attainments[i])));
    }
    return derive(plan, null).loads().get(0).capacity();
  }

  @Test
  void eachCombinationOfTheOtherSettingsIsASeries() {
    SweepPlan plan =
        Sweeps.plan(List.of("kv", "global-lb"), 1, "cluster.workers=1,2", "load.concurrency=2,4");
    values(plan, RATE, 1, 2, 3, 4, 5, 6, 7, 8);

    assertThat(derive(plan, null).loads())
        .extracting(s -> s.policy() + s.settings())
        .containsExactly(
            "kv{cluster.workers=1}",
            "kv{cluster.workers=2}",
            "global-lb{cluster.workers=1}",
            "global-lb{cluster.workers=2}");
  }

  @Test
  void theBestPointOfAPolicyHasTheMostThroughputPerGpuAndGoodputWhereThereIsAnSlo() {
    SweepPlan plan = loads("kv", "global-lb");
    values(plan, RATE_PER_GPU, 5, 7, 7, 6, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    Derived derived = derive(plan, "kv");

    assertThat(derived.bestBy()).isEqualTo(RATE_PER_GPU);
    assertThat(derived.best())
        .containsExactly(new SweepResult.Best("kv", plan.points().get(1).id(), 7));
    values(plan, "goodput_request_throughput_per_s", 1, 2, 3, 2, 1, 1, 1, 1);
    assertThat(derive(plan, "kv").bestBy()).isEqualTo("goodput_request_throughput_per_s");
  }

  @Test
  void frontsAreOverAllPoliciesAndOverEachOne() {
    SweepPlan plan = Sweeps.plan(List.of("kv", "global-lb"), 1, "load.concurrency=2,4");
    double[][] jobsAndSessions = {{10, 1}, {5, 3}, {9, 2}, {4, 2}};
    for (int i = 0; i < 4; i++) {
      outcomes.put(
          plan.points().get(i).id(),
          finished(
              Map.of(
                  "jobs_per_h_per_user", jobsAndSessions[i][0],
                  "session_throughput_per_h_per_gpu", jobsAndSessions[i][1])));
    }

    List<SweepResult.Front> fronts =
        derive(plan, null).fronts().stream().filter(f -> f.x().startsWith("jobs")).toList();

    // (4,2) of global-lb is beaten by (5,3) of kv and by (9,2) of its own
    assertThat(fronts.get(0).groups()).containsExactly(id(plan, 1), id(plan, 2), id(plan, 0));
    assertThat(fronts.get(1).groups()).containsExactly(id(plan, 1), id(plan, 0));
    assertThat(fronts.get(2).groups()).containsExactly(id(plan, 2));
  }

  private static String id(SweepPlan plan, int index) {
    return plan.points().get(index).id();
  }

  @Test
  void repeatsGiveTheIntervalOfTheDifferencePairedBySeed() {
    SweepPlan plan = Sweeps.plan(List.of("kv", "global-lb"), 3);
    // differences 2, 3, 4: mean 3, s = 1, half width 4.302653 / sqrt(3) = 2.484138
    values(plan, RATE, 10, 20, 30, 12, 23, 34);

    SweepAnalysis analysis = new SweepAnalysis(plan, outcomes);
    Difference difference = only(analysis.derive("kv", id -> NO_DRAWS));

    assertThat(difference.baseline()).isEqualTo(20);
    assertThat(difference.value()).isEqualTo(23);
    assertThat(difference.absolute()).isEqualTo(3);
    assertThat(difference.relative()).isEqualTo(0.15);
    assertThat(difference.method()).isEqualTo(SweepResult.Method.PAIRED_SEEDS);
    assertThat(interval(difference).low()).isCloseTo(3 - 2.484138, within(1e-6));
    assertThat(difference.verdict()).isEqualTo(Verdict.BETTER);
    // unpaired, 20 ± 24.8 and 23 ± 27.3 would show nothing
    RepeatStatistics rate = requireNonNull(analysis.allGroups().get(0).statistics().get(RATE));
    assertThat(rate.std()).isEqualTo(10);
    assertThat(requireNonNull(rate.interval()).halfWidth()).isCloseTo(24.84138, within(1e-5));
  }

  private static Interval interval(Difference difference) {
    return requireNonNull(difference.interval());
  }

  @Test
  void anIntervalAroundZeroShowsNoDifference() {
    SweepPlan plan = Sweeps.plan(List.of("kv", "global-lb"), 3);
    values(plan, RATE, 10, 20, 30, 13, 19, 31);

    assertThat(only(derive(plan, "kv")).verdict()).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
  }

  @Test
  void seedsThatChangeNothingAreNoSampleAndTheTreesAreAskedInstead() {
    SweepPlan plan = Sweeps.plan(List.of("kv", "global-lb"), 3);
    values(plan, RATE, 10, 10, 10, 12, 12, 12);
    Map<String, BootstrapDraws> draws =
        Map.of(
            id(plan, 0), new BootstrapDraws(Map.of(RATE, new float[] {9, 10, 11})),
            id(plan, 3), new BootstrapDraws(Map.of(RATE, new float[] {11, 12.5f, 13})));

    Difference difference = only(new SweepAnalysis(plan, outcomes).derive("kv", draws::get));

    // draw by draw 2, 2.5, 2; the middle 95 % of 2, 2, 2.5 is 2 to 2.475
    assertThat(difference.method()).isEqualTo(SweepResult.Method.SESSION_TREES);
    assertThat(interval(difference).low()).isEqualTo(2);
    assertThat(interval(difference).high()).isCloseTo(2.475, within(1e-9));
    assertThat(difference.verdict()).isEqualTo(Verdict.BETTER);
  }

  @Test
  void withoutDrawsADeterministicDifferenceHasNoVerdict() {
    SweepPlan plan = Sweeps.plan(List.of("kv", "global-lb"), 1);
    values(plan, RATE, 10, 12);

    Difference difference = only(derive(plan, "kv"));

    assertThat(difference.interval()).isNull();
    assertThat(difference.method()).isNull();
    assertThat(difference.verdict()).isNull();
  }

  @Test
  void aFailedSeedIsLeftOutOfThePairs() {
    SweepPlan plan = Sweeps.plan(List.of("kv", "global-lb"), 3);
    values(plan, RATE, 10, Double.NaN, 30, 12, 23, 34);

    Difference difference = only(derive(plan, "kv"));

    assertThat(difference.baseline()).isEqualTo(20);
    assertThat(difference.value()).isEqualTo(23);
  }

  private static Difference only(Derived derived) {
    assertThat(derived.comparisons()).hasSize(1);
    return derived.comparisons().get(0).differences().stream()
        .filter(d -> d.metric().equals(RATE))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPointIsComparedWithTheSameLoadOfTheBaseline() {
    SweepPlan plan =
        Sweeps.plan(
            List.of("kv", "thunderagent"),
            1,
            "policy.pause_threshold=0.8,0.9",
            "load.concurrency=2,4");
    // kv has two points, thunderagent four
    values(plan, RATE, 10, 20, 11, 22, 12, 24);

    Derived derived = derive(plan, "kv");

    assertThat(derived.comparisons())
        .extracting(c -> c.differences().get(0).baseline() + " " + c.differences().get(0).value())
        .containsExactly("10.0 11.0", "20.0 22.0", "10.0 12.0", "20.0 24.0");
  }

  @Test
  void theBaselineIsTheFirstPolicyOrTheOneThatIsNamed() {
    SweepPlan plan =
        Sweeps.plan(List.of("kv", "thunderagent:pause_threshold=0.9", "thunderagent"), 1);

    assertThat(plan.baseline(null)).isEqualTo("kv");
    assertThat(plan.baseline("thunderagent")).isEqualTo("thunderagent");
    assertThat(
            Sweeps.plan(List.of("kv", "thunderagent:pause_threshold=0.9"), 1)
                .baseline("thunderagent"))
        .isEqualTo("thunderagent:pause_threshold=0.9");
    assertThat(Sweeps.plan(List.of("kv"), 1).baseline(null)).isNull();
    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> plan.baseline("global-lb"))
        .withMessage(
            "--baseline: 'global-lb' is none of the policies, they are kv,"
                + " thunderagent:pause_threshold=0.9, thunderagent");
  }
}

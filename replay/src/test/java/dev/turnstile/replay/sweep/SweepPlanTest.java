package dev.turnstile.replay.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SweepPlanTest {

  private static SweepPlan plan(List<String> policies, int repeats, String... settings) {
    return SweepPlan.of(
        Scenario.defaults(),
        policies,
        Stream.of(settings).map(SweepPlanTest::setting).toList(),
        repeats);
  }

  private static SweepSetting setting(String text) {
    int equals = text.indexOf('=');
    String path = text.substring(0, equals);
    return SweepSetting.of(path, path, text.substring(equals + 1));
  }

  private static List<String> labels(SweepPlan plan) {
    return plan.points().stream().map(SweepPoint::label).toList();
  }

  @Test
  void ordersPointsByPolicyThenByAxisWithTheFirstOneSlowest() {
    SweepPlan plan =
        plan(List.of("kv", "global-lb"), 1, "load.concurrency=4,8", "cluster.workers=1..3");

    assertThat(labels(plan))
        .containsExactly(
            "kv concurrency=4 workers=1",
            "kv concurrency=4 workers=2",
            "kv concurrency=4 workers=3",
            "kv concurrency=8 workers=1",
            "kv concurrency=8 workers=2",
            "kv concurrency=8 workers=3",
            "global-lb concurrency=4 workers=1",
            "global-lb concurrency=4 workers=2",
            "global-lb concurrency=4 workers=3",
            "global-lb concurrency=8 workers=1",
            "global-lb concurrency=8 workers=2",
            "global-lb concurrency=8 workers=3");
    assertThat(plan.points().get(4).scenario().cluster().workers()).isEqualTo(2);
    assertThat(plan.points().get(4).index()).isEqualTo(4);
  }

  @Test
  void aPolicyParameterMultipliesOnlyThePoliciesThatHaveIt() {
    SweepPlan plan =
        plan(List.of("kv", "thunderagent"), 1, "policy.pause_threshold=0.8..0.95+0.05");

    assertThat(labels(plan))
        .containsExactly(
            "kv",
            "thunderagent pause_threshold=0.8",
            "thunderagent pause_threshold=0.85",
            "thunderagent pause_threshold=0.9",
            "thunderagent pause_threshold=0.95");
    assertThat(plan.policies()).containsExactly("kv", "thunderagent");
  }

  @Test
  void aParameterOfOnePolicyIsNamedWithItsId() {
    SweepPlan plan =
        plan(
            List.of("thunderagent", "thunderagent:pause_threshold=0.5+kv"),
            1,
            "policy.kv.router_temperature=0,1");

    assertThat(labels(plan))
        .containsExactly(
            "thunderagent",
            "thunderagent:pause_threshold=0.5+kv kv.router_temperature=0",
            "thunderagent:pause_threshold=0.5+kv kv.router_temperature=1");
  }

  @Test
  void aParameterThatNoPolicyHasIsAnError() {
    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> plan(List.of("kv"), 1, "policy.pause_treshold=0.8,0.9"))
        .withMessageContaining("policy.pause_treshold: no such setting");
  }

  @Test
  void aWrongValueInTheMiddleOfAListNamesSettingAndValue() {
    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> plan(List.of(), 1, "load.concurrency=32,0,64"))
        .withMessage("load.concurrency: must be none or a whole number >= 1, got '0'");
  }

  @Test
  void settingsThatCannotGoTogetherAreAnErrorBeforeAnyRun() {
    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> plan(List.of(), 1, "load.concurrency=32,64", "load.request_rate=1"))
        .withMessageContaining("load.request_rate");
  }

  @Test
  void theLaterOfTwoSettingsWithOnePathHolds() {
    assertThat(labels(plan(List.of("kv"), 1, "load.concurrency=32,64", "load.concurrency=16")))
        .containsExactly("kv");
    assertThat(labels(plan(List.of("kv"), 1, "load.concurrency=16", "load.concurrency=32,64")))
        .containsExactly("kv concurrency=32", "kv concurrency=64");
  }

  @Test
  void repeatsHaveSeedsThatFollowOneAnotherAndShareAGroup() {
    SweepPlan plan = plan(List.of("kv"), 3, "load.concurrency=4,8", "seed=10");

    assertThat(plan.points())
        .extracting(p -> p.scenario().seed())
        .containsExactly(10L, 11L, 12L, 10L, 11L, 12L);
    assertThat(plan.points()).extracting(SweepPoint::group).containsExactly(0, 0, 0, 1, 1, 1);
    assertThat(plan.groups()).isEqualTo(2);
  }

  @Test
  void aSweptSeedAndRepeatsExcludeEachOther() {
    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> plan(List.of("kv"), 2, "seed=1,2"))
        .withMessageContaining("seed: is swept and --repeats asks for 2 seeds");
  }

  @Test
  void aRunThatWouldBeMadeTwiceIsMadeOnce() {
    SweepPlan plan =
        plan(List.of("kv"), 1, "policy.router_temperature=0,1", "policy.kv.router_temperature=0.5");

    assertThat(plan.points()).hasSize(1);
  }

  @Test
  void onePolicyGivenTwiceIsAnError() {
    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> plan(List.of("kv", "kv"), 1))
        .withMessage("--policy: 'kv' is given twice");
  }

  @Test
  void anIdFollowsFromTheScenarioAlone() {
    SweepPlan few = plan(List.of("kv"), 1, "load.concurrency=8,16");
    SweepPlan many = plan(List.of("global-lb", "kv"), 1, "load.concurrency=4,8,16,32");

    assertThat(many.points()).extracting(SweepPoint::id).doesNotHaveDuplicates();
    assertThat(many.points())
        .filteredOn(p -> p.label().equals("kv concurrency=16"))
        .extracting(SweepPoint::id)
        .containsExactly(few.points().get(1).id());
  }

  @Test
  void sweptValuesAreShownAsTheScenarioHasThem() {
    SweepPlan plan =
        plan(
            List.of("kv"),
            1,
            "engine.max_num_batched_tokens=1k..4k*4",
            "load.max_gap=5,10s",
            "timing.provider=roofline,polynomial",
            "engine.enable_prefix_caching=true,false");

    assertThat(plan.points().get(0).settings())
        .containsEntry("engine.max_num_batched_tokens", 1000L)
        .containsEntry("load.max_gap", "5s")
        .containsEntry("timing.provider", "roofline")
        .containsEntry("engine.enable_prefix_caching", true);
    assertThat(plan.points()).hasSize(16);
  }

  @Test
  void aTimingModelWithParametersIsOneValue() {
    assertThat(
            SweepSetting.of("--timing", "timing.provider", "fixed:prefill_ms=1,decode_ms=2")
                .values())
        .containsExactly("fixed:prefill_ms=1,decode_ms=2");
  }

  @Test
  void tooManyPointsAreRefusedBeforeTheyAreMade() {
    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> plan(List.of("kv"), 2_000, "load.concurrency=1..6"))
        .withMessageContaining("more than 10000 points");
  }
}

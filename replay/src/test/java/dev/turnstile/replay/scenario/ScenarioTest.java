package dev.turnstile.replay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.workload.load.ArrivalMode;
import dev.turnstile.workload.load.LoadSettings;
import java.math.BigDecimal;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScenarioTest {
  private static final Scenario DEFAULTS = Scenario.defaults().with("policy.spec", "thunderagent");

  @Test
  void hasTheDefaultsOfTheCommandLine() {
    Scenario scenario = Scenario.defaults();

    assertThat(scenario.cluster().workers()).isEqualTo(1);
    assertThat(scenario.cluster().model()).isEqualTo("qwen3-coder-30b-a3b");
    assertThat(scenario.cluster().gpu()).isEqualTo("h200-sxm");
    assertThat(scenario.kv().blockTokens()).isEqualTo(64);
    assertThat(scenario.kv().numGpuBlocks().isAuto()).isTrue();
    assertThat(scenario.engine().maxNumSeqs()).isEqualTo(256);
    assertThat(scenario.engine().maxNumBatchedTokens()).isEqualTo(8192);
    assertThat(scenario.timing().model().provider()).isEqualTo("roofline");
    assertThat(scenario.policy().composition()).isEqualTo("kv");
    assertThat(scenario.seed()).isEqualTo(1);
    assertThat(scenario.load().settings()).isEqualTo(LoadSettings.RECORDED);
  }

  @Test
  void changesOneSettingAndKeepsTheOthers() {
    Scenario changed = DEFAULTS.with("engine.max_num_seqs", "32k").with("seed", "7");

    assertThat(changed.engine().maxNumSeqs()).isEqualTo(32_000);
    assertThat(changed.seed()).isEqualTo(7);
    assertThat(changed.cluster()).isEqualTo(DEFAULTS.cluster());
    assertThat(DEFAULTS.engine().maxNumSeqs()).isEqualTo(256);
  }

  @Test
  void readsBareTimesInTheUnitOfTheirSetting() {
    Scenario changed = DEFAULTS.with("load.max_gap", "10").with("slo.ttft", "12.8");

    assertThat(changed.load().maxGapNanos()).hasValue(10_000_000_000L);
    assertThat(changed.slo().ttftNanos()).hasValue(12_800_000);
    assertThat(changed.with("load.max_gap", "none").load().maxGapNanos()).isEmpty();
  }

  @Test
  void closesTheLoopWhereAConcurrencyIsSet() {
    Scenario closed = DEFAULTS.with("load.concurrency", "64");

    assertThat(closed.load().closedLoop()).isTrue();
    assertThat(closed.load().settings().arrivals())
        .isEqualTo(new ArrivalMode.ClosedLoop(64, false));
    assertThat(DEFAULTS.with("load.arrival", "closed").load().settings().arrivals())
        .isEqualTo(new ArrivalMode.ClosedLoop(ArrivalMode.ClosedLoop.ALL_PLAYS, false));
    assertThat(DEFAULTS.with("load.request_rate", "2.5").load().settings().arrivals())
        .isEqualTo(new ArrivalMode.Poisson(new BigDecimal("2.5")));
  }

  @Test
  void refusesSettingsThatExcludeEachOther() {
    Scenario openWithSlots = DEFAULTS.with("load.arrival", "trace").with("load.concurrency", "4");
    Scenario rateWithSlots = DEFAULTS.with("load.request_rate", "1").with("load.concurrency", "4");

    assertThatThrownBy(openWithSlots::check)
        .isInstanceOf(ScenarioException.class)
        .hasMessageStartingWith("load.concurrency: an open loop has no slots, got 4");
    assertThatThrownBy(rateWithSlots::check)
        .isInstanceOf(ScenarioException.class)
        .hasMessageStartingWith("load.request_rate: a closed loop draws no start times, got 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.workers | 0 | cluster.workers: must be a whole number >= 1, got '0'",
        "cluster.workers | two | cluster.workers: must be a whole number such as 64 or 32k, got 'two'",
        "load.arrival_speedup | 0 | load.arrival_speedup: must be a number > 0, got '0'",
        "engine.watermark | 1.5 | engine.watermark: must be a number >= 0 and <= 1, got '1.5'",
        "engine.free_order | random | engine.free_order: must be one of free_first, strict_queue, got 'random'",
        "engine.enable_prefix_caching | yes | engine.enable_prefix_caching: must be true or false, got 'yes'",
        "load.max_gap | -1 | load.max_gap: must be none or a duration >= 0 (bare numbers are s), got '-1'",
        "kv.num_gpu_blocks | 0 | kv.num_gpu_blocks: must be auto, unlimited or a whole number >= 1, got '0'",
        "cluster.workers | 3000000000 | cluster.workers: must be below 2^31, got '3000000000'",
        "engine.discipline | sglang | engine.discipline: must be one of vllm, got 'sglang'"
      })
  void refusesAWrongValueAndSaysWhatIsAllowed(String path, String value, String message) {
    assertThatThrownBy(() -> DEFAULTS.with(path, value))
        .isInstanceOf(ScenarioException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "cluster.wokers, cluster.workers",
    "max_num_seqs, engine.max_num_seqs",
    "load.speedup, load.arrival_speedup",
    "policy.pause_treshold, policy.pause_threshold",
    "timing.efff_gemm, timing.eff_gemm"
  })
  void namesTheClosestPath(String wrong, String close) {
    assertThatThrownBy(() -> DEFAULTS.with(wrong, "1"))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining("no such setting, did you mean " + close + "?");
    assertThat(DEFAULTS.has(wrong)).isFalse();
  }

  @Test
  void setsAPolicyParameterByKeyOrByPolicyAndKey() {
    Scenario byKey = DEFAULTS.with("policy.pause_threshold", "0.9");
    Scenario byPolicy = DEFAULTS.with("policy.thunderagent.pause_threshold", "0.9");

    assertThat(byKey).isEqualTo(byPolicy);
    assertThat(byKey.policy()).hasToString("thunderagent:pause_threshold=0.9");
    assertThat(DEFAULTS.has("policy.thunderagent.pause_threshold")).isTrue();
    assertThat(DEFAULTS.has("policy.round-robin.pause_threshold")).isFalse();
  }

  @Test
  void leavesOutAPolicyParameterThatEqualsItsDefault() {
    Scenario back =
        DEFAULTS.with("policy.pause_threshold", "0.9").with("policy.pause_threshold", "0.95");

    assertThat(back.policy()).hasToString("thunderagent");
  }

  @Test
  void checksPolicyParametersAtOnce() {
    assertThatThrownBy(() -> DEFAULTS.with("policy.pause_threshold", "2"))
        .isInstanceOf(PolicyConfigException.class)
        .hasMessageContaining("pause_threshold=2");
  }

  @Test
  void setsTheTimingModelAndItsParameters() {
    Scenario linear =
        DEFAULTS.with("timing.provider", "linear:prefill_ms_per_token=0.1,decode_ms_per_step=10");
    Scenario faster = linear.with("timing.decode_ms_per_step", "5");

    assertThat(faster.timing().model())
        .hasToString("linear:prefill_ms_per_token=0.1,decode_ms_per_step=5");
    assertThat(faster.has("timing.eff_gemm")).isFalse();
    assertThat(DEFAULTS.has("timing.eff_gemm")).isTrue();
  }

  @Test
  @SuppressWarnings("unchecked")
  void exportsEverythingWithDefaultsFilledIn() {
    Map<String, Object> map = DEFAULTS.toMap();

    assertThat(map.keySet())
        .containsExactly(
            "workload",
            "load",
            "cluster",
            "engine",
            "kv",
            "timing",
            "policy",
            "slo",
            "measure",
            "seed");
    assertThat((Map<String, Object>) map.get("policy"))
        .containsEntry("spec", "thunderagent")
        .extractingByKey("thunderagent", InstanceOfAssertFactories.MAP)
        .containsEntry("pause_threshold", new BigDecimal("0.95"));
    assertThat((Map<String, Object>) map.get("timing")).containsKey("eff_gemm");
    assertThat((Map<String, Object>) map.get("load")).containsEntry("max_gap", "none");
  }

  @Test
  void listsWhatDiffersFromTheDefaults() {
    Scenario changed = DEFAULTS.with("cluster.workers", "4").with("load.max_gap", "10s");

    assertThat(changed.changed())
        .containsEntry("cluster.workers", "4")
        .containsEntry("load.max_gap", "10s")
        .doesNotContainKey("cluster.gpu");
  }

  @Test
  void saysThatAModelDoesNotFit() {
    Scenario big = DEFAULTS.with("cluster.model", "kimi-k2");

    assertThatThrownBy(() -> Hardware.kvBlocks(big))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining("leaves no room for KV");
    assertThat(Hardware.kvBlocks(big.with("kv.num_gpu_blocks", "100"))).isEqualTo(100);
  }

  @Test
  void namesTheSettingOfUnknownHardware() {
    assertThatThrownBy(() -> Hardware.deployment(DEFAULTS.with("cluster.gpu", "h300")))
        .isInstanceOf(ScenarioException.class)
        .hasMessageStartingWith("cluster.gpu: unknown id 'h300'");
  }

  @Test
  void keepsTheWatermarkExact() {
    // 0.29 * 100 is 28.999... in doubles
    Scenario scenario = DEFAULTS.with("engine.watermark", "0.29").with("kv.num_gpu_blocks", "100");

    assertThat(Hardware.workerConfig(scenario).watermarkBlocks()).isEqualTo(29);
  }
}

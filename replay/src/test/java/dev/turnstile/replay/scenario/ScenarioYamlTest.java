package dev.turnstile.replay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScenarioYamlTest {
  private static final Scenario DEFAULTS = Scenario.defaults().with("policy.spec", "thunderagent");

  @Test
  void readsBackWhatItWrites() {
    Scenario scenario =
        DEFAULTS
            .with("policy.pause_threshold", "0.9")
            .with("load.concurrency", "64")
            .with("load.max_gap", "10s")
            .with("slo.itl", "20ms")
            .with("cluster.model", "llama-3.1-8b")
            .with("timing.eff_gemm", "0.7")
            .with("workload.model_filter", "on")
            .with("kv.num_gpu_blocks", "unlimited");

    String yaml = ScenarioYaml.write(scenario);
    Scenario read = ScenarioYaml.read(yaml, Scenario.defaults());

    assertThat(ScenarioYaml.write(read)).isEqualTo(yaml);
    assertThat(read.load()).isEqualTo(scenario.load());
    assertThat(read.policy()).isEqualTo(scenario.policy());
    assertThat(read.workload().modelFilter()).hasValue("on");
  }

  @Test
  void writesOneKeyPerLineInCanonicalOrder() {
    String yaml = ScenarioYaml.write(DEFAULTS);

    assertThat(yaml)
        .startsWith("workload:\n  trace_format: auto\n  trace_block_size: none\n  lenient: false\n")
        .contains("\nload:\n  arrival: auto\n  concurrency: none\n")
        .contains("  reserve: 3.5GiB\n")
        .contains("\npolicy:\n  spec: thunderagent\n  thunderagent:\n")
        .endsWith("\nseed: 1\n");
  }

  @Test
  void keepsTheBaseWhereTheTextSaysNothing() {
    Scenario base = DEFAULTS.with("cluster.workers", "4");

    Scenario read = ScenarioYaml.read("kv:\n  block_size: 16\nengine:\n", base);

    assertThat(read.kv().blockTokens()).isEqualTo(16);
    assertThat(read.cluster().workers()).isEqualTo(4);
  }

  @Test
  void takesThePolicyBeforeItsParametersWhereverTheyStand() {
    String yaml = "policy:\n  thunderagent:\n    pause_threshold: 0.90\n  spec: thunderagent\n";

    Scenario read = ScenarioYaml.read(yaml, Scenario.defaults());

    assertThat(read.policy()).hasToString("thunderagent:pause_threshold=0.90");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster:\\n  wokers: 4 | cluster.wokers: no such setting (line 2, column 3), did you mean cluster.workers?",
        "cluster:\\n  workers: -1 | cluster.workers: must be a whole number >= 1, got '-1' (line 2, column 3)",
        "cluster:\\n  workers: 1\\n  workers: 2 | line 3",
        "cluster:\\n  workers: [1, 2] | cluster.workers: a list is not a value (line 2, column 3), one value for each key",
        "- a | scenario: not a map of settings but a list",
        "load: 5 | load: is a group of settings, not one (line 1, column 1)",
        "just text | scenario: not a map of settings: just text",
        "a: b: c | scenario: not YAML"
      })
  void saysWhereTheTextIsWrong(String yaml, String message) {
    assertThatThrownBy(() -> ScenarioYaml.read(yaml.replace("\\n", "\n"), DEFAULTS))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining(message);
  }
}

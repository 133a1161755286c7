package dev.turnstile.policies.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ThunderParametersTest {
  private static final ThunderAgent.Factory FACTORY = new ThunderAgent.Factory();

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(PolicyFactory.class))
        .filteredOn(factory -> factory.id().equals("thunderagent"))
        .singleElement()
        .satisfies(factory -> assertThat(factory.kind()).isEqualTo(PolicyKind.PLACING_GATE));
  }

  @Test
  void hasThePublishedDefaults() {
    assertThat(params().asMap())
        .containsExactly(
            Map.entry("profile", "native"),
            Map.entry("pause_threshold", "0.95"),
            Map.entry("pause_target", "0.80"),
            Map.entry("resume_hysteresis", "0.10"),
            Map.entry("resume_timeout_seconds", "1800"),
            Map.entry("session_retention_seconds", "1800"),
            Map.entry("program_idle_ttl_seconds", "600"),
            Map.entry("scheduler_interval_seconds", "5"),
            Map.entry("acting_token_weight", "1.0"),
            Map.entry("acting_decay_tau_seconds", "1.0"),
            Map.entry("use_acting_token_decay", "false"),
            Map.entry("buffer_per_program", "100"),
            Map.entry("max_tracked_requests", "10000"),
            Map.entry("soft_demote_threshold", "0.80"),
            Map.entry("soft_demote_priority_jump", "-2.0"),
            Map.entry("resume_priority_boost", "1.0"),
            Map.entry("shared_prefix_budget", "false"),
            Map.entry("budget_tiers", "gpu"),
            Map.entry("budget_tokens", "0"),
            Map.entry("fairness_gate", "true"),
            Map.entry("mark_mode", "all"),
            Map.entry("resume_locality", "none"),
            Map.entry("new_order", "size"),
            Map.entry("admission_view", "full"),
            Map.entry("session_end", "signal"),
            Map.entry("work_conserving", "false"));
  }

  @ParameterizedTest
  @CsvSource({
    "native-shared, shared_prefix_budget, true",
    "python, budget_tiers, gpu+host",
    "original, pause_threshold, 1.0",
    "original, pause_target, 1.0",
    "original, resume_hysteresis, 0",
    "original, buffer_per_program, 100",
    "paper, pause_threshold, 1.0",
    "paper, pause_target, 1.0",
    "paper, resume_hysteresis, 0",
    "paper, buffer_per_program, 0",
    "paper, admission_view, decayed",
  })
  void letsAProfileSetDefaults(String profile, String key, String value) {
    assertThat(params("profile=" + profile).text(key)).isEqualTo(value);
  }

  @Test
  void letsGivenValuesWinOverTheProfile() {
    PolicyParams params = params("buffer_per_program=7", "profile=paper", "pause_target=0.5");

    assertThat(params.text("buffer_per_program")).isEqualTo("7");
    assertThat(params.text("pause_target")).isEqualTo("0.5");
    assertThat(params.text("pause_threshold")).isEqualTo("1.0");
  }

  @Test
  void rebuildsItselfFromAllValuesWrittenOut() {
    for (ThunderProfile profile : ThunderProfile.values()) {
      PolicyParams params = params("profile=" + profile.id());

      assertThat(PolicyParams.of(FACTORY, params.asMap()).asMap()).isEqualTo(params.asMap());
      assertThat(new ThunderConfig(PolicyParams.of(FACTORY, params.asMap())).profile)
          .isEqualTo(profile);
    }
  }

  @Test
  void saysInTheDocumentationWhichParametersAreLimitedToAProfile() {
    for (PolicyParameter parameter : ThunderParameters.all()) {
      boolean limited =
          ThunderParameters.actsIn(parameter.name()).size() < ThunderProfile.values().length;
      assertThat(parameter.doc().matches(".*\\((native|python|original|not in paper)\\)\\."))
          .as(parameter.name())
          .isEqualTo(limited);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "profile=rust | profile=rust: must be one of native, native-shared, python, original, paper",
        "pause_threshold=1.5 | pause_threshold=1.5: must be a number from 0 to 1",
        "pause_target=0.96 | pause_target=0.96: must be <= pause_threshold (0.95)",
        "pause_threshold=0.7 | pause_target=0.80: must be <= pause_threshold (0.7)",
        "resume_hysteresis=0.96 | resume_hysteresis=0.96: must be <= pause_threshold (0.95)",
        "profile=python,soft_demote_threshold=0.96"
            + " | soft_demote_threshold=0.96: must be <= pause_threshold (0.95)",
        "resume_timeout_seconds=0"
            + " | resume_timeout_seconds=0: must be a number from 1E-9 to 1000000000",
        "max_tracked_requests=0 | max_tracked_requests=0: must be a whole number from 1 to 1000000000",
        "buffer_per_program=-1 | buffer_per_program=-1: must be a whole number from 0 to 1000000000",
        "buffer_per_program=1.5"
            + " | buffer_per_program=1.5: must be a whole number from 0 to 1000000000",
        "acting_token_weight=0 | acting_token_weight=0: must be a number from 1E-9 to 1000",
        "budget_tiers=explicit | budget_tokens=0: must be >= 1 with budget_tiers=explicit",
        "budget_tokens=5 | budget_tokens=5: needs budget_tiers=explicit",
        "mark_mode=some | mark_mode=some: must be one of all, until_target",
        "program_idle_ttl_seconds=60"
            + " | program_idle_ttl_seconds=60: has no effect with profile=native;"
            + " it acts with profile=python",
        "profile=python,shared_prefix_budget=true"
            + " | shared_prefix_budget=true: has no effect with profile=python;"
            + " it acts with profile=native or native-shared",
        "profile=paper,use_acting_token_decay=true"
            + " | use_acting_token_decay=true: has no effect with profile=paper;"
            + " it acts with profile=original",
      })
  void refusesWrongValuesWithAMessage(String settings, String message) {
    assertThatThrownBy(() -> GateRun.of(10_000, 1, settings.split(",")))
        .isInstanceOf(PolicyConfigException.class)
        .hasMessage("policy thunderagent: " + message.replace("1E-9", "0.000000001"));
  }

  @Test
  void acceptsADefaultWrittenOutInAnotherWay() {
    GateRun run = GateRun.of(10_000, 1, "soft_demote_threshold=0.8", "profile=native");

    assertThat(run.gate.tickPeriodNanos()).isEqualTo(5_000_000_000L);
  }

  private static PolicyParams params(String... settings) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String setting : List.of(settings)) {
      given.put(setting.split("=", 2)[0], setting.split("=", 2)[1]);
    }
    return PolicyParams.of(FACTORY, given);
  }
}

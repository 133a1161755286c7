package dev.turnstile.policies.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.WorkerView;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BudgetTest {
  private static final WorkerView WORKER = new WorkerView(0, 100, 1, 50, 8192, 256);

  @Test
  void drawsTheLinesOfTheDefaults() {
    Budget budget = budget(new WorkerView(0, 10_000, 1, 0, 8192, 256));

    assertThat(budget.pauseTokens()).isEqualTo(9500);
    assertThat(budget.targetTokens()).isEqualTo(8000);
    assertThat(budget.resumeTokens()).isEqualTo(8500);
  }

  @Test
  void computesSharesExactlyAndNotInDoubles() {
    // 0.29 * 100 is 28.999999999999996 and 0.3 - 0.1 is 0.19999999999999998 in doubles.
    Budget budget =
        budget(WORKER, "pause_threshold=0.29", "pause_target=0.29", "resume_hysteresis=0");
    assertThat(budget.pauseTokens()).isEqualTo(29);

    Budget other =
        budget(WORKER, "pause_threshold=0.3", "pause_target=0.1", "resume_hysteresis=0.1");
    assertThat(other.resumeTokens()).isEqualTo(20);
  }

  @Test
  void roundsTheLinesDownAndTheBoundsOfSoftDemotionUp() {
    Budget budget = budget(new WorkerView(0, 33, 1, 0, 8192, 256), "profile=python");

    assertThat(budget.pauseTokens()).isEqualTo(31); // 31.35
    assertThat(budget.softFromTokens()).isEqualTo(27); // 26.4
    assertThat(budget.softBelowTokens()).isEqualTo(32); // 31 < 31.35 is below, 32 is not
  }

  @Test
  void countsTheChosenTiers() {
    assertThat(budget(WORKER).capacityTokens()).isEqualTo(100);
    assertThat(budget(WORKER, "budget_tiers=gpu+host").capacityTokens()).isEqualTo(150);
    assertThat(budget(WORKER, "budget_tiers=host").capacityTokens()).isEqualTo(50);
    assertThat(
            budget(WORKER, "budget_tiers=explicit", "budget_tokens=77", "profile=paper")
                .capacityTokens())
        .isEqualTo(77);
    assertThat(budget(WORKER, "profile=python").capacityTokens()).isEqualTo(150);
  }

  @Test
  void doesNotKnowTheCapacityOfAnUnlimitedPool() {
    WorkerView unlimited = new WorkerView(0, WorkerView.UNKNOWN, 1, 50, 8192, 256);

    assertThat(budget(unlimited).known()).isFalse();
    assertThat(budget(unlimited, "budget_tiers=gpu+host").known()).isFalse();
    assertThat(budget(unlimited, "budget_tiers=host").known()).isTrue();
  }

  @Test
  void needsAHostTierToCountOne() {
    assertThatThrownBy(() -> GateRun.of(100, 2, "budget_tiers=host"))
        .isInstanceOf(PolicyConfigException.class)
        .hasMessage("policy thunderagent: budget_tiers=host: worker 0 has no host tier");
  }

  private static Budget budget(WorkerView worker, String... settings) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String setting : settings) {
      given.put(setting.split("=", 2)[0], setting.split("=", 2)[1]);
    }
    return Budget.of(worker, new ThunderConfig(PolicyParams.of(new ThunderAgent.Factory(), given)));
  }
}

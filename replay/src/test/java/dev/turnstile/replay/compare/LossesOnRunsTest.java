package dev.turnstile.replay.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.replay.DeadlockException;
import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.replay.metrics.LossLog;
import dev.turnstile.replay.scenario.ScenarioException;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The causes of whole random runs are those that sets of blocks give.
 *
 * <p>{@code -Dsim.compare.runs=100000} compares more runs, {@code -Dsim.test.seed=n} others.
 */
final class LossesOnRunsTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int RUNS = Integer.getInteger("sim.compare.runs", 400);

  @Test
  void equalWhatSetsOfBlocksSay() {
    Map<Cause, Long> total = new EnumMap<>(Cause.class);
    for (int i = 0; i < RUNS; i++) {
      RunCase run = RunGenerator.of(SEED + i);
      run.settings.remove("engine.event_visibility");
      try {
        NaiveLosses naive = new NaiveLosses(run);
        LossLog losses = naive.result.requests().losses();
        for (int r = 0; r < naive.result.requests().count(); r++) {
          Map<Cause, Long> told = causes(losses, r);
          assertThat(told).as("request %d of seed %d%n%s", r, SEED + i, run).isEqualTo(naive.of(r));
          told.forEach((cause, tokens) -> total.merge(cause, tokens, Long::sum));
        }
      } catch (DeadlockException | PolicyException | ScenarioException e) {
        // No result.
        continue;
      }
    }
    // Every cause comes up.
    assertThat(total.keySet()).containsAll(Cause.OF_COMPUTED);
  }

  private static Map<Cause, Long> causes(LossLog losses, int request) {
    Map<Cause, Long> causes = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.OF_COMPUTED) {
      if (losses.tokens(cause, request) != 0) {
        causes.put(cause, losses.tokens(cause, request));
      }
    }
    return causes;
  }
}

package dev.turnstile.engine.compare;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.literal.LiteralWorker;
import org.junit.jupiter.api.Test;

/**
 * The fast engine tells the literal engine's story on random scenarios.
 *
 * <p>{@code -Dsim.compare.cases=300000} runs more of them, {@code -Dsim.test.seed=n} others.
 */
final class EnginesAgreeTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int CASES = Integer.getInteger("sim.compare.cases", 6000);

  /** Checking a worker from scratch costs more than running it. */
  private static final int CHECKED_ONE_IN = 8;

  private final Comparison comparison = new Comparison(LiteralWorker::new, FastWorker::new);

  @Test
  void onRandomScenarios() {
    for (int i = 0; i < CASES; i++) {
      long seed = SEED + i;
      boolean checks = i % CHECKED_ONE_IN == 0;
      if (comparison.difference(ScenarioGenerator.of(seed), checks) != null) {
        throw new AssertionError(report(seed, checks));
      }
    }
  }

  private String report(long seed, boolean checks) {
    Scenario whole = ScenarioGenerator.of(seed);
    Scenario small =
        Shrinker.shrink(whole, scenario -> comparison.difference(scenario, checks) != null);
    return "the engines differ on seed %d%n%s%n%nshrunk to%n%s%n%s"
        .formatted(
            seed,
            comparison.difference(whole, checks),
            small,
            comparison.difference(small, checks));
  }
}

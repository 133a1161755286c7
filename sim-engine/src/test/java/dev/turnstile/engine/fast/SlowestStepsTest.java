package dev.turnstile.engine.fast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SlowestStepsTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);

  @Test
  void knowsTheLongestStepSinceAnyStep() {
    SlowestSteps steps = new SlowestSteps();
    steps.add(1, 9);
    steps.add(4, 3); // the longest of the steps 2 to 4
    steps.add(5, 5);

    assertThat(steps.longestAfter(0)).isEqualTo(9);
    assertThat(steps.longestAfter(1)).isEqualTo(5);
    assertThat(steps.longestAfter(4)).isEqualTo(5);
    assertThat(steps.longestAfter(5)).isZero();
  }

  @Test
  void equalsALookAtAllStepsOnRandomDurations() {
    SplittableRandom random = new SplittableRandom(SEED);
    SlowestSteps steps = new SlowestSteps();
    long[] nanos = random.longs(500, 0, 50).toArray();
    for (int step = 0; step < nanos.length; step++) {
      steps.add(step, nanos[step]);
      long longest = 0;
      for (int after = step - 1; after >= -1; after--) {
        longest = Math.max(longest, nanos[after + 1]);
        assertThat(steps.longestAfter(after)).as("seed %d", SEED).isEqualTo(longest);
      }
    }
  }
}

package dev.turnstile.replay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.scenario.Scenario;
import org.junit.jupiter.api.Test;

final class BenchTest {

  /** A clock that ticks a given number of nanoseconds at each look, the heap always the same. */
  private static final class TickingMeter implements Meter {
    private final long[] ticks;
    private int looks;
    private long now;

    TickingMeter(long... ticks) {
      this.ticks = ticks;
    }

    @Override
    public long nanoTime() {
      now += ticks[Math.min(looks++, ticks.length - 1)];
      return now;
    }

    @Override
    public void resetHeap() {}

    @Override
    public long peakHeapBytes() {
      return 1_000;
    }
  }

  private static final BenchCase TWO_REQUESTS =
      new BenchCase(
          "two",
          BenchShapes.with("load.concurrency", "1"),
          SingleTurns.equal("two", Scenario.defaults(), 2, 64, 3));

  @Test
  void reportsTheMedianOfItsSamples() {
    // Begin and end of the cold replay, then of three samples: 700, then 500, 900 and 600 ms.
    TickingMeter meter =
        new TickingMeter(0, 700_000_000, 0, 500_000_000, 0, 900_000_000, 0, 600_000_000);

    BenchResult result = new Bench(new Replayer(), meter, 0).measure(TWO_REQUESTS, 3);

    assertThat(result.coldSeconds()).isEqualTo(0.7);
    assertThat(result.medianSeconds()).isEqualTo(0.6);
    assertThat(result.requestsPerSecond()).isEqualTo(2 / 0.6);
    // One after the other: a prefill step with the first token, then two decode steps each.
    assertThat(result.steps()).isEqualTo(6);
    assertThat(result.nanosPerStep()).isEqualTo(1e8);
    assertThat(result.peakHeapBytes()).isEqualTo(1_000);
  }

  @Test
  void shortRunsAreRepeatedWithinASample() {
    // A replay takes 20 ms when warm, so five make a sample, which took 60 ms.
    TickingMeter meter = new TickingMeter(0, 20_000_000, 0, 60_000_000);

    BenchResult result = new Bench(new Replayer(), meter, 0).measure(TWO_REQUESTS, 1);

    assertThat(result.medianSeconds()).isEqualTo(0.012);
  }

  @Test
  void warmsUpUntilTheTimeIsOver() {
    // Each replay takes 10 ms: cold, then 29 more fill 300 ms, then one sample of ten.
    TickingMeter meter = new TickingMeter(10_000_000);

    new Bench(new Replayer(), meter, 300_000_000).measure(TWO_REQUESTS, 1);

    assertThat(meter.looks).isEqualTo(2 * (1 + 29 + 1));
  }

  @Test
  void needsASample() {
    assertThatThrownBy(
            () -> new Bench(new Replayer(), new TickingMeter(1), 0).measure(TWO_REQUESTS, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("runs must be >= 1, got 0");
  }
}

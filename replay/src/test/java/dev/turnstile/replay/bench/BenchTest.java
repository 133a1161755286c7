package dev.turnstile.replay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class BenchTest {
  private static final long MS = 1_000_000;

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
    public void settle() {}

    @Override
    public long peakHeapBytes(Supplier<?> run) {
      assertThat(run.get()).isInstanceOf(RunResult.class);
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
    // Begin and end of the cold replay and of one to warm up, then of three samples.
    TickingMeter meter =
        new TickingMeter(0, 700 * MS, 0, 1_000 * MS, 0, 500 * MS, 0, 900 * MS, 0, 600 * MS);

    BenchResult result = new Bench(new Replayer(), meter, 0).measure(TWO_REQUESTS, 3);

    assertThat(result.coldSeconds()).isEqualTo(0.7);
    assertThat(result.medianSeconds()).isEqualTo(0.6);
    assertThat(result.requestsPerSecond()).isEqualTo(2 / 0.6);
    // One after the other: a prefill step with the first token, then two decode steps each.
    assertThat(result.steps()).isEqualTo(6);
    assertThat(result.nanosPerStep()).isEqualTo(1e8);
    assertThat(result.peakHeapBytes()).isEqualTo(1_000);
    assertThat(result.replays()).isEqualTo(3);
  }

  @Test
  void shortRunsAreRepeatedWithinASample() {
    // The fastest replay takes 20 ms, so ten make a sample of 200 ms, which took 120 ms.
    TickingMeter meter = new TickingMeter(0, 20 * MS, 0, 1_000 * MS, 0, 120 * MS);

    BenchResult result = new Bench(new Replayer(), meter, 0).measure(TWO_REQUESTS, 1);

    assertThat(result.medianSeconds()).isEqualTo(0.012);
    assertThat(result.replays()).isEqualTo(10);
  }

  @Test
  void warmsUpForSomeTime() {
    // Each replay takes 10 ms: a cold one, three rounds of 100 until 3 s are over, and a sample.
    TickingMeter meter = new TickingMeter(10 * MS);

    new Bench(new Replayer(), meter, 3_000 * MS).measure(TWO_REQUESTS, 1);

    assertThat(meter.looks).isEqualTo(2 + 3 * (1 + 100) + 2);
  }

  @Test
  void warmsUpUntilReplaysNoLongerBecomeFaster() {
    // 3 s cold, then 2 s, 1.5 s, and 1.45 s, which is less than 5 % faster.
    TickingMeter meter =
        new TickingMeter(0, 3_000 * MS, 0, 2_000 * MS, 0, 1_500 * MS, 0, 1_450 * MS, 0, 7 * MS);

    BenchResult result = new Bench(new Replayer(), meter, 0).measure(TWO_REQUESTS, 1);

    assertThat(meter.looks).isEqualTo(2 + 3 * 2 + 2);
    assertThat(result.medianSeconds()).isEqualTo(0.007);
  }

  @Test
  void needsASample() {
    assertThatThrownBy(
            () -> new Bench(new Replayer(), new TickingMeter(1), 0).measure(TWO_REQUESTS, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("runs must be >= 1, got 0");
  }
}

package dev.turnstile.replay.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class StepFunctionTest {
  private static final long MS = 1_000_000;

  @Test
  void weighsValuesByTheTimeTheyLast() {
    StepFunction f = new StepFunction();
    f.set(0, 4);
    f.set(MS / 4, 0);
    f.advance(2 * MS);

    // 4 for a quarter of the first millisecond
    assertThat(f.mean(0, MS)).isEqualTo(1);
    assertThat(f.max(0)).isEqualTo(4);
    assertThat(f.mean(1, MS)).isZero();
    assertThat(f.max(1)).isZero();
  }

  @Test
  void forgetsWhatLastsNoTime() {
    StepFunction f = new StepFunction();
    f.set(10, 7);
    f.set(10, 0);
    f.advance(MS);

    assertThat(f.max(0)).isZero();
  }

  @Test
  void keepsIntegralsExactWhileBucketsGrow() {
    SplittableRandom random = new SplittableRandom(11);
    StepFunction f = new StepFunction();
    long now = 0;
    long value = 0;
    double integral = 0;
    for (int i = 0; i < 5_000; i++) {
      long next = now + random.nextLong(3 * MS);
      integral += (double) value * (next - now);
      now = next;
      value = random.nextLong(1000);
      f.set(now, value);
    }
    long end = now + MS;
    integral += (double) value * MS;

    f.advance(end);

    long width = StepFunction.widthFor(end, StepFunction.BUCKETS);
    f.coarsen(width);
    double sum = 0;
    for (int i = 0; i < StepFunction.BUCKETS; i++) {
      sum += f.mean(i, 1);
    }
    assertThat(f.widthNanos()).isEqualTo(width);
    assertThat(sum).isCloseTo(integral, within(integral * 1e-12));
  }

  @Test
  void averagesTheLastShortBucketOverItsOwnLength() {
    StateSeries series = new StateSeries(1);
    series.worker(Gauge.RUNNING_REQUESTS, 0, 0, 2);

    TimeSeries result = series.export(MS + MS / 2);

    assertThat(result.points()).isEqualTo(2);
    assertThat(result.series().get(0).mean()).containsExactly(2, 2);
  }

  @Test
  void sumsWorkersAtTheSameTime() {
    StateSeries series = new StateSeries(2);
    series.worker(Gauge.RUNNING_REQUESTS, 0, 0, 2);
    series.worker(Gauge.RUNNING_REQUESTS, 1, MS / 2, 4);

    TimeSeries result = series.export(MS);

    // 2 for the whole and 4 for half of the millisecond
    TimeSeries.Series sum = result.series().get(0);
    assertThat(sum.worker()).isEqualTo(TimeSeries.CLUSTER);
    assertThat(sum.mean()).containsExactly(4);
    assertThat(sum.max()).containsExactly(6);
  }
}

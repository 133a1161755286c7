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
  void reachesTheEndOfTime() {
    long end = Long.MAX_VALUE;
    long width = StepFunction.widthFor(end, TimeSeries.MAX_POINTS);
    StepFunction f = new StepFunction();
    f.set(end - 5, 2);
    TimeSeries.Builder builder = new TimeSeries.Builder(width, end);

    builder.add(TimeSeries.CLUSTER, Gauge.BUSY, f);

    // 2^63 / (2^35 ms) = 268.4 buckets; the value lasts 5 ns of the last one.
    TimeSeries series = builder.build();
    assertThat(width).isEqualTo(MS << 35);
    assertThat(series.points()).isEqualTo(269);
    double[] mean = series.series().get(0).mean();
    long lastNanos = end - 268 * width;
    assertThat(mean[268] * lastNanos).isCloseTo(10, within(1e-6));
    assertThat(mean[267]).isZero();
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

  @Test
  void integralsAreExactBeyondTheRangeOfDoublesAndLongs() {
    StepFunction f = new StepFunction();
    long value = (1L << 50) + 1;
    f.set(0, value);
    for (long now = 1; now < MS; now += 10_007) {
      f.advance(now);
    }
    f.advance(MS);

    // (2^50 + 1) * 10^6 has more than 63 bits; its mean is the value itself.
    assertThat(f.mean(0, MS)).isEqualTo((double) value);
  }

  @Test
  void oneWorkersBlocksMayBeToldLaterThanThoseOfAnother() {
    StateSeries inOrder = new StateSeries(2);
    inOrder.blocks(0, 0, 3, 0);
    inOrder.blocks(1, 1, 4, 1);
    inOrder.blocks(0, 2, 5, 0);
    inOrder.blocks(1, 3, 0, 5);
    StateSeries late = new StateSeries(2);
    late.blocks(1, 1, 4, 1);
    late.blocks(1, 3, 0, 5);
    late.blocks(0, 0, 3, 0);
    late.blocks(0, 2, 5, 0);

    TimeSeries result = late.export(MS);

    assertThat(result).usingRecursiveComparison().isEqualTo(inOrder.export(MS));
    // 3, 3 + 4, 5 + 4 and 5 + 0 active blocks
    assertThat(result.series().get(1).gauge()).isEqualTo(Gauge.KV_ACTIVE_BLOCKS);
    assertThat(result.series().get(1).max()).containsExactly(9);
  }

  @Test
  void blocksThatWereSummedUpDoNotWaitAnyMore() {
    StateSeries series = new StateSeries(2);
    int changes = 0;
    while (!series.blocksWait()) {
      series.blocks(changes % 2, changes, changes + 1, 0);
      changes++;
    }
    series.settleBlocks();

    assertThat(series.blocksWait()).isFalse();
    // The last two values of the workers are the number of changes and one less.
    TimeSeries result = series.export(MS);
    assertThat(result.series().get(1).max()).containsExactly(2L * changes - 1);
  }

  @Test
  void tokenGapsDoNotDependOnTheirOrder() {
    SplittableRandom random = new SplittableRandom(5);
    TokenGaps forward = new TokenGaps();
    TokenGaps backward = new TokenGaps();
    long[] gaps = random.longs(2000, 1, 3_000_000_000L).toArray();
    for (int i = 0; i < gaps.length; i++) {
      forward.add(gaps[i], 1 + i % 7);
      backward.add(gaps[gaps.length - 1 - i], 1 + (gaps.length - 1 - i) % 7);
    }

    assertThat(backward.distribution())
        .usingRecursiveComparison()
        .isEqualTo(forward.distribution());
  }
}

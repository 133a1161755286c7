package dev.turnstile.replay.metrics;

import java.util.Arrays;

/**
 * A quantity that jumps, kept as time-weighted means and maxima over buckets of equal width.
 *
 * <p>The width starts at one millisecond and doubles whenever the buckets are full, so memory stays
 * fixed however long the run is; the integral of each bucket is that of the exact step function.
 */
final class StepFunction {
  static final int BUCKETS = 512;
  private static final long MIN_WIDTH_NANOS = 1_000_000;

  private final double[] integral = new double[BUCKETS];
  private final long[] max = new long[BUCKETS];
  private long widthNanos = MIN_WIDTH_NANOS;
  private long lastNanos;
  private long value;

  /** The quantity has {@code newValue} from now on; what lasts no time leaves no trace. */
  void set(long nowNanos, long newValue) {
    if (newValue == value) {
      return;
    }
    advance(nowNanos);
    value = newValue;
  }

  long value() {
    return value;
  }

  /** Brings the integrals up to a time. */
  void advance(long nowNanos) {
    while (lastNanos < nowNanos) {
      int bucket = bucket(lastNanos);
      long end = Math.min(nowNanos, (bucket + 1) * widthNanos);
      integral[bucket] += (double) value * (end - lastNanos);
      max[bucket] = Math.max(max[bucket], value);
      lastNanos = end;
    }
  }

  /** Doubles the width until it is at least the given one. */
  void coarsen(long width) {
    while (widthNanos < width) {
      doubleWidth();
    }
  }

  /** The bucket width that fits a run of the given length into at most {@code limit} buckets. */
  static long widthFor(long endNanos, int limit) {
    long width = MIN_WIDTH_NANOS;
    while (endNanos > width * limit) {
      width *= 2;
    }
    return width;
  }

  long widthNanos() {
    return widthNanos;
  }

  /** Time-weighted mean in a bucket whose length is {@code lengthNanos}. */
  double mean(int bucket, long lengthNanos) {
    return integral[bucket] / lengthNanos;
  }

  long max(int bucket) {
    return max[bucket];
  }

  private int bucket(long timeNanos) {
    while (timeNanos / widthNanos >= BUCKETS) {
      doubleWidth();
    }
    return (int) (timeNanos / widthNanos);
  }

  private void doubleWidth() {
    for (int i = 0; i < BUCKETS / 2; i++) {
      integral[i] = integral[2 * i] + integral[2 * i + 1];
      max[i] = Math.max(max[2 * i], max[2 * i + 1]);
    }
    Arrays.fill(integral, BUCKETS / 2, BUCKETS, 0);
    Arrays.fill(max, BUCKETS / 2, BUCKETS, 0);
    widthNanos *= 2;
  }
}

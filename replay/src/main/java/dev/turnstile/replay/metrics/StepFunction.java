package dev.turnstile.replay.metrics;

import java.util.Arrays;

/**
 * A quantity that jumps, kept as time-weighted means and maxima over buckets of equal width.
 *
 * <p>The width starts at one millisecond and doubles whenever the buckets are full, so memory stays
 * fixed however long the run is. Integrals are exact whole numbers, so they do not depend on how
 * often a value is set that is the same.
 */
final class StepFunction {
  static final int BUCKETS = 512;
  private static final long MIN_WIDTH_NANOS = 1_000_000;

  /** Integrals of 128 bits: the upper and the lower, unsigned half. */
  private final long[] integralHigh = new long[BUCKETS];

  private final long[] integralLow = new long[BUCKETS];
  private final long[] max = new long[BUCKETS];
  private long widthNanos = MIN_WIDTH_NANOS;

  /** The bucket of the time up to which the integrals are, and its end. */
  private int bucket;

  private long bucketEndNanos = MIN_WIDTH_NANOS;
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
      if (lastNanos == bucketEndNanos) {
        nextBucket();
      }
      long end = Math.min(nowNanos, bucketEndNanos);
      long length = end - lastNanos;
      add(bucket, Math.multiplyHigh(value, length), value * length);
      max[bucket] = Math.max(max[bucket], value);
      lastNanos = end;
    }
  }

  private void add(int to, long high, long low) {
    long sum = integralLow[to] + low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    integralLow[to] = sum;
    integralHigh[to] += high + carry;
  }

  private void nextBucket() {
    bucket++;
    if (bucket == BUCKETS) {
      doubleWidth();
    }
    bucketEndNanos += Math.min(widthNanos, Long.MAX_VALUE - bucketEndNanos);
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
    while ((endNanos - 1) / width >= limit) {
      width *= 2;
    }
    return width;
  }

  long widthNanos() {
    return widthNanos;
  }

  /** Time-weighted mean in a bucket whose length is {@code lengthNanos}. */
  double mean(int at, long lengthNanos) {
    double integral = integralLow[at];
    if (integralHigh[at] != 0 || integralLow[at] < 0) {
      integral =
          Math.scalb((double) integralHigh[at], 64)
              + Math.scalb((double) (integralLow[at] >>> 32), 32)
              + (integralLow[at] & 0xffff_ffffL);
    }
    return integral / lengthNanos;
  }

  long max(int at) {
    return max[at];
  }

  /** Joins neighbours; the next time is in the first of the empty buckets, or in a joined one. */
  private void doubleWidth() {
    for (int i = 0; i < BUCKETS / 2; i++) {
      integralHigh[i] = integralHigh[2 * i];
      integralLow[i] = integralLow[2 * i];
      add(i, integralHigh[2 * i + 1], integralLow[2 * i + 1]);
      max[i] = Math.max(max[2 * i], max[2 * i + 1]);
    }
    Arrays.fill(integralHigh, BUCKETS / 2, BUCKETS, 0);
    Arrays.fill(integralLow, BUCKETS / 2, BUCKETS, 0);
    Arrays.fill(max, BUCKETS / 2, BUCKETS, 0);
    widthNanos *= 2;
    bucket /= 2;
  }
}

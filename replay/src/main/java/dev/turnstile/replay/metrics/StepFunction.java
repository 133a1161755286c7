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

  /** Fields of a bucket: its integral of 128 bits, the upper and the lower, unsigned half. */
  private static final int HIGH = 0;

  private static final int LOW = 1;
  private static final int MAX = 2;
  private static final int FIELDS = 3;

  /** The buckets, side by side: all of one is touched together. */
  private final long[] buckets = new long[BUCKETS * FIELDS];

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
      raiseMax(bucket, value);
      lastNanos = end;
    }
  }

  private void add(int to, long high, long low) {
    int at = to * FIELDS;
    long sum = buckets[at + LOW] + low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    buckets[at + LOW] = sum;
    buckets[at + HIGH] += high + carry;
  }

  private void raiseMax(int to, long candidate) {
    int at = to * FIELDS + MAX;
    buckets[at] = Math.max(buckets[at], candidate);
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
    long high = buckets[at * FIELDS + HIGH];
    long low = buckets[at * FIELDS + LOW];
    double integral = low;
    if (high != 0 || low < 0) {
      integral =
          Math.scalb((double) high, 64)
              + Math.scalb((double) (low >>> 32), 32)
              + (low & 0xffff_ffffL);
    }
    return integral / lengthNanos;
  }

  long max(int at) {
    return buckets[at * FIELDS + MAX];
  }

  /** Joins neighbours; the next time is in the first of the empty buckets, or in a joined one. */
  private void doubleWidth() {
    for (int i = 0; i < BUCKETS / 2; i++) {
      System.arraycopy(buckets, 2 * i * FIELDS, buckets, i * FIELDS, FIELDS);
      int second = (2 * i + 1) * FIELDS;
      add(i, buckets[second + HIGH], buckets[second + LOW]);
      raiseMax(i, buckets[second + MAX]);
    }
    Arrays.fill(buckets, buckets.length / 2, buckets.length, 0);
    widthNanos *= 2;
    bucket /= 2;
  }
}

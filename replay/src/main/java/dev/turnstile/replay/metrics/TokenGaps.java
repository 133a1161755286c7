package dev.turnstile.replay.metrics;

import org.HdrHistogram.Histogram;

/**
 * All gaps between neighbouring tokens of a run, pooled over requests.
 *
 * <p>Count, mean, standard deviation, minimum and maximum are exact; percentiles come from a
 * histogram with three significant digits, that is with a relative error of at most 0.1 %. Nothing
 * depends on the order in which gaps are told.
 */
final class TokenGaps {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
  private long count;
  private long sumNanos;

  /** The sum of squares in 128 bits: the upper and the lower, unsigned half. */
  private long squaresHigh;

  private long squaresLow;
  private long minNanos = Long.MAX_VALUE;
  private long maxNanos;

  TokenGaps() {
    histogram.setAutoResize(true);
  }

  void add(long gapNanos, long times) {
    histogram.recordValueWithCount(gapNanos, times);
    count += times;
    long nanos = Math.multiplyExact(gapNanos, times);
    sumNanos = Math.addExact(sumNanos, nanos);
    long low = nanos * gapNanos;
    squaresLow += low;
    squaresHigh += Math.multiplyHigh(nanos, gapNanos);
    squaresHigh += Long.compareUnsigned(squaresLow, low) < 0 ? 1 : 0;
    minNanos = Math.min(minNanos, gapNanos);
    maxNanos = Math.max(maxNanos, gapNanos);
  }

  Distribution distribution() {
    if (count == 0) {
      return Distribution.EMPTY;
    }
    double mean = (double) sumNanos / count;
    double squares =
        Math.scalb((double) squaresHigh, 64)
            + Math.scalb((double) (squaresLow >>> 32), 32)
            + (squaresLow & 0xffff_ffffL);
    double variance = Math.max(0, squares / count - mean * mean);
    double[] percentiles = new double[Distribution.PERCENTS.length];
    for (int i = 0; i < percentiles.length; i++) {
      double value = histogram.getValueAtPercentile(Distribution.PERCENTS[i]);
      percentiles[i] = Math.min(Math.max(value, (double) minNanos), (double) maxNanos) / 1e6;
    }
    return new Distribution(
        count, mean / 1e6, Math.sqrt(variance) / 1e6, minNanos / 1e6, maxNanos / 1e6, percentiles);
  }
}

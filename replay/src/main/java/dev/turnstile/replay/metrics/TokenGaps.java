package dev.turnstile.replay.metrics;

import org.HdrHistogram.Histogram;

/**
 * All gaps between neighbouring tokens of a run, pooled over requests.
 *
 * <p>Count, mean, standard deviation, minimum and maximum are exact; percentiles come from a
 * histogram with three significant digits, that is with a relative error of at most 0.1 %.
 */
final class TokenGaps {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
  private long count;
  private long sumNanos;
  private double sumOfSquares;
  private long minNanos = Long.MAX_VALUE;
  private long maxNanos;

  TokenGaps() {
    histogram.setAutoResize(true);
  }

  void add(long gapNanos, long times) {
    histogram.recordValueWithCount(gapNanos, times);
    count += times;
    sumNanos = Math.addExact(sumNanos, Math.multiplyExact(gapNanos, times));
    sumOfSquares += (double) gapNanos * gapNanos * times;
    minNanos = Math.min(minNanos, gapNanos);
    maxNanos = Math.max(maxNanos, gapNanos);
  }

  Distribution distribution() {
    if (count == 0) {
      return Distribution.EMPTY;
    }
    double mean = (double) sumNanos / count;
    double variance = Math.max(0, sumOfSquares / count - mean * mean);
    double[] percentiles = new double[Distribution.PERCENTS.length];
    for (int i = 0; i < percentiles.length; i++) {
      double value = histogram.getValueAtPercentile(Distribution.PERCENTS[i]);
      percentiles[i] = Math.min(Math.max(value, (double) minNanos), (double) maxNanos) / 1e6;
    }
    return new Distribution(
        count, mean / 1e6, Math.sqrt(variance) / 1e6, minNanos / 1e6, maxNanos / 1e6, percentiles);
  }
}

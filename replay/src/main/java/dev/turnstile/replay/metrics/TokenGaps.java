package dev.turnstile.replay.metrics;

import java.util.Arrays;
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

  /** So many values, from each power of two on, have a cell each; cells are double as wide then. */
  private static final int CELL_BITS = 10;

  /** How many gaps there were in each cell; the histogram's own way to count takes three times. */
  private long[] cells = new long[2 << CELL_BITS];

  private long count;
  private long sumNanos;

  /** The sum of squares in 128 bits: the upper and the lower, unsigned half. */
  private long squaresHigh;

  private long squaresLow;
  private long minNanos = Long.MAX_VALUE;
  private long maxNanos;

  void add(long gapNanos, long times) {
    int cell = cell(gapNanos);
    if (cell >= cells.length) {
      cells = Arrays.copyOf(cells, cell + (1 << CELL_BITS));
    }
    cells[cell] += times;
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

  private static int cell(long nanos) {
    int shift = Math.max(0, Long.SIZE - 1 - CELL_BITS - Long.numberOfLeadingZeros(nanos));
    return (shift << CELL_BITS) + (int) (nanos >>> shift);
  }

  /** The smallest gap of a cell. */
  private static long nanos(int cell) {
    int shift = Math.max(0, (cell >> CELL_BITS) - 1);
    return (long) (cell - (shift << CELL_BITS)) << shift;
  }

  private Histogram histogram() {
    Histogram histogram = new Histogram(Math.max(2, maxNanos), SIGNIFICANT_DIGITS);
    for (int cell = 0; cell < cells.length; cell++) {
      if (cells[cell] > 0) {
        histogram.recordValueWithCount(nanos(cell), cells[cell]);
      }
    }
    return histogram;
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
    Histogram histogram = histogram();
    double[] percentiles = new double[Distribution.PERCENTS.length];
    for (int i = 0; i < percentiles.length; i++) {
      double value = histogram.getValueAtPercentile(Distribution.PERCENTS[i]);
      percentiles[i] = Math.min(Math.max(value, (double) minNanos), (double) maxNanos) / 1e6;
    }
    return new Distribution(
        count, mean / 1e6, Math.sqrt(variance) / 1e6, minNanos / 1e6, maxNanos / 1e6, percentiles);
  }
}

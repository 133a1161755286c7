package dev.turnstile.replay.metrics;

import java.util.ArrayList;
import java.util.List;

/**
 * Gauges over time: one value per bucket of equal width.
 *
 * <p>The width is the smallest power of two of milliseconds that gives at most {@link #MAX_POINTS}
 * buckets over the run; the last bucket may be shorter and is averaged over its own length.
 *
 * @param stepNanos width of a bucket
 * @param endNanos end of the run
 * @param series one entry per gauge and worker
 */
public record TimeSeries(long stepNanos, long endNanos, List<Series> series) {
  /** Most buckets that a run is cut into. */
  public static final int MAX_POINTS = 500;

  /** The worker number of a series that is summed over the cluster. */
  public static final int CLUSTER = -1;

  /**
   * One gauge of one worker or of the cluster.
   *
   * @param worker worker number or {@link #CLUSTER}
   * @param gauge what was sampled
   * @param mean time-weighted mean of each bucket; for a cumulative gauge its value at the end
   * @param max largest value in each bucket
   */
  public record Series(int worker, Gauge gauge, double[] mean, long[] max) {}

  /** Number of buckets. */
  public int points() {
    return points(endNanos, stepNanos);
  }

  private static int points(long endNanos, long stepNanos) {
    return endNanos == 0 ? 0 : (int) ((endNanos - 1) / stepNanos + 1);
  }

  static final class Builder {
    private final long stepNanos;
    private final long endNanos;
    private final List<Series> series = new ArrayList<>();

    Builder(long stepNanos, long endNanos) {
      this.stepNanos = stepNanos;
      this.endNanos = endNanos;
    }

    void add(int worker, Gauge gauge, StepFunction function) {
      function.advance(endNanos);
      function.coarsen(stepNanos);
      int points = points(endNanos, stepNanos);
      double[] mean = new double[points];
      long[] max = new long[points];
      long highest = 0;
      for (int i = 0; i < points; i++) {
        long length = Math.min(stepNanos, endNanos - i * stepNanos);
        max[i] = function.max(i);
        highest = Math.max(highest, max[i]);
        mean[i] = gauge.cumulative() ? highest : function.mean(i, length);
      }
      series.add(new Series(worker, gauge, mean, max));
    }

    TimeSeries build() {
      return new TimeSeries(stepNanos, endNanos, List.copyOf(series));
    }
  }
}

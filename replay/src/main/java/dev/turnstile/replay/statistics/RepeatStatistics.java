package dev.turnstile.replay.statistics;

import org.apache.commons.math3.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * What runs that differ in their seed say of one metric.
 *
 * @param count number of runs that have the metric, at least 1
 * @param mean arithmetic mean
 * @param std standard deviation of the sample, with {@code count - 1}; null for one run
 * @param cv {@code std / mean}; null for one run or a mean of 0
 * @param interval {@code mean ± t(0.975, count - 1) · std / √count}; null for one run
 */
public record RepeatStatistics(
    int count,
    double mean,
    @Nullable Double std,
    @Nullable Double cv,
    @Nullable Interval interval) {

  /**
   * Computes them.
   *
   * @param values finite values, at least one
   */
  public static RepeatStatistics of(double[] values) {
    int n = values.length;
    if (n == 0) {
      throw new IllegalArgumentException("no runs");
    }
    double mean = mean(values);
    if (n == 1) {
      return new RepeatStatistics(1, mean, null, null, null);
    }
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double std = Math.sqrt(squares / (n - 1));
    double half = tQuantile(n - 1) * std / Math.sqrt(n);
    return new RepeatStatistics(
        n, mean, std, mean == 0 ? null : std / mean, new Interval(mean - half, mean + half));
  }

  /** The mean; exactly the common value where all are the same. */
  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value - values[0];
    }
    return values[0] + sum / values.length;
  }

  /** The 0.975 quantile of Student's t distribution. */
  static double tQuantile(int degreesOfFreedom) {
    return new TDistribution(null, degreesOfFreedom).inverseCumulativeProbability(0.975);
  }
}

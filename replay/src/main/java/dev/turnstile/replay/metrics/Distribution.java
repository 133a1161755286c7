package dev.turnstile.replay.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Quantile;
import org.jspecify.annotations.Nullable;

/**
 * Count, mean, standard deviation, extremes and percentiles of one metric.
 *
 * <p>With a count of 0 every other number is NaN here and absent in every report.
 *
 * @param count number of samples
 * @param mean arithmetic mean
 * @param std population standard deviation
 * @param min smallest sample
 * @param max largest sample
 * @param percentiles values at {@link #PERCENTS}; p99.9 is meaningful from 1000 samples on
 */
public record Distribution(
    long count, double mean, double std, double min, double max, double[] percentiles) {

  /** The percents of {@link #percentiles}. */
  static final double[] PERCENTS = {1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9};

  /** Samples from which on p99.9 is reported. */
  public static final long P999_COUNT = 1000;

  private static final Quantile LINEAR =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7);

  /** No samples. */
  public static final Distribution EMPTY =
      new Distribution(0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, nan());

  private static double[] nan() {
    double[] values = new double[PERCENTS.length];
    java.util.Arrays.fill(values, Double.NaN);
    return values;
  }

  /** The percents for which a value is kept: 1, 5, 10, 25, 50, 75, 90, 95, 99 and 99.9. */
  public static double[] percents() {
    return PERCENTS.clone();
  }

  /**
   * The distribution of durations in milliseconds.
   *
   * @param nanos samples in nanoseconds; the array is reordered
   */
  public static Distribution ofNanos(double[] nanos) {
    Distribution d = of(nanos);
    double[] percentiles = new double[PERCENTS.length];
    for (int i = 0; i < percentiles.length; i++) {
      percentiles[i] = d.percentiles[i] / 1e6;
    }
    return new Distribution(
        d.count, d.mean / 1e6, d.std / 1e6, d.min / 1e6, d.max / 1e6, percentiles);
  }

  /**
   * The distribution of plain values.
   *
   * @param values samples; the array is reordered
   */
  public static Distribution of(double[] values) {
    if (values.length == 0) {
      return EMPTY;
    }
    double sum = 0;
    double lost = 0;
    double min = values[0];
    double max = values[0];
    for (double value : values) {
      double next = sum + value;
      lost += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
      sum = next;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    double mean = (sum + lost) / values.length;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double std = Math.sqrt(squares / values.length);
    double[] fractions = new double[PERCENTS.length];
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] = PERCENTS[i] / 100;
    }
    return new Distribution(values.length, mean, std, min, max, LINEAR.evaluate(values, fractions));
  }

  /**
   * Everything by name in the order of reports: {@code count, mean, std, min, p1 … p99, max}; null
   * where there is no sample, {@code p99_9} only from {@link #P999_COUNT} samples on.
   */
  public Map<String, @Nullable Number> statistics() {
    Map<String, @Nullable Number> all = new LinkedHashMap<>();
    all.put("count", count);
    all.put("mean", finite(mean));
    all.put("std", finite(std));
    all.put("min", finite(min));
    for (int i = 0; i < PERCENTS.length; i++) {
      if (PERCENTS[i] < 99.9 || count >= P999_COUNT) {
        all.put(percentileName(PERCENTS[i]), finite(percentiles[i]));
      }
    }
    all.put("max", finite(max));
    return all;
  }

  /** The name of a percentile: {@code p50}, {@code p99_9}. */
  public static String percentileName(double percent) {
    return percent == Math.rint(percent)
        ? "p" + (long) percent
        : "p" + Double.toString(percent).replace('.', '_');
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /**
   * The value at a percent that is kept.
   *
   * @throws IllegalArgumentException if it is not one of {@link #percents}
   */
  public double percentile(double percent) {
    for (int i = 0; i < PERCENTS.length; i++) {
      if (PERCENTS[i] == percent) {
        return percentiles[i];
      }
    }
    throw new IllegalArgumentException("percentile " + percent + " is not kept");
  }
}

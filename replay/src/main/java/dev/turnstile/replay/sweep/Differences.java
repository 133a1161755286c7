package dev.turnstile.replay.sweep;

import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.statistics.RepeatStatistics;
import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.replay.sweep.SweepResult.Method;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One metric of runs against their baseline, paired by seed. */
public final class Differences {

  private Differences() {}

  /**
   * Compares the values of a metric.
   *
   * <p>Where seeds make a difference, the interval is Student's over the differences of pairs.
   * Seeds that change nothing are no sample: such runs are one and the same, and the interval is
   * that of the bootstrap over session trees, if there is one.
   *
   * @param metric flat name
   * @param values values of the runs, one per seed; NaN = not available
   * @param baseline values of the baseline for the same seeds
   * @param trees interval of the bootstrap
   * @return empty if no seed has both values
   */
  public static Optional<Difference> of(
      String metric, double[] values, double[] baseline, Supplier<Optional<Interval>> trees) {
    int[] both =
        IntStream.range(0, values.length)
            .filter(i -> Double.isFinite(values[i]) && Double.isFinite(baseline[i]))
            .toArray();
    if (both.length == 0) {
      return Optional.empty();
    }
    double[] value = IntStream.of(both).mapToDouble(i -> values[i]).toArray();
    double[] base = IntStream.of(both).mapToDouble(i -> baseline[i]).toArray();
    boolean noisy = differs(value) || differs(base);
    Interval interval =
        noisy ? RepeatStatistics.of(minus(value, base)).interval() : trees.get().orElse(null);
    Method method = noisy ? Method.PAIRED_SEEDS : Method.SESSION_TREES;
    return Optional.of(difference(metric, mean(value), mean(base), interval, method));
  }

  private static boolean differs(double[] values) {
    return IntStream.range(1, values.length).anyMatch(i -> values[i] != values[0]);
  }

  private static double[] minus(double[] values, double[] others) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i] - others[i]).toArray();
  }

  private static double mean(double[] values) {
    return RepeatStatistics.of(values).mean();
  }

  private static Difference difference(
      String metric, double value, double baseline, @Nullable Interval interval, Method method) {
    MetricCatalogue.Good good = ComparedMetrics.good(metric);
    double absolute = value - baseline;
    return new Difference(
        metric,
        good,
        baseline,
        value,
        absolute,
        baseline == 0 ? null : absolute / baseline,
        interval,
        interval == null ? null : method,
        interval == null ? null : Verdict.of(interval, good));
  }
}

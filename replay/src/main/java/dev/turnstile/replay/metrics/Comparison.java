package dev.turnstile.replay.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Several runs of one workload side by side.
 *
 * @param baseline policy text of the run that the others are compared with
 * @param rows one row per summary metric that every run has and that is a number in at least one
 */
public record Comparison(String baseline, List<Row> rows) {

  /**
   * One metric over the runs.
   *
   * @param metric its name
   * @param good which way is better
   * @param baseline its value in the baseline, or null
   * @param others one entry per other run, by policy text in the order of the runs
   */
  public record Row(
      String metric,
      MetricCatalogue.Good good,
      @Nullable Double baseline,
      Map<String, Change> others) {}

  /**
   * A value against the baseline.
   *
   * @param value value of the run, or null
   * @param absolute value minus baseline, or null if one is missing
   * @param relative absolute change over the baseline, or null if one is missing or the baseline is
   *     0
   */
  public record Change(
      @Nullable Double value, @Nullable Double absolute, @Nullable Double relative) {}

  /**
   * Compares runs with the first one.
   *
   * @throws IllegalArgumentException with fewer than two runs
   */
  public static Comparison of(List<RunResult> runs) {
    if (runs.size() < 2) {
      throw new IllegalArgumentException("a comparison needs two runs, got " + runs.size());
    }
    RunResult base = runs.get(0);
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, @Nullable Number> metric : base.summary().entrySet()) {
      String name = metric.getKey();
      Map<String, Change> others = new LinkedHashMap<>();
      boolean any = metric.getValue() != null;
      for (RunResult run : runs.subList(1, runs.size())) {
        Number value = run.summary().get(name);
        any |= value != null;
        others.put(run.policy(), change(metric.getValue(), value));
      }
      if (any) {
        MetricCatalogue.Good good =
            MetricCatalogue.find(name)
                .map(MetricCatalogue.Metric::good)
                .orElse(MetricCatalogue.Good.NEUTRAL);
        rows.add(new Row(name, good, number(metric.getValue()), others));
      }
    }
    return new Comparison(base.policy(), List.copyOf(rows));
  }

  private static Change change(@Nullable Number baseline, @Nullable Number value) {
    Double from = number(baseline);
    Double to = number(value);
    if (from == null || to == null) {
      return new Change(to, null, null);
    }
    double absolute = to - from;
    return new Change(to, absolute, from == 0 ? null : absolute / from);
  }

  private static @Nullable Double number(@Nullable Number value) {
    return value == null ? null : value.doubleValue();
  }
}

package dev.turnstile.replay.statistics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The values of metrics over the draws of {@link TreeBootstrap}.
 *
 * @param byMetric one value per draw; NaN where a draw does not have the metric
 */
public record BootstrapDraws(Map<String, float[]> byMetric) {
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;
  private static final Quantile LINEAR =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7);

  /** Copies the map and keeps its order. */
  public BootstrapDraws {
    byMetric = new LinkedHashMap<>(byMetric);
  }

  /** The intervals of all metrics that have one. */
  public Map<String, Interval> intervals() {
    Map<String, Interval> all = new LinkedHashMap<>();
    for (Map.Entry<String, float[]> metric : byMetric.entrySet()) {
      double[] values = new double[metric.getValue().length];
      for (int d = 0; d < values.length; d++) {
        values[d] = metric.getValue()[d];
      }
      interval(values).ifPresent(interval -> all.put(metric.getKey(), interval));
    }
    return all;
  }

  /**
   * The interval of this run's metric minus that of another run of the same workload, draw by draw.
   */
  public Optional<Interval> difference(String metric, BootstrapDraws baseline) {
    float[] mine = byMetric.get(metric);
    float[] theirs = baseline.byMetric.get(metric);
    if (mine == null || theirs == null) {
      return Optional.empty();
    }
    double[] differences = new double[mine.length];
    for (int d = 0; d < differences.length; d++) {
      differences[d] = (double) mine[d] - theirs[d];
    }
    return interval(differences);
  }

  /** The middle 95 % of the draws; none if more than half of them have no value. */
  private static Optional<Interval> interval(double[] draws) {
    double[] values = java.util.Arrays.stream(draws).filter(Double::isFinite).toArray();
    if (values.length == 0 || 2 * values.length < draws.length) {
      return Optional.empty();
    }
    double[] ends = LINEAR.evaluate(values, new double[] {LOW, HIGH});
    return Optional.of(new Interval(ends[0], ends[1]));
  }
}

package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.sweep.ComparedMetrics;
import dev.turnstile.reports.data.SummaryJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a run by the name that they have in the summary of its document.
 *
 * @param path where the document has the summary, as a JSON pointer
 * @param values every entry of the summary
 */
record Numbered(String path, Map<String, @Nullable Object> values) implements Tiles.Values {

  /**
   * The numbers of a run.
   *
   * @param run pointer to its document
   */
  static Numbered of(RunResult result, String run) {
    return new Numbered(run + "/summary", SummaryJson.of(result));
  }

  @Override
  public @Nullable Number value(String metric) {
    return values.get(metric) instanceof Number number ? number : null;
  }

  boolean has(String metric) {
    return value(metric) != null;
  }

  @Override
  public Shown shown(String metric) {
    return Shown.of(value(metric), Measure.of(metric), path + Shown.key(metric));
  }

  /** The change of a metric against that of another run. */
  Change change(String metric, Numbered baseline) {
    return Change.of(baseline.value(metric), value(metric), Measure.of(metric), good(metric));
  }

  /** Which way a metric is better; less is better for all statistics of latencies. */
  static Good good(String metric) {
    return ComparedMetrics.good(metric);
  }
}

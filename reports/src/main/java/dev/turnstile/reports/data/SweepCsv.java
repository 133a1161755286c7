package dev.turnstile.reports.data;

import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepResult;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code sweep.csv} of a sweep: one row per point, first what was swept, then how it ended,
 * then all metrics.
 */
public final class SweepCsv {
  private static final String SEED = "seed";

  private SweepCsv() {}

  /** Writes the table; a metric that a point does not have is empty. */
  public static void write(SweepResult sweep, Appendable out) {
    List<String> axes =
        sweep.axes().stream().map(SweepPlan.Axis::path).filter(a -> !a.equals(SEED)).toList();
    Set<String> metrics = metrics(sweep);
    Csv csv = new Csv(out);
    csv.put("point").put("policy");
    axes.forEach(csv::put);
    csv.put(SEED).put("status").put("reason").put("saturated");
    metrics.forEach(csv::put);
    csv.end();
    for (SweepResult.Point point : sweep.points()) {
      csv.put(point.id()).put(point.policy());
      for (String axis : axes) {
        Object value = point.settings().get(axis);
        csv.put(value == null ? null : value.toString());
      }
      csv.put(point.seed());
      outcome(csv, point, metrics);
      csv.end();
    }
  }

  private static Set<String> metrics(SweepResult sweep) {
    Set<String> names = new LinkedHashSet<>();
    for (SweepResult.Point point : sweep.points()) {
      Outcome.Finished finished = point.finished();
      if (finished != null) {
        names.addAll(finished.metrics().keySet());
      }
    }
    return names;
  }

  private static void outcome(Csv csv, SweepResult.Point point, Set<String> metrics) {
    Outcome.Finished finished = point.finished();
    if (finished != null) {
      csv.put("finished").empty().put(Boolean.toString(finished.saturated()));
      Map<String, @Nullable Number> values = finished.metrics();
      metrics.forEach(metric -> number(csv, values.get(metric)));
      return;
    }
    if (point.outcome() instanceof Outcome.Failed failed) {
      csv.put("failed").put(failed.reason().label() + ": " + failed.message());
    } else {
      csv.put("missing").empty();
    }
    csv.empty();
    metrics.forEach(metric -> csv.empty());
  }

  private static void number(Csv csv, @Nullable Number value) {
    if (value instanceof Long whole) {
      csv.put(whole);
    } else if (value != null) {
      csv.put(value.doubleValue());
    } else {
      csv.empty();
    }
  }
}

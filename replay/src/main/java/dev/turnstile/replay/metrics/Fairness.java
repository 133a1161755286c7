package dev.turnstile.replay.metrics;

import dev.turnstile.workload.graph.SessionGraph;
import java.util.List;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.jspecify.annotations.Nullable;

/** How evenly waits are spread over sessions and work over workers. */
final class Fairness {
  private Fairness() {}

  /**
   * Jain index {@code (Σx)² / (n·Σx²)} of the sessions' admission waits in ms plus 1; null for
   * none.
   */
  static @Nullable Double jainOfWaits(List<SessionRow> rows) {
    if (rows.isEmpty()) {
      return null;
    }
    double sum = 0;
    double squares = 0;
    for (SessionRow row : rows) {
      double x = row.admissionWaitNanos() / 1e6 + 1;
      sum += x;
      squares += x * x;
    }
    return sum * sum / (rows.size() * squares);
  }

  /** Pearson correlation of admission wait and prompt length; null if one of them does not vary. */
  static @Nullable Double waitPromptCorrelation(RequestLog log, SessionGraph graph) {
    SimpleRegression regression = new SimpleRegression();
    for (int r = 0; r < log.count(); r++) {
      if (log.status(r).served() && !log.warmup(r)) {
        regression.addData(
            (log.admittedNanos(r) - log.arrivalNanos(r)) / 1e6,
            (double) graph.request(r).prompt().inputTokens());
      }
    }
    if (regression.getN() < 2) {
      return null;
    }
    double r = regression.getR();
    return Double.isNaN(r) ? null : r;
  }

  static @Nullable Double coefficientOfVariation(double[] values) {
    Distribution d = Distribution.of(values.clone());
    return d.count() == 0 || d.mean() == 0 ? null : d.std() / d.mean();
  }

  static @Nullable Double maxOverMean(double[] values) {
    Distribution d = Distribution.of(values.clone());
    return d.count() == 0 || d.mean() == 0 ? null : d.max() / d.mean();
  }
}

package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.Gauge;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.TimeSeries;
import dev.turnstile.reports.chart.Look;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * A run as figures show it.
 *
 * @param name its policy as people read it
 * @param look its colour, dash and marker, the same in every figure
 * @param run the result
 */
public record View(String name, Look look, RunResult run) {
  static final double NANOS_PER_MS = 1e6;

  RequestLog log() {
    return run.requests();
  }

  /** Requests that count in latencies. */
  IntPredicate measured() {
    RequestLog log = log();
    return r -> log.status(r).served() && !log.warmup(r);
  }

  /** The values of some requests in milliseconds. */
  static double[] millis(RequestLog log, IntPredicate which, IntToLongFunction nanos) {
    double[] values = new double[log.count()];
    int count = 0;
    for (int r = 0; r < values.length; r++) {
      if (which.test(r)) {
        values[count++] = nanos.applyAsLong(r) / NANOS_PER_MS;
      }
    }
    return java.util.Arrays.copyOf(values, count);
  }

  double stepMillis() {
    return run.series().stepNanos() / NANOS_PER_MS;
  }

  double endMillis() {
    return run.endNanos() / NANOS_PER_MS;
  }

  /** The begins of the buckets of its series. */
  double[] times() {
    double[] times = new double[run.series().points()];
    for (int i = 0; i < times.length; i++) {
      times[i] = i * stepMillis();
    }
    return times;
  }

  /** A gauge of a worker or of the cluster, if anything ever happened to it. */
  Optional<TimeSeries.Series> series(Gauge gauge, int worker) {
    return run.series().series().stream()
        .filter(one -> one.gauge() == gauge && one.worker() == worker)
        .findFirst();
  }

  /** The means of a gauge; it was 0 all the time if nothing ever happened to it. */
  double[] means(Gauge gauge, int worker) {
    return series(gauge, worker)
        .map(one -> one.mean().clone())
        .orElseGet(() -> new double[run.series().points()]);
  }
}

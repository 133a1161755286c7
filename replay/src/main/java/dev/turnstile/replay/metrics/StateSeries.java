package dev.turnstile.replay.metrics;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The gauges of a run over time, summed over the cluster and, for small clusters, per worker.
 *
 * <p>Above {@link #MAX_WORKERS} workers only the sums are kept.
 */
final class StateSeries {
  /** Clusters up to this size have a series per worker. */
  static final int MAX_WORKERS = 64;

  private final Map<Gauge, StepFunction> sums = new EnumMap<>(Gauge.class);
  private final Map<Gauge, @Nullable StepFunction[]> perWorker = new EnumMap<>(Gauge.class);
  private final Map<Gauge, long[]> values = new EnumMap<>(Gauge.class);
  private final int workers;

  StateSeries(int workers) {
    this.workers = workers;
  }

  /** A gauge of one worker has a new value. */
  void worker(Gauge gauge, int worker, long nowNanos, long value) {
    long[] now = values.get(gauge);
    if (now == null) {
      now = new long[workers];
      values.put(gauge, now);
    }
    long change = value - now[worker];
    if (change == 0) {
      return;
    }
    now[worker] = value;
    StepFunction sum = sum(gauge);
    sum.set(nowNanos, sum.value() + change);
    if (workers <= MAX_WORKERS) {
      own(gauge, worker).set(nowNanos, value);
    }
  }

  /** A counter of one worker grows. */
  void addTo(Gauge gauge, int worker, long nowNanos, long amount) {
    long[] now = values.get(gauge);
    worker(gauge, worker, nowNanos, (now == null ? 0 : now[worker]) + amount);
  }

  /** A gauge of the whole cluster has a new value. */
  void cluster(Gauge gauge, long nowNanos, long value) {
    sum(gauge).set(nowNanos, value);
  }

  private StepFunction sum(Gauge gauge) {
    return sums.computeIfAbsent(gauge, g -> new StepFunction());
  }

  private StepFunction own(Gauge gauge, int worker) {
    @Nullable StepFunction[] all =
        perWorker.computeIfAbsent(gauge, g -> new @Nullable StepFunction[workers]);
    StepFunction series = all[worker];
    if (series == null) {
      series = new StepFunction();
      all[worker] = series;
    }
    return series;
  }

  /** The series as plain data, in buckets of one width, up to {@code endNanos}. */
  TimeSeries export(long endNanos) {
    long width = StepFunction.widthFor(endNanos, TimeSeries.MAX_POINTS);
    TimeSeries.Builder builder = new TimeSeries.Builder(width, endNanos);
    sums.forEach((gauge, series) -> builder.add(TimeSeries.CLUSTER, gauge, series));
    perWorker.forEach(
        (gauge, all) -> {
          for (int worker = 0; worker < workers; worker++) {
            StepFunction series = all[worker];
            if (series != null) {
              builder.add(worker, gauge, series);
            }
          }
        });
    return builder.build();
  }
}

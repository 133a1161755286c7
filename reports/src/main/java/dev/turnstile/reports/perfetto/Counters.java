package dev.turnstile.reports.perfetto;

import dev.turnstile.replay.metrics.Gauge;
import dev.turnstile.replay.metrics.TimeSeries;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * Draws gauges as counters: mean and largest value of each bucket of the run's time series.
 *
 * <p>A bucket that equals the one before it is not written. Sums over the cluster are drawn where
 * the run has no values for each worker.
 */
final class Counters {
  private static final Set<Gauge> DRAWN =
      EnumSet.of(
          Gauge.KV_USED_BLOCKS,
          Gauge.KV_ACTIVE_BLOCKS,
          Gauge.BATCH_SEQUENCES,
          Gauge.BATCH_TOKENS,
          Gauge.WAITING_REQUESTS,
          Gauge.PAUSED_PROGRAMS,
          Gauge.ACTING_PROGRAMS,
          Gauge.HELD_REQUESTS,
          Gauge.REQUESTS_IN_SYSTEM);

  private final TimeSeries series;

  Counters(TimeSeries series) {
    this.series = series;
  }

  /** The series to draw, those of the cluster first, then worker by worker. */
  List<TimeSeries.Series> drawn() {
    Set<Gauge> perWorker =
        series.series().stream()
            .filter(one -> one.worker() != TimeSeries.CLUSTER)
            .map(TimeSeries.Series::gauge)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Gauge.class)));
    return series.series().stream()
        .filter(one -> DRAWN.contains(one.gauge()))
        .filter(one -> one.worker() != TimeSeries.CLUSTER || !perWorker.contains(one.gauge()))
        .sorted(java.util.Comparator.comparingInt(TimeSeries.Series::worker))
        .toList();
  }

  void draw(TraceEvents out, int pid, TimeSeries.Series one) {
    String name = one.gauge().label();
    for (int i = 0; i < series.points(); i++) {
      if (i == 0 || one.mean()[i] != one.mean()[i - 1] || one.max()[i] != one.max()[i - 1]) {
        double mean = one.mean()[i];
        long max = one.max()[i];
        long at = Timeline.micros(i * series.stepNanos());
        out.counter(pid, name, at, json -> values(json, mean, max));
      }
    }
  }

  private static void values(JsonGenerator json, double mean, long max) {
    json.writeNumberProperty("mean", Math.round(mean * 1000) / 1000.0);
    json.writeNumberProperty("max", max);
  }
}

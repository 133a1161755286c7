package dev.turnstile.replay.sweep;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Metrics of groups: the mean over the finished points. */
final class GroupValues {
  private final Map<String, SweepResult.Point> points = new HashMap<>();

  GroupValues(List<SweepResult.Point> points) {
    points.forEach(point -> this.points.put(point.id(), point));
  }

  /** The finished points of a group, by seed. */
  List<SweepResult.Point> finished(SweepResult.Group group) {
    return group.points().stream()
        .map(id -> Objects.requireNonNull(points.get(id)))
        .filter(point -> point.finished() != null)
        .toList();
  }

  /** The metric of a point; NaN if it has none. */
  static double of(SweepResult.Point point, String metric) {
    Outcome.Finished finished = point.finished();
    Number value = finished == null ? null : finished.metric(metric);
    return value == null ? Double.NaN : value.doubleValue();
  }

  /** The metric of each finished point that has it. */
  double[] all(SweepResult.Group group, String metric) {
    return finished(group).stream()
        .mapToDouble(point -> of(point, metric))
        .filter(Double::isFinite)
        .toArray();
  }

  /** The metric of a group; null if none of its points has it. */
  @Nullable Double mean(SweepResult.Group group, String metric) {
    double[] values = all(group, metric);
    return values.length == 0
        ? null
        : dev.turnstile.replay.statistics.RepeatStatistics.of(values).mean();
  }

  /** The metric of a group; NaN if none of its points has it. */
  double meanOrNaN(SweepResult.Group group, String metric) {
    Double mean = mean(group, metric);
    return mean == null ? Double.NaN : mean;
  }
}

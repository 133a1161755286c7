package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.FlatSummary;
import dev.turnstile.replay.statistics.RepeatStatistics;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The numbers of a sweep with their places in {@code sweep.json}. */
final class SweepNumbers {
  private final SweepResult sweep;
  private final Map<String, Integer> points = new HashMap<>();
  private final Map<String, Integer> groups = new HashMap<>();

  /** Names in the summary of a point: all points have the same ones. */
  private final Set<String> flat = new HashSet<>();

  SweepNumbers(SweepResult sweep) {
    this.sweep = sweep;
    for (int i = 0; i < sweep.points().size(); i++) {
      points.put(sweep.points().get(i).id(), i);
    }
    for (int i = 0; i < sweep.groups().size(); i++) {
      groups.put(sweep.groups().get(i).id(), i);
    }
  }

  /** The finished points of a group. */
  List<Point> finished(Group group) {
    List<Point> finished = new ArrayList<>();
    for (String id : group.points()) {
      Integer index = points.get(id);
      if (index != null && sweep.points().get(index).finished() != null) {
        finished.add(sweep.points().get(index));
      }
    }
    return finished;
  }

  Group group(String id) {
    Integer index = groups.get(id);
    if (index == null) {
      throw new IllegalArgumentException("no group " + id);
    }
    return sweep.groups().get(index);
  }

  static @Nullable Number value(Point point, String metric) {
    Outcome.Finished finished = point.finished();
    return finished == null ? null : finished.metric(metric);
  }

  /** The metric of a point. */
  Shown shown(Point point, String metric) {
    return Shown.of(value(point, metric), Measure.of(metric), path(point, metric));
  }

  /** Flat names of the main latencies are in the summary, other statistics in the distributions. */
  private String path(Point point, String metric) {
    Outcome.Finished finished = point.finished();
    if (finished == null) {
      return "";
    }
    if (flat.isEmpty()) {
      flat.addAll(finished.metrics().keySet());
    }
    String base = "/points/" + points.get(point.id());
    if (flat.contains(metric)) {
      return base + "/summary" + Shown.key(metric);
    }
    int end = metric.indexOf('_');
    return end < 0 || FlatSummary.statistic(metric, finished.distributions()) == null
        ? ""
        : base
            + "/distributions"
            + Shown.key(metric.substring(end + 1))
            + Shown.key(metric.substring(0, end));
  }

  /** The metric of a group: of its point, or the mean over those that finished. */
  @Nullable Number value(Group group, String metric) {
    List<Point> finished = finished(group);
    if (finished.size() == 1) {
      return value(finished.get(0), metric);
    }
    double[] values =
        finished.stream()
            .map(point -> value(point, metric))
            .filter(java.util.Objects::nonNull)
            .mapToDouble(Number::doubleValue)
            .toArray();
    return values.length == 0 ? null : RepeatStatistics.of(values).mean();
  }

  /** As {@link #value(Group, String)}. */
  Shown shown(Group group, String metric) {
    List<Point> finished = finished(group);
    if (finished.size() == 1) {
      return shown(finished.get(0), metric);
    }
    boolean kept = group.statistics().containsKey(metric);
    String path = "/groups/" + groups.get(group.id()) + "/statistics" + Shown.key(metric) + "/mean";
    return Shown.of(value(group, metric), Measure.of(metric), kept ? path : "");
  }
}

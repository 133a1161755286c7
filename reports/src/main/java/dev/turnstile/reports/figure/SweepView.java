package dev.turnstile.reports.figure;

import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.statistics.RepeatStatistics;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepPoint;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.Point;
import dev.turnstile.reports.chart.Look;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sweep as figures show it: one line per policy over one numeric setting.
 *
 * <p>The setting is the load if one is swept, else the first axis of numbers. Where other settings
 * are swept too, each policy is shown with those of its best group.
 */
final class SweepView {
  /** Most lines of a figure. */
  static final int LINES = 8;

  /** Most positions of a line. */
  static final int POSITIONS = 64;

  /**
   * The groups of one policy, by ascending position.
   *
   * @param name what the line is called
   * @param look how it is drawn
   * @param policy its policy
   * @param groups its groups; each has the setting and at least one finished point
   */
  record Line(String name, Look look, String policy, List<Group> groups) {}

  private final SweepResult sweep;
  private final Map<String, Point> points = new HashMap<>();
  private final Map<String, Group> groups = new HashMap<>();
  private final @Nullable String axis;
  private final List<Line> lines = new ArrayList<>();
  private int combinations;
  private int positions;

  /** The view of a sweep. */
  SweepView(SweepResult sweep) {
    this.sweep = sweep;
    sweep.points().forEach(point -> points.put(point.id(), point));
    sweep.groups().forEach(group -> groups.put(group.id(), group));
    axis = axis(sweep);
    if (axis != null) {
      addLines(axis);
    }
  }

  private static @Nullable String axis(SweepResult sweep) {
    if (!sweep.derived().loads().isEmpty()) {
      return sweep.derived().loads().get(0).axis();
    }
    for (var candidate : sweep.axes()) {
      boolean numbers =
          sweep.groups().stream()
              .map(group -> group.settings().get(candidate.path()))
              .allMatch(value -> value == null || value instanceof Number);
      if (numbers && !candidate.path().equals("seed")) {
        return candidate.path();
      }
    }
    return null;
  }

  private void addLines(String path) {
    Map<List<Object>, List<Group>> bySettings = new LinkedHashMap<>();
    for (Group group : sweep.groups()) {
      if (group.settings().get(path) instanceof Number && !finished(group).isEmpty()) {
        Map<String, Object> others = new LinkedHashMap<>(group.settings());
        others.remove(path);
        bySettings
            .computeIfAbsent(List.of(group.policy(), others), key -> new ArrayList<>())
            .add(group);
      }
    }
    combinations = bySettings.size();
    Set<String> best = new LinkedHashSet<>();
    sweep.derived().best().forEach(one -> best.add(one.group()));
    boolean all = bySettings.size() <= LINES;
    for (List<Group> groups : bySettings.values()) {
      boolean chosen = all || groups.stream().anyMatch(group -> best.contains(group.id()));
      if (chosen && lines.size() < LINES) {
        lines.add(line(path, groups, all));
      }
    }
  }

  private Line line(String path, List<Group> groups, boolean withSettings) {
    List<Group> ascending = new ArrayList<>(groups);
    ascending.sort(Comparator.comparingDouble(group -> number(group, path)));
    positions = Math.max(positions, ascending.size());
    Group first = ascending.get(0);
    Map<String, Object> others = new LinkedHashMap<>(first.settings());
    others.remove(path);
    String name =
        withSettings || !others.isEmpty()
            ? SweepPoint.label(first.policy(), others)
            : first.policy();
    return new Line(Text.id(name), look(first), first.policy(), thinned(ascending));
  }

  /** One policy has one colour; lines of one policy differ in dash and marker. */
  private Look look(Group group) {
    int policy = sweep.policies().indexOf(group.policy());
    long before = lines.stream().filter(line -> line.policy().equals(group.policy())).count();
    Look own = Look.series(Math.max(0, policy));
    return before == 0 ? own : Look.series((int) (policy + before)).in(own.ink());
  }

  private static List<Group> thinned(List<Group> groups) {
    if (groups.size() <= POSITIONS) {
      return groups;
    }
    List<Group> kept = new ArrayList<>();
    for (int i = 0; i < POSITIONS; i++) {
      kept.add(groups.get((int) Math.round((double) i * (groups.size() - 1) / (POSITIONS - 1))));
    }
    return kept;
  }

  /** The lines. */
  List<Line> lines() {
    return lines;
  }

  /** The result. */
  SweepResult sweep() {
    return sweep;
  }

  /** What the lines are over, or null. */
  @Nullable String axis() {
    return axis;
  }

  /** Its last part, for people. */
  String axisName() {
    return axis == null ? "" : axis.substring(axis.lastIndexOf('.') + 1).replace('_', ' ');
  }

  /** What was left out, as a sentence; empty if nothing was. */
  String leftOut() {
    String few =
        lines.size() == combinations
            ? ""
            : "Of "
                + combinations
                + " combinations of policy and settings, the best one of each policy is"
                + " drawn"
                + (sweep.policies().size() > LINES ? ", at most " + LINES : "")
                + ".";
    String thin =
        positions <= POSITIONS
            ? ""
            : "Of up to "
                + positions
                + " values of "
                + axisName()
                + ", "
                + POSITIONS
                + " are drawn.";
    return Notes.join(few, thin);
  }

  /** The group of an id. */
  Group group(String id) {
    Group group = groups.get(id);
    if (group == null) {
      throw new IllegalArgumentException("no group " + id);
    }
    return group;
  }

  List<Point> finished(Group group) {
    List<Point> finished = new ArrayList<>();
    for (String id : group.points()) {
      Point point = points.get(id);
      if (point != null && point.finished() != null) {
        finished.add(point);
      }
    }
    return finished;
  }

  static double number(Group group, String path) {
    return group.settings().get(path) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** The position of a group. */
  double x(Group group) {
    return axis == null ? Double.NaN : number(group, axis);
  }

  /** The value of a group: of its point, or the mean over those that finished; NaN without one. */
  double value(Group group, String metric) {
    double[] values =
        finished(group).stream()
            .mapToDouble(point -> value(point, metric))
            .filter(Double::isFinite)
            .toArray();
    return values.length == 0
        ? Double.NaN
        : values.length == 1 ? values[0] : RepeatStatistics.of(values).mean();
  }

  private static double value(Point point, String metric) {
    Outcome.Finished finished = point.finished();
    Number value = finished == null ? null : finished.metric(metric);
    return value == null ? Double.NaN : value.doubleValue();
  }

  /** The interval around the value of a group, or null. */
  @Nullable Interval interval(Group group, String metric) {
    if (sweep.repeats() > 1) {
      RepeatStatistics statistics = group.statistics().get(metric);
      return statistics == null ? null : statistics.interval();
    }
    List<Point> one = finished(group);
    Outcome.Finished finished = one.isEmpty() ? null : one.get(0).finished();
    return finished == null ? null : finished.intervals().get(metric);
  }

  /** Whether the backlog of one of its points still grew at the end. */
  boolean saturated(Group group) {
    return finished(group).stream()
        .map(Point::finished)
        .anyMatch(finished -> finished != null && finished.saturated());
  }

  /** What a point of a line is. */
  String label(Group group) {
    return Text.id(group.label()) + (saturated(group) ? " (saturated)" : "");
  }

  /** Where a point of a line leads. */
  static String link(Group group) {
    return "p-" + group.id();
  }
}

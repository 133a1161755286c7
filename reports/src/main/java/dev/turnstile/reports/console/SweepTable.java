package dev.turnstile.reports.console;

import dev.turnstile.replay.statistics.RepeatStatistics;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sweep as one table, a row per group of points, the best of each policy marked, then what the
 * points say together and which of them failed. No line is wider than 80 columns.
 */
public final class SweepTable {
  private static final int WIDTH = 80;
  private static final int MAX_POLICY = 22;
  private static final int MAX_SETTINGS = 44;

  /** A column of metrics: its head, the metric and how it is shown. */
  private record Metric(List<String> head, String name, Function<@Nullable Number, String> show) {}

  /** The most telling first: what does not fit on a line is left out from the end. */
  private static final List<Metric> METRICS =
      List.of(
          new Metric(
              List.of("out tok/s", "per GPU"),
              "output_token_throughput_per_s_per_gpu",
              Numbers::compact),
          new Metric(
              List.of("good", "req/s"), "goodput_request_throughput_per_s", Numbers::compact),
          new Metric(List.of("SLO", "met"), "slo_attainment_ratio", Numbers::percent),
          new Metric(List.of("hit", "ratio"), "prefix_cache_hit_ratio", Numbers::percent),
          new Metric(List.of("TTFT", "p50"), "p50_ttft_ms", Numbers::duration),
          new Metric(List.of("TTFT", "p99"), "p99_ttft_ms", Numbers::duration),
          new Metric(List.of("sessions", "per h"), "session_throughput_per_h", Numbers::compact),
          new Metric(List.of("ITL", "p99"), "p99_itl_ms", Numbers::duration));

  private final SweepResult sweep;
  private final Map<String, Point> points = new HashMap<>();
  private final Set<String> best = new HashSet<>();
  private final List<String> lines = new ArrayList<>();

  private SweepTable(SweepResult sweep) {
    this.sweep = sweep;
    sweep.points().forEach(point -> points.put(point.id(), point));
    sweep.derived().best().forEach(b -> best.add(b.group()));
  }

  /** The lines of the table and of what follows it. */
  public static List<String> lines(SweepResult sweep) {
    SweepTable table = new SweepTable(sweep);
    table.header();
    table.table();
    table.lines.addAll(SweepFindings.lines(sweep));
    return table.lines;
  }

  private void header() {
    SweepResult.Trace trace = sweep.trace();
    String files =
        trace.files().size() == 1 ? trace.files().get(0).name() : trace.files().size() + " files";
    add(
        String.format(
            Locale.ROOT,
            "trace     %s (%s): %,d requests in %,d session trees",
            files,
            trace.format(),
            trace.requests(),
            trace.sessionTrees()));
    StringBuilder what = new StringBuilder("sweep     ");
    what.append(String.format(Locale.ROOT, "%,d ", sweep.points().size()));
    what.append(sweep.points().size() == 1 ? "point: " : "points: ");
    what.append(String.join(", ", sweep.policies()));
    for (SweepPlan.Axis axis : sweep.axes()) {
      what.append(" x ").append(axis.values().size()).append(" of ").append(axis.path());
    }
    if (sweep.repeats() > 1) {
      what.append(" x ").append(sweep.repeats()).append(" seeds");
    }
    add(what.toString());
    lines.add("");
  }

  private void add(String line) {
    lines.addAll(WarningLines.wrap(line, " ".repeat(12), WIDTH));
  }

  private void table() {
    List<Group> groups = sweep.groups();
    AlignedTable table = new AlignedTable(WIDTH);
    table.text(List.of(""), cells(groups, this::mark));
    table.text(List.of("policy"), cells(groups, group -> cut(group.policy(), MAX_POLICY)));
    List<String> leftOut = settings(table, groups);
    int settings = table.columns();
    for (Metric metric : METRICS) {
      List<String> cells = cells(groups, group -> metric.show().apply(value(group, metric.name())));
      if (cells.stream().anyMatch(cell -> !cell.equals(Numbers.NONE))) {
        boolean shown = table.number(metric.head(), cells);
        if (shown && metric.name().equals(METRICS.get(0).name()) && sweep.repeats() > 1) {
          table.number(List.of("95 %", "±"), cells(groups, group -> spread(group, metric.name())));
        }
      }
    }
    lines.addAll(table.heads());
    for (int i = 0; i < groups.size(); i++) {
      String trouble = trouble(groups.get(i));
      lines.add(
          trouble.isEmpty() ? table.row(i) : cut(table.row(i, settings) + "  " + trouble, WIDTH));
    }
    legend(leftOut);
  }

  private static List<String> cells(List<Group> groups, Function<Group, String> cell) {
    return groups.stream().map(cell).toList();
  }

  /** Adds a column per swept setting as long as they are narrow; returns the paths left out. */
  private static List<String> settings(AlignedTable table, List<Group> groups) {
    List<String> paths =
        groups.stream().flatMap(g -> g.settings().keySet().stream()).distinct().toList();
    List<String> leftOut = new ArrayList<>();
    int from = table.width();
    for (String path : paths) {
      String key = path.substring(path.lastIndexOf('.') + 1);
      List<String> cells =
          cells(
              groups,
              group -> {
                Object value = group.settings().get(path);
                return value == null ? Numbers.NONE : cut(value.toString(), 16);
              });
      List<String> head = head(key);
      int width = 2 + Math.max(longest(head), longest(cells));
      if (table.width() - from + width > MAX_SETTINGS || !table.number(head, cells)) {
        leftOut.add(path);
      }
    }
    if (!leftOut.isEmpty()) {
      table.text(List.of("point"), cells(groups, Group::id));
    }
    return leftOut;
  }

  private static int longest(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }

  /** A key on two lines if it is long. */
  private static List<String> head(String key) {
    int cut = key.indexOf('_', key.length() / 3);
    return key.length() <= 12 || cut < 0
        ? List.of(key)
        : List.of(key.substring(0, cut + 1), key.substring(cut + 1));
  }

  private String mark(Group group) {
    boolean saturated =
        group.points().stream()
            .anyMatch(
                id -> {
                  Point point = points.get(id);
                  Outcome.Finished finished = point == null ? null : point.finished();
                  return finished != null && finished.saturated();
                });
    return (best.contains(group.id()) ? "*" : " ") + (saturated ? "!" : " ");
  }

  private @Nullable Number value(Group group, String metric) {
    RepeatStatistics statistics = group.statistics().get(metric);
    if (statistics != null) {
      return statistics.mean();
    }
    Point point = points.get(group.points().get(0));
    Outcome.Finished finished = point == null ? null : point.finished();
    return finished == null || sweep.repeats() > 1 ? null : finished.metric(metric);
  }

  /** Half the width of the interval, relative to the mean. */
  private static String spread(Group group, String metric) {
    RepeatStatistics statistics = group.statistics().get(metric);
    return statistics == null || statistics.interval() == null || statistics.mean() == 0
        ? Numbers.NONE
        : String.format(
            Locale.ROOT, "%.1f %%", 100 * statistics.interval().halfWidth() / statistics.mean());
  }

  /** Why a group has no numbers; empty if it has. */
  private String trouble(Group group) {
    String first = "";
    for (String id : group.points()) {
      Point point = points.get(id);
      if (point == null || point.outcome() == null) {
        first = first.isEmpty() ? "not run" : first;
      } else if (point.outcome() instanceof Outcome.Failed failed) {
        first = "failed: " + failed.message();
      } else {
        return "";
      }
    }
    return first;
  }

  private void legend(List<String> leftOut) {
    List<String> signs = new ArrayList<>();
    if (!best.isEmpty()) {
      signs.add("* best of its policy by " + sweep.derived().bestBy());
    }
    if (sweep.points().stream().anyMatch(p -> p.finished() != null && p.finished().saturated())) {
      signs.add("! saturated: the backlog still grows at the end");
    }
    for (String policy : sweep.policies()) {
      if (policy.length() > MAX_POLICY) {
        signs.add(cut(policy, MAX_POLICY) + " = " + policy);
      }
    }
    if (!leftOut.isEmpty()) {
      signs.add("not shown: " + String.join(", ", leftOut) + "; sweep.csv has them by point");
    }
    if (!signs.isEmpty()) {
      lines.add("");
      signs.forEach(sign -> lines.addAll(WarningLines.wrap("(" + sign + ")", "   ", WIDTH)));
    }
  }

  static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }
}

package dev.turnstile.reports.html;

import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Best;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.GroupComparison;
import dev.turnstile.replay.sweep.SweepResult.Point;
import dev.turnstile.reports.console.Numbers;
import dev.turnstile.reports.figure.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of a sweep: best points, differences to the baseline, all points, failures. */
final class SweepTables {
  /** Most rows of the table of points. */
  private static final int POINTS = 1000;

  private static final int FAILURES = 50;
  private static final int SETTINGS = 6;

  private static final String[][] COLUMNS = {
    {"output tok/s per GPU", "output_token_throughput_per_s_per_gpu"},
    {"turns/min", "steps_per_min"},
    {"sessions/h", "session_throughput_per_h"},
    {"hit ratio", "prefix_cache_hit_ratio"},
    {"of ideal", "hit_ratio_of_ideal"},
    {"best eviction", "oracle_hit_ratio"},
    {"TTFT p50", "p50_ttft_ms"},
    {"TTFT p95", "p95_ttft_ms"},
    {"ITL p50", "p50_itl_ms"},
    {"ITL p95", "p95_itl_ms"},
    {"session, mean", "mean_session_duration_ms"},
    {"re-prefilled", "reprefilled_tokens"},
    {"preemptions", "preemptions"},
    {"SLO attainment", "slo_attainment_ratio"},
    {"goodput/s", "goodput_request_throughput_per_s"}
  };

  private final SweepResult sweep;
  private final SweepNumbers numbers;
  private final List<SweepPlan.Axis> axes;
  private final List<String[]> columns = new ArrayList<>();
  private final Function<Point, String> link;

  SweepTables(SweepResult sweep, SweepNumbers numbers, Function<Point, String> link) {
    this.sweep = sweep;
    this.numbers = numbers;
    this.link = link;
    axes = sweep.axes().subList(0, Math.min(SETTINGS, sweep.axes().size()));
    for (String[] column : COLUMNS) {
      if (sweep.points().stream().anyMatch(p -> SweepNumbers.value(p, column[1]) != null)) {
        columns.add(column);
      }
    }
  }

  /** The best group of each policy. */
  Table best() {
    List<Table.Row> rows = new ArrayList<>();
    for (Best best : sweep.derived().best()) {
      Group group = numbers.group(best.group());
      List<Table.Cell> cells = new ArrayList<>(List.of(Table.Cell.text(Text.id(group.policy()))));
      settings(cells, group.settings());
      for (String[] column : columns) {
        cells.add(Table.Cell.of(numbers.shown(group, column[1])));
      }
      rows.add(new Table.Row("", cells));
    }
    return new Table(
        "best",
        "Each policy at its best",
        "The group with most "
            + sweep.derived().bestBy()
            + "."
            + (sweep.repeats() > 1 ? " Values are means over seeds." : ""),
        heads(false),
        rows,
        true);
  }

  private List<Table.Column> heads(boolean ofPoints) {
    List<Table.Column> heads = new ArrayList<>(List.of(Table.Column.text("policy")));
    for (SweepPlan.Axis axis : axes) {
      boolean numeric =
          sweep.groups().stream()
              .map(group -> group.settings().get(axis.path()))
              .allMatch(value -> value == null || value instanceof Number);
      String label = axis.path().substring(axis.path().lastIndexOf('.') + 1).replace('_', ' ');
      heads.add(new Table.Column(Text.id(label), numeric, Text.id(axis.path()), ""));
    }
    if (ofPoints) {
      heads.add(Table.Column.text("status"));
      if (sweep.repeats() > 1) {
        heads.add(Table.Column.number("seed"));
      }
    }
    columns.forEach(column -> heads.add(new Table.Column(column[0], true, column[1], "")));
    return heads;
  }

  private void settings(List<Table.Cell> cells, Map<String, Object> settings) {
    for (SweepPlan.Axis axis : axes) {
      Object value = settings.get(axis.path());
      cells.add(
          value instanceof Number number
              ? Table.Cell.of(Shown.of(number, Measure.NUMBER, ""))
              : Table.Cell.text(value == null ? Numbers.NONE : Text.id(value.toString())));
    }
  }

  /** All points, or the best of very many. */
  Table points() {
    List<Point> shown = sweep.points();
    if (shown.size() > POINTS) {
      Set<String> kept = new HashSet<>();
      shown.stream()
          .sorted(
              Comparator.comparingDouble(
                  point -> {
                    Number value = SweepNumbers.value(point, sweep.derived().bestBy());
                    return value == null ? Double.POSITIVE_INFINITY : -value.doubleValue();
                  }))
          .limit(POINTS)
          .forEach(point -> kept.add(point.id()));
      shown = shown.stream().filter(point -> kept.contains(point.id())).toList();
    }
    List<Table.Row> rows = new ArrayList<>();
    for (Point point : shown) {
      rows.add(row(point));
    }
    String note =
        Text.join(
            shown.size() == sweep.points().size()
                ? ""
                : "The "
                    + POINTS
                    + " best of "
                    + Numbers.counted(sweep.points().size(), "point")
                    + "; sweep.csv has all.",
            axes.size() == sweep.axes().size()
                ? ""
                : "The first "
                    + SETTINGS
                    + " of "
                    + sweep.axes().size()
                    + " swept settings are shown.");
    return new Table("points", "All points", note, heads(true), rows, true);
  }

  private Table.Row row(Point point) {
    String url = point.finished() == null ? "" : link.apply(point);
    List<Table.Cell> cells = new ArrayList<>();
    cells.add(Table.Cell.linked(Text.id(point.policy()), url));
    settings(cells, point.settings());
    Outcome outcome = point.outcome();
    Outcome.Finished finished = point.finished();
    String status = outcome == null ? "not run" : finished == null ? "failed" : "finished";
    cells.add(Table.Cell.text(finished != null && finished.saturated() ? "saturated" : status));
    if (sweep.repeats() > 1) {
      cells.add(Table.Cell.of(Shown.of(point.seed(), Measure.NUMBER, "")));
    }
    for (String[] column : columns) {
      cells.add(Table.Cell.of(numbers.shown(point, column[1])));
    }
    return new Table.Row("p-" + point.id(), cells);
  }

  /** Each policy at its best against the baseline there. */
  List<Table> differences() {
    List<Table> tables = new ArrayList<>();
    for (Best best : sweep.derived().best()) {
      for (int i = 0; i < sweep.derived().comparisons().size() && tables.size() < 8; i++) {
        GroupComparison comparison = sweep.derived().comparisons().get(i);
        if (comparison.group().equals(best.group())) {
          tables.add(differences(comparison, i, "differences-" + tables.size()));
        }
      }
    }
    return tables;
  }

  private Table differences(GroupComparison comparison, int index, String id) {
    List<Table.Row> rows = new ArrayList<>();
    SweepResult.Method method = null;
    for (int i = 0; i < comparison.differences().size(); i++) {
      Difference difference = comparison.differences().get(i);
      String path = "/derived/comparisons/" + index + "/differences/" + i;
      Measure measure = Measure.of(difference.metric());
      method = method == null ? difference.method() : method;
      Change change =
          Change.of(difference.baseline(), difference.value(), measure, difference.good());
      Verdict verdict = difference.verdict();
      rows.add(
          new Table.Row(
              "",
              List.of(
                  Table.Cell.text(difference.metric()),
                  Table.Cell.of(Shown.of(difference.baseline(), measure, path + "/baseline")),
                  new Table.Cell(
                      Shown.of(difference.value(), measure, path + "/value"),
                      verdict == Verdict.NO_DIFFERENCE_SHOWN ? change.undecided() : change,
                      "",
                      false),
                  Table.Cell.of(end(difference.interval(), true, measure, path)),
                  Table.Cell.of(end(difference.interval(), false, measure, path)),
                  Table.Cell.text(verdict == null ? "" : verdict.label()))));
    }
    String note =
        method == null
            ? ""
            : method == SweepResult.Method.PAIRED_SEEDS
                ? "95 % intervals of the difference: Student's t over runs with the same seed."
                : "95 % intervals of the difference: bootstrap over session trees, so how much it hangs on a few of them.";
    return new Table(
        id,
        Text.id(numbers.group(comparison.group()).label())
            + " against "
            + Text.id(numbers.group(comparison.baseline()).label()),
        note,
        List.of(
            Table.Column.text("metric"),
            Table.Column.number("baseline"),
            Table.Column.number("value"),
            Table.Column.number("difference from"),
            Table.Column.number("to"),
            Table.Column.text("verdict")),
        rows,
        false);
  }

  private static Shown end(@Nullable Interval interval, boolean low, Measure measure, String path) {
    return interval == null
        ? Shown.of(null, measure, "")
        : Shown.of(
            low ? interval.low() : interval.high(),
            measure,
            path + "/interval/" + (low ? "low" : "high"));
  }

  /** What failed and why. */
  Table failures() {
    List<Table.Row> rows = new ArrayList<>();
    for (Point point : sweep.points()) {
      if (point.outcome() instanceof Outcome.Failed failed && rows.size() < FAILURES) {
        rows.add(
            new Table.Row(
                "",
                List.of(
                    Table.Cell.text(Text.id(point.label())),
                    Table.Cell.text(failed.reason().label()),
                    Table.Cell.text(Text.cut(Text.visible(failed.message()), 300)))));
      }
    }
    String note =
        sweep.failed() <= FAILURES
            ? ""
            : "The first " + FAILURES + " of " + sweep.failed() + "; sweep.csv has all.";
    return new Table(
        "failures",
        "Failed points",
        note,
        List.of(
            Table.Column.text("point"), Table.Column.text("reason"), Table.Column.text("message")),
        rows,
        true);
  }
}

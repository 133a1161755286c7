package dev.turnstile.reports.html;

import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.reports.compare.Condition;
import dev.turnstile.reports.compare.StoredComparison.Pair;
import dev.turnstile.reports.figure.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The tables of a comparison of stored results. */
final class StoredTables {
  private static final int ROWS = 1000;

  private static final String[][] COLUMNS = {
    {"turns/min", "steps_per_min"},
    {"output tok/s per GPU", "output_token_throughput_per_s_per_gpu"},
    {"hit ratio", "prefix_cache_hit_ratio"},
    {"TTFT p50", "p50_ttft_ms"},
    {"TTFT p99", "p99_ttft_ms"},
    {"ITL p99", "p99_itl_ms"},
    {"session, mean", "mean_session_duration_ms"},
    {"re-prefilled", "reprefilled_tokens"}
  };

  private final BiFunction<Pair, Difference, String> path;

  /**
   * The tables.
   *
   * @param path where the document has a difference of a pair
   */
  StoredTables(BiFunction<Pair, Difference, String> path) {
    this.path = path;
  }

  /** One row per run. */
  Table overview(
      List<Pair> pairs,
      Function<Pair, Tiles.Values> values,
      Function<Pair, Tiles.Values> baselines) {
    List<Table.Row> rows = new ArrayList<>();
    for (Pair pair : pairs.subList(0, Math.min(ROWS, pairs.size()))) {
      List<Table.Cell> cells = new ArrayList<>();
      cells.add(Table.Cell.text(Text.id(pair.run().label()), Text.id(pair.run().source())));
      cells.add(
          Table.Cell.text(
              Text.id(pair.baseline().label() + " (" + pair.baseline().source() + ")")));
      for (String[] column : COLUMNS) {
        String metric = column[1];
        Change change =
            Change.of(
                baselines.apply(pair).value(metric),
                values.apply(pair).value(metric),
                Measure.of(metric),
                Numbered.good(metric));
        cells.add(new Table.Cell(values.apply(pair).shown(metric), change, "", false));
      }
      rows.add(new Table.Row("", cells));
    }
    List<Table.Column> columns =
        new ArrayList<>(List.of(Table.Column.text("run"), Table.Column.text("against")));
    for (String[] column : COLUMNS) {
      columns.add(new Table.Column(column[0], true, column[1], ""));
    }
    String note =
        "Changes are by percent, or percentage points for ratios."
            + (pairs.size() > ROWS ? " The first " + ROWS + " of " + pairs.size() + " runs." : "");
    return new Table("overview", "Runs against their baselines", note, columns, rows, true);
  }

  /** Every metric of one run. */
  Table differences(Pair pair, String id) {
    List<Table.Row> rows = new ArrayList<>();
    boolean intervals = false;
    for (Difference difference : pair.differences()) {
      rows.add(row(difference, path.apply(pair, difference)));
      intervals |= difference.interval() != null;
    }
    return new Table(
        id,
        Text.id(pair.run().label())
            + " against "
            + Text.id(pair.baseline().label() + " (" + pair.baseline().source() + ")"),
        intervals
            ? "95 % intervals of the difference: Student's t over runs with the same seed."
            : "One seed each: there is no interval.",
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

  private static Table.Row row(Difference difference, String at) {
    Measure measure = Measure.of(difference.metric());
    Change change =
        Change.of(difference.baseline(), difference.value(), measure, difference.good());
    Interval interval = difference.interval();
    Verdict verdict = difference.verdict();
    return new Table.Row(
        "",
        List.of(
            Table.Cell.text(difference.metric()),
            Table.Cell.of(Shown.of(difference.baseline(), measure, at + "/baseline")),
            new Table.Cell(
                Shown.of(difference.value(), measure, at + "/value"),
                verdict == Verdict.NO_DIFFERENCE_SHOWN ? change.undecided() : change,
                "",
                false),
            Table.Cell.of(
                interval == null
                    ? Shown.of(null, measure, at + "/low")
                    : Shown.of(interval.low(), measure, at + "/low")),
            Table.Cell.of(
                interval == null
                    ? Shown.of(null, measure, at + "/high")
                    : Shown.of(interval.high(), measure, at + "/high")),
            Table.Cell.text(verdict == null ? "" : verdict.label())));
  }

  /** What became of the conditions for failure. */
  static Table conditions(List<Condition.Finding> findings) {
    List<Table.Row> rows = new ArrayList<>();
    for (Condition.Finding finding : findings.subList(0, Math.min(ROWS, findings.size()))) {
      rows.add(
          new Table.Row(
              "",
              List.of(
                  Table.Cell.text(Text.id(finding.condition().text())),
                  Table.Cell.text(finding.holds() ? "holds" : "does not hold"),
                  Table.Cell.text(Text.id(finding.observed())),
                  Table.Cell.text(Text.id(finding.run().label())),
                  Table.Cell.text(Text.id(finding.run().source())))));
    }
    return new Table(
        "condition-table",
        "Conditions for failure",
        "",
        List.of(
            Table.Column.text("condition"),
            Table.Column.text("outcome"),
            Table.Column.text("observed"),
            Table.Column.text("run"),
            Table.Column.text("result")),
        rows,
        false);
  }
}

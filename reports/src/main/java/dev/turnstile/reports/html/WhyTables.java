package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.figure.Text;
import dev.turnstile.reports.figure.Tip;
import dev.turnstile.reports.figure.TokenSource;
import java.util.ArrayList;
import java.util.List;

/** Tables of why prompt tokens were computed. */
final class WhyTables {
  /** Parts of what was evicted: by whom, and when; each pair or triple adds up to it. */
  private static final String[][] PARTS = {
    {Cause.REPREFILLED_OTHERS.metric(), "evicted by other sessions"},
    {Cause.REPREFILLED_OWN.metric(), "evicted by the session itself"},
    {Cause.REPREFILLED_AWAY.metric(), "evicted while the session was away"},
    {Cause.REPREFILLED_HELD.metric(), "evicted while the request was held"},
    {Cause.REPREFILLED_QUEUED.metric(), "evicted while it waited on its worker"}
  };

  private static final String SUM =
      "Of served requests, at their first scheduling. The causes add up to all prompt tokens";

  /** How to read them. */
  static final String NOTE = SUM + "; what was evicted is divided twice, by whom and when.";

  /** What they are called. */
  static final String TITLE = "Causes and their parts";

  private WhyTables() {}

  /** The labels and metrics of the rows: the causes, and the parts of what was evicted. */
  static List<String[]> rows() {
    List<String[]> rows = new ArrayList<>();
    for (TokenSource cause : TokenSource.all()) {
      rows.add(new String[] {cause.label(), cause.metric()});
      if (cause == TokenSource.EVICTED) {
        for (String[] part : PARTS) {
          rows.add(new String[] {"– " + part[1], part[0]});
        }
      }
    }
    return rows;
  }

  /** The causes of one run. */
  static Table of(Numbered numbers) {
    List<Table.Row> rows = new ArrayList<>();
    Number all = numbers.value("total_input_tokens");
    for (String[] row : rows()) {
      Number tokens = numbers.value(row[1]);
      if (tokens != null && all != null && all.longValue() > 0) {
        double share = tokens.doubleValue() / all.doubleValue();
        rows.add(
            new Table.Row(
                "",
                List.of(
                    Table.Cell.text(row[0]),
                    Table.Cell.of(numbers.shown(row[1])),
                    Table.Cell.of(Shown.of(share, Measure.PERCENT, "")),
                    Table.Cell.text(meaning(row[1])))));
      }
    }
    return new Table(
        "causes",
        TITLE,
        NOTE,
        List.of(
            Table.Column.text("cause"),
            Table.Column.number("prompt tokens"),
            Table.Column.number("share"),
            Table.Column.text("meaning")),
        rows,
        true);
  }

  private static String meaning(String metric) {
    return TokenSource.all().stream()
        .filter(cause -> cause.metric().equals(metric))
        .map(TokenSource::meaning)
        .findFirst()
        .orElseGet(() -> MetricCatalogue.find(metric).map(MetricCatalogue.Metric::doc).orElse(""));
  }

  /** The causes of each policy of a sweep at its best. */
  static Table of(SweepResult sweep, SweepNumbers numbers) {
    List<Group> groups =
        sweep.derived().best().stream().map(best -> numbers.group(best.group())).toList();
    List<TokenSource> causes =
        TokenSource.all().stream()
            .filter(
                cause -> groups.stream().anyMatch(g -> numbers.value(g, cause.metric()) != null))
            .toList();
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.text("policy")));
    for (TokenSource cause : causes) {
      String swatch = Swatches.svg(Look.solid(cause.ink()), Tip.Swatch.AREA);
      columns.add(new Table.Column(cause.label(), true, cause.meaning(), swatch));
    }
    List<Table.Row> rows = new ArrayList<>();
    for (Group group : groups) {
      List<Table.Cell> cells = new ArrayList<>(List.of(Table.Cell.text(Text.id(group.label()))));
      causes.forEach(cause -> cells.add(Table.Cell.of(numbers.shown(group, cause.metric()))));
      rows.add(new Table.Row("", cells));
    }
    return new Table("causes", TITLE, "Each policy at its best. " + SUM + ".", columns, rows, true);
  }
}

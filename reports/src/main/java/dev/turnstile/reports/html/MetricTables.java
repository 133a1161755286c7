package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import dev.turnstile.replay.metrics.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of one run: all metrics, all distributions, workers. */
final class MetricTables {
  private MetricTables() {}

  /** Every summary metric with its meaning. */
  static Table metrics(RunResult run, Numbered numbers) {
    List<Table.Row> rows = new ArrayList<>();
    for (String name : run.summary().keySet()) {
      String doc = MetricCatalogue.find(name).map(MetricCatalogue.Metric::doc).orElse("");
      rows.add(
          new Table.Row(
              "",
              List.of(
                  Table.Cell.text(name),
                  Table.Cell.of(numbers.shown(name)),
                  Table.Cell.text(Measure.unit(name)),
                  Table.Cell.text(better(name)),
                  Table.Cell.text(doc))));
    }
    run.policyMetrics()
        .forEach(
            (name, value) ->
                rows.add(
                    new Table.Row(
                        "",
                        List.of(
                            Table.Cell.text(name),
                            Table.Cell.of(
                                Shown.of(
                                    value, Measure.NUMBER, "/policy_metrics" + Shown.key(name))),
                            Table.Cell.text(""),
                            Table.Cell.text(""),
                            Table.Cell.text("counted by the policy")))));
    return new Table(
        "metrics",
        "All metrics",
        "Hover shows the exact value; copying takes exact values.",
        List.of(
            Table.Column.text("metric"),
            Table.Column.number("value"),
            Table.Column.text("unit"),
            Table.Column.text("better"),
            Table.Column.text("meaning")),
        rows,
        false);
  }

  private static String better(String metric) {
    Good good = Numbered.good(metric);
    return good == Good.UP ? "more" : good == Good.DOWN ? "less" : "";
  }

  /** Every distribution with its statistics. */
  static Table distributions(RunResult run) {
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.text("distribution")));
    for (String name : statistics()) {
      columns.add(Table.Column.number(name));
    }
    List<Table.Row> rows = new ArrayList<>();
    run.distributions().forEach((name, d) -> rows.add(row(name, d)));
    return new Table(
        "distributions", "Distributions", "p99.9 from 1,000 samples on.", columns, rows, true);
  }

  private static List<String> statistics() {
    List<String> names = new ArrayList<>(List.of("count", "mean", "std", "min"));
    for (double percent : Distribution.percents()) {
      names.add(percentile(percent));
    }
    names.add("max");
    return names;
  }

  private static String percentile(double percent) {
    return percent == Math.rint(percent) ? "p" + (long) percent : "p" + percent;
  }

  private static Table.Row row(String name, Distribution d) {
    String path = "/distributions" + Shown.key(name);
    Measure measure = Measure.of(name);
    List<Table.Cell> cells = new ArrayList<>(List.of(Table.Cell.text(name)));
    cells.add(cell(d.count(), Measure.NUMBER, path + "/count"));
    cells.add(cell(d.mean(), measure, path + "/mean"));
    cells.add(cell(d.std(), measure, path + "/std"));
    cells.add(cell(d.min(), measure, path + "/min"));
    for (double percent : Distribution.percents()) {
      boolean known = percent < 99.9 || d.count() >= Distribution.P999_COUNT;
      String key = percentile(percent).replace('.', '_');
      cells.add(
          known
              ? cell(d.percentile(percent), measure, path + "/" + key)
              : Table.Cell.of(Shown.of(null, measure, "")));
    }
    cells.add(cell(d.max(), measure, path + "/max"));
    return new Table.Row("", cells);
  }

  private static Table.Cell cell(@Nullable Number value, Measure measure, String path) {
    return Table.Cell.of(Shown.of(value, measure, path));
  }

  /** One row per worker, at most 100. */
  static Table workers(RunResult run) {
    int shown = Math.min(MOST_WORKERS, run.workers().size());
    List<Table.Row> rows = new ArrayList<>();
    for (int i = 0; i < shown; i++) {
      RunResult.WorkerRow row = run.workers().get(i);
      String path = "/workers/" + i;
      Long blocks = row.capacityBlocks() == Long.MAX_VALUE ? null : row.capacityBlocks();
      rows.add(
          new Table.Row(
              "",
              List.of(
                  Table.Cell.text(Integer.toString(row.worker())),
                  cell(row.requests(), Measure.NUMBER, path + "/requests"),
                  cell(row.inputTokens(), Measure.TOKENS, path + "/input_tokens"),
                  cell(row.hitTokens(), Measure.TOKENS, path + "/hit_tokens"),
                  cell(row.computedTokens(), Measure.TOKENS, path + "/computed_tokens"),
                  cell(row.outputTokens(), Measure.TOKENS, path + "/output_tokens"),
                  cell(row.busyNanos() / 1e6, Measure.DURATION, path + "/busy_ms"),
                  cell(row.steps(), Measure.NUMBER, path + "/steps"),
                  cell(row.preemptions(), Measure.NUMBER, path + "/preemptions"),
                  cell(row.evictedBlocks(), Measure.NUMBER, path + "/evicted_blocks"),
                  cell(row.deferredSteps(), Measure.NUMBER, path + "/deferred_steps"),
                  cell(blocks, Measure.NUMBER, path + "/kv_blocks"))));
    }
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.text("worker")));
    for (String name :
        new String[] {
          "requests",
          "prompt tokens",
          "hit tokens",
          "computed tokens",
          "output tokens",
          "busy",
          "steps",
          "preemptions",
          "evicted blocks",
          "deferred steps",
          "KV blocks"
        }) {
      columns.add(Table.Column.number(name));
    }
    String note =
        shown == run.workers().size()
            ? ""
            : "The first " + shown + " of " + run.workers().size() + "; report.json has them all.";
    return new Table("workers", "Workers", note, columns, rows, true);
  }

  private static final int MOST_WORKERS = 100;
}

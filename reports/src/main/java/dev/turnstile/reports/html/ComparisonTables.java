package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import dev.turnstile.reports.figure.Tip;
import dev.turnstile.reports.html.ComparisonPage.Compared;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Metrics of several runs side by side, with changes against the first. */
final class ComparisonTables {
  private static final String[][] KEY = {
    {"Turns per minute", "steps_per_min"},
    {"Output tok/s per GPU", "output_token_throughput_per_s_per_gpu"},
    {"Sessions per hour", "session_throughput_per_h"},
    {"Prefix cache hit ratio", "prefix_cache_hit_ratio"},
    {"Hit ratio of ideal", "hit_ratio_of_ideal"},
    {"Hit ratio, best eviction", "oracle_hit_ratio"},
    {"TTFT, median", "p50_ttft_ms"},
    {"TTFT, p95", "p95_ttft_ms"},
    {"TTFT, p99", "p99_ttft_ms"},
    {"ITL, median", "p50_itl_ms"},
    {"ITL, p99", "p99_itl_ms"},
    {"E2E, median", "p50_e2e_latency_ms"},
    {"E2E, p99", "p99_e2e_latency_ms"},
    {"Admission wait, p99", "p99_admission_wait_ms"},
    {"Session duration, mean", "mean_session_duration_ms"},
    {"Session duration, p95", "p95_session_duration_ms"},
    {"Computed tokens", "computed_tokens"},
    {"Re-prefilled tokens", "reprefilled_tokens"},
    {"Routing loss tokens", "routing_loss_tokens"},
    {"Preemptions", "preemptions"},
    {"Pauses", "pauses"},
    {"Forced resumes", "forced_resumes"},
    {"Completed requests", "completed_requests"},
    {"SLO attainment", "slo_attainment_ratio"},
    {"Goodput, requests/s", "goodput_request_throughput_per_s"},
    {"Session SLO attainment", "session_slo_attainment_ratio"}
  };

  private final List<Compared> runs;
  private final String note;

  /**
   * The tables of some runs, the first being the baseline.
   *
   * @param left how many runs there is no room for
   */
  ComparisonTables(List<Compared> runs, int left) {
    this.runs = runs;
    note =
        "Changes are against "
            + runs.get(0).name()
            + ", by percent, or percentage points for ratios; the best of a row is bold."
            + (left == 0 ? "" : " " + left + " more policies are in report.json.");
  }

  /** The metrics that decide. */
  Table key() {
    List<Table.Row> rows = new ArrayList<>();
    for (String[] metric : KEY) {
      add(rows, metric[0], metric[1]);
    }
    return new Table("comparison-table", "Policies side by side", note, columns(), rows, true);
  }

  /** Why prompt tokens were computed. */
  Table causes() {
    List<Table.Row> rows = new ArrayList<>();
    for (String[] row : WhyTables.rows()) {
      add(rows, row[0], row[1]);
    }
    return new Table("causes", WhyTables.TITLE, WhyTables.NOTE + " " + note, columns(), rows, true);
  }

  /** All summary metrics. */
  Table all() {
    List<Table.Row> rows = new ArrayList<>();
    Collection<String> names = runs.get(0).view().run().summary().keySet();
    for (String name : names) {
      add(rows, name, name);
    }
    return new Table("metrics", "All metrics", note, columns(), rows, true);
  }

  private List<Table.Column> columns() {
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.text("metric")));
    for (Compared run : runs) {
      columns.add(
          new Table.Column(
              run.name(), true, "", Swatches.svg(run.view().look(), Tip.Swatch.MARKED)));
    }
    return columns;
  }

  private void add(List<Table.Row> rows, String label, String metric) {
    if (runs.stream().noneMatch(run -> run.numbers().has(metric))) {
      return;
    }
    String doc = MetricCatalogue.find(metric).map(MetricCatalogue.Metric::doc).orElse("");
    List<Table.Cell> cells = new ArrayList<>(List.of(Table.Cell.text(label, doc)));
    double best = best(metric);
    Numbered baseline = runs.get(0).numbers();
    for (Compared run : runs) {
      Number value = run.numbers().value(metric);
      boolean first = run.equals(runs.get(0));
      cells.add(
          new Table.Cell(
              run.numbers().shown(metric),
              first ? Change.NONE : run.numbers().change(metric, baseline),
              "",
              value != null && value.doubleValue() == best));
    }
    rows.add(new Table.Row("", cells));
  }

  /** The best value of a metric; NaN if none is better than another one. */
  private double best(String metric) {
    Good good = Numbered.good(metric);
    double most = Double.NEGATIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    for (Compared run : runs) {
      Number value = run.numbers().value(metric);
      if (value != null) {
        most = Math.max(most, value.doubleValue());
        least = Math.min(least, value.doubleValue());
      }
    }
    return good == Good.NEUTRAL || most <= least ? Double.NaN : good == Good.UP ? most : least;
  }

  /** Warnings that all runs share once, the others with their policies. */
  static List<dev.turnstile.workload.TraceInfo.Warning> warnings(List<Compared> runs) {
    Map<dev.turnstile.workload.TraceInfo.Warning, List<String>> policies =
        new java.util.LinkedHashMap<>();
    for (Compared run : runs) {
      run.view()
          .run()
          .warnings()
          .forEach(w -> policies.computeIfAbsent(w, key -> new ArrayList<>()).add(run.name()));
    }
    List<dev.turnstile.workload.TraceInfo.Warning> shown = new ArrayList<>();
    policies.forEach(
        (w, of) ->
            shown.add(
                of.size() == runs.size()
                    ? w
                    : new dev.turnstile.workload.TraceInfo.Warning(
                        w.name() + " under " + String.join(", ", of),
                        w.count(),
                        w.examples(),
                        w.effect())));
    return shown;
  }
}

package dev.turnstile.reports.compare;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.reports.console.AlignedTable;
import dev.turnstile.reports.console.Numbers;
import dev.turnstile.reports.console.WarningLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A comparison of stored results for people: a block per pair, or one row per pair if there are
 * many. No line is wider than 80 columns.
 */
public final class StoredComparisonTable {
  private static final int WIDTH = 80;
  private static final int MAX_BLOCKS = 4;
  private static final int MAX_SETTINGS = 12;

  /** Metric and head of a column of the short form. */
  private static final String[][] SHORT = {
    {"output_token_throughput_per_s_per_gpu", "out tok/s", "per GPU"},
    {"session_throughput_per_h", "sessions", "per h"},
    {"prefix_cache_hit_ratio", "hit", "ratio"},
    {"p50_ttft_ms", "TTFT", "p50"},
    {"p99_ttft_ms", "TTFT", "p99"},
    {"p99_itl_ms", "ITL", "p99"}
  };

  private final List<String> lines = new ArrayList<>();

  private StoredComparisonTable() {}

  /** The lines of the comparison. */
  public static List<String> lines(StoredComparison comparison, List<Condition.Finding> findings) {
    StoredComparisonTable table = new StoredComparisonTable();
    comparison.mismatches().forEach(why -> table.add("not really comparable: " + why, "  "));
    if (comparison.pairs().size() <= MAX_BLOCKS) {
      comparison.pairs().forEach(table::block);
    } else {
      table.rows(comparison.pairs());
    }
    for (StoredRun run : comparison.alone()) {
      table.add("nothing to compare with: " + run.label() + " of " + run.source(), "  ");
    }
    table.findings(findings);
    return table.lines;
  }

  private void add(String line, String indent) {
    lines.addAll(WarningLines.wrap(line, indent, WIDTH));
  }

  private void gap() {
    if (!lines.isEmpty()) {
      lines.add("");
    }
  }

  private void block(StoredComparison.Pair pair) {
    gap();
    boolean sources = !pair.run().source().equals(pair.baseline().source());
    add(name(pair.run(), sources) + " against " + name(pair.baseline(), sources), "  ");
    List<String> settings = pair.settings();
    settings.stream().limit(MAX_SETTINGS).forEach(setting -> add("  " + setting, "    "));
    if (settings.size() > MAX_SETTINGS) {
      lines.add("  and " + (settings.size() - MAX_SETTINGS) + " more settings that differ");
    }
    AlignedTable table = new AlignedTable(WIDTH);
    List<Difference> differences =
        pair.differences().stream().filter(d -> d.baseline() != 0 || d.value() != 0).toList();
    table.text(List.of("metric"), differences.stream().map(Difference::metric).toList());
    table.number(
        List.of("baseline"), differences.stream().map(d -> Numbers.compact(d.baseline())).toList());
    table.number(
        List.of("value"), differences.stream().map(d -> Numbers.compact(d.value())).toList());
    table.number(
        List.of("change"), differences.stream().map(StoredComparisonTable::change).toList());
    table.number(List.of(""), differences.stream().map(StoredComparisonTable::interval).toList());
    lines.addAll(table.heads());
    for (int i = 0; i < differences.size(); i++) {
      lines.add(table.row(i));
    }
    lines.add("(! = for the worse)");
  }

  private static String name(StoredRun run, boolean source) {
    return source ? run.label() + " of " + run.source() : run.label();
  }

  /** The relative change, with a mark where it is for the worse. */
  private static String change(Difference difference) {
    if (difference.absolute() == 0) {
      return "= ";
    }
    Double relative = difference.relative();
    boolean worse =
        difference.good() == Good.UP
            ? difference.absolute() < 0
            : difference.good() == Good.DOWN && difference.absolute() > 0;
    String text = relative == null ? "new" : String.format(Locale.ROOT, "%+.1f %%", 100 * relative);
    return text + (worse ? "!" : " ");
  }

  private static String interval(Difference difference) {
    Interval interval = difference.interval();
    if (interval == null || difference.baseline() == 0) {
      return "";
    } else if (interval.containsZero()) {
      return "no difference shown";
    }
    double base = Math.abs(difference.baseline());
    return String.format(
        Locale.ROOT,
        "%+.1f to %+.1f %%",
        100 * interval.low() / base,
        100 * interval.high() / base);
  }

  private void rows(List<StoredComparison.Pair> pairs) {
    gap();
    boolean sources =
        pairs.stream().anyMatch(pair -> !pair.run().source().equals(pairs.get(0).run().source()));
    AlignedTable table = new AlignedTable(WIDTH);
    table.text(
        List.of("change against the baseline"),
        pairs.stream().map(pair -> cut(name(pair.run(), sources))).toList());
    for (String[] column : SHORT) {
      table.number(
          List.of(column[1], column[2]),
          pairs.stream().map(pair -> cell(pair, column[0])).toList());
    }
    lines.addAll(table.heads());
    for (int i = 0; i < pairs.size(); i++) {
      lines.add(table.row(i));
    }
    add(
        "(baseline: " + name(pairs.get(0).baseline(), true) + " and so on; ! = for the worse)",
        " ");
  }

  private static String cut(String text) {
    return text.length() <= 34 ? text : text.substring(0, 33) + "…";
  }

  private static String cell(StoredComparison.Pair pair, String metric) {
    Optional<Difference> difference =
        pair.differences().stream().filter(d -> d.metric().equals(metric)).findFirst();
    return difference.map(StoredComparisonTable::change).orElse(Numbers.NONE + " ");
  }

  private void findings(List<Condition.Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    gap();
    for (Condition.Finding finding : findings) {
      add(
          (finding.holds() ? "FAIL  " : "ok    ")
              + finding.condition().text()
              + ": "
              + finding.run().label()
              + ": "
              + finding.observed(),
          "      ");
    }
  }
}

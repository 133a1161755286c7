package dev.turnstile.reports.console;

import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.statistics.TreeBootstrap;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Best;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.replay.sweep.SweepResult.GroupComparison;
import dev.turnstile.replay.sweep.SweepResult.Limit;
import dev.turnstile.replay.sweep.SweepResult.LoadSeries;
import dev.turnstile.replay.sweep.SweepResult.Point;
import dev.turnstile.workload.TraceInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What the points of a sweep say together, as lines: loads, differences, warnings, failures. */
final class SweepFindings {
  private static final int WIDTH = 80;
  private static final int MAX_FAILURES = 20;

  /** The metrics by which a policy is held against the baseline, with their names for people. */
  private static final String[][] TOLD = {
    {"output_token_throughput_per_s_per_gpu", "output tok/s per GPU"},
    {"session_throughput_per_h", "sessions per hour"},
    {"mean_session_duration_ms", "mean session duration"},
    {"mean_ttft_ms", "mean TTFT"},
    {"p99_ttft_ms", "p99 TTFT"},
    {"prefix_cache_hit_ratio", "hit ratio"},
    {"slo_attainment_ratio", "SLO attainment"}
  };

  private final SweepResult sweep;
  private final List<String> lines = new ArrayList<>();

  private SweepFindings(SweepResult sweep) {
    this.sweep = sweep;
  }

  static List<String> lines(SweepResult sweep) {
    SweepFindings findings = new SweepFindings(sweep);
    findings.loads();
    findings.differences();
    findings.warnings();
    findings.failures();
    return findings.lines;
  }

  private void block(String title) {
    lines.add("");
    add(title, "  ");
  }

  private void add(String line, String indent) {
    lines.addAll(WarningLines.wrap(line, indent, WIDTH));
  }

  private void loads() {
    List<LoadSeries> loads = sweep.derived().loads();
    if (!loads.isEmpty()) {
      block("Load (" + loads.get(0).axis() + ")");
    }
    for (LoadSeries series : loads) {
      StringBuilder line = new StringBuilder("  ").append(series.policy());
      series
          .settings()
          .forEach((path, value) -> line.append(' ').append(key(path)).append('=').append(value));
      line.append(": 95 % of the best throughput ").append(knee(series.knee()));
      line.append(capacity(series.capacity()));
      add(line.toString(), "    ");
    }
    if (!loads.isEmpty()) {
      idleSlots();
    }
  }

  /** Slots of a closed loop that no session ever filled: more load than the trace can give. */
  private void idleSlots() {
    long most = -1;
    for (Point point : sweep.points()) {
      Outcome.Finished finished = point.finished();
      Number slots = finished == null ? null : finished.metric("requested_concurrency");
      Number live = finished == null ? null : finished.metric("peak_live_sessions");
      if (slots != null && live != null && live.longValue() < slots.longValue()) {
        most = Math.max(most, live.longValue());
      }
    }
    if (most >= 0) {
      add(
          String.format(
              Locale.ROOT,
              "  At most %,d session trees were alive at once: the trace has too few for more load"
                  + " to show; --repeat-sessions replays each several times.",
              most),
          "    ");
    }
  }

  private static String knee(Limit knee) {
    return knee.status() == Limit.Status.FOUND
        ? "from " + knee.load() + " on"
        : "not reached in this sweep before its largest load";
  }

  private static String capacity(Limit capacity) {
    return switch (capacity.status()) {
      case FOUND -> "; meets the SLO up to " + capacity.load();
      case NOT_REACHED ->
          "; meets the SLO up to " + capacity.load() + ", its limit not reached in this sweep";
      case NEVER_MET -> "; meets the SLO at no load of this sweep";
      case NO_SLO -> "";
    };
  }

  private static String key(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Each policy at its best group against the baseline there. */
  private void differences() {
    for (Best best : sweep.derived().best()) {
      for (GroupComparison comparison : sweep.derived().comparisons()) {
        if (comparison.group().equals(best.group())) {
          block(
              sweep.group(best.group()).label()
                  + " against "
                  + sweep.group(comparison.baseline()).label());
          differences(comparison);
          bestAgainstBest(best);
        }
      }
    }
  }

  /** At the load that suits one policy, another one may be at its worst; so both are told. */
  private void bestAgainstBest(Best best) {
    for (Best other : sweep.derived().best()) {
      if (other.policy().equals(sweep.derived().baseline()) && other.value() != 0) {
        add(
            "  best against best of "
                + other.policy()
                + ": "
                + (best.value() == other.value() ? "=" : signed(best.value() / other.value() - 1))
                + " "
                + sweep.derived().bestBy(),
            "    ");
      }
    }
  }

  private void differences(GroupComparison comparison) {
    List<List<String>> cells = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<String> verdicts = new ArrayList<>();
    SweepResult.Method method = null;
    for (String[] told : TOLD) {
      for (Difference difference : comparison.differences()) {
        if (difference.metric().equals(told[0])) {
          cells.get(0).add("  " + told[1]);
          cells.get(1).add(change(difference));
          cells.get(2).add(interval(difference));
          verdicts.add(difference.verdict() == null ? "" : difference.verdict().label());
          method = method == null ? difference.method() : method;
        }
      }
    }
    AlignedTable table = new AlignedTable(WIDTH);
    table.text(List.of(), cells.get(0));
    table.number(List.of(), cells.get(1));
    table.number(List.of(), cells.get(2));
    table.text(List.of(), verdicts);
    for (int i = 0; i < verdicts.size(); i++) {
      lines.add(table.row(i));
    }
    if (method != null) {
      add(
          method == SweepResult.Method.PAIRED_SEEDS
              ? "  (95 % intervals of the difference, Student's t over runs with the same seed)"
              : "  (95 % intervals of the difference, bootstrap over session trees)",
          "   ");
    } else if (sweep.trace().sessionTrees() < TreeBootstrap.MIN_TREES) {
      add(
          String.format(
              Locale.ROOT,
              "  (no intervals: %d session trees say too little about others)",
              sweep.trace().sessionTrees()),
          "   ");
    }
  }

  private static String change(Difference difference) {
    Double relative = difference.relative();
    if (difference.absolute() == 0) {
      return "=";
    }
    return relative == null ? Numbers.NONE : signed(relative);
  }

  private static String signed(double ratio) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * ratio);
  }

  private static String interval(Difference difference) {
    Interval interval = difference.interval();
    if (interval == null || difference.baseline() == 0) {
      return "";
    }
    double base = Math.abs(difference.baseline());
    return signed(interval.low() / base) + " to " + signed(interval.high() / base);
  }

  private void warnings() {
    lines.addAll(WarningLines.of(sweep.trace().warnings()));
    Map<String, Long> counts = new TreeMap<>();
    Map<String, String> effects = new TreeMap<>();
    for (Point point : sweep.points()) {
      Outcome.Finished finished = point.finished();
      if (finished != null) {
        for (TraceInfo.Warning warning : finished.warnings()) {
          counts.merge(warning.name(), 1L, Long::sum);
          effects.putIfAbsent(warning.name(), warning.effect());
        }
      }
    }
    if (!counts.isEmpty()) {
      block("Warnings of points");
    }
    counts.forEach(
        (name, count) ->
            add(
                String.format(
                    Locale.ROOT,
                    "  %s (%,d of %,d points): %s",
                    name,
                    count,
                    sweep.points().size(),
                    effects.get(name)),
                "    "));
  }

  private void failures() {
    if (sweep.failed() > 0) {
      block(
          String.format(
              Locale.ROOT, "Failed points (%,d of %,d)", sweep.failed(), sweep.points().size()));
    }
    int shown = 0;
    for (Point point : sweep.points()) {
      if (point.outcome() instanceof Outcome.Failed failed && shown++ < MAX_FAILURES) {
        String seed = sweep.repeats() > 1 ? " seed=" + point.seed() : "";
        add("  " + point.label() + seed + ": " + failed.message(), "    ");
      }
    }
    if (shown > MAX_FAILURES) {
      lines.add("  and " + (shown - MAX_FAILURES) + " more, all in sweep.csv");
    }
    if (sweep.missing() > 0) {
      lines.add("");
      lines.add(
          String.format(
              Locale.ROOT, "Not run: %,d of %,d points", sweep.missing(), sweep.points().size()));
    }
  }
}

package dev.turnstile.reports.console;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.TraceInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several runs side by side: one column per policy, differences to the first one.
 *
 * <p>Policies that do not fit beside each other on 80 columns follow in a further block, each time
 * with the baseline in front.
 */
public final class ComparisonTable {
  private static final int LABEL = 22;
  private static final int COLUMN = 19;

  /** From so many times the baseline on, the factor is shown instead of percent. */
  private static final int TIMES = 10;

  private static final int CHANGE = 9;
  private static final int PER_BLOCK = 3;
  private static final int WIDTH = 80;

  /** One row: label, how to read it, whether more is better (0: neither). */
  private record Row(
      String label,
      Function<RunResult, @Nullable Double> value,
      Show show,
      int good,
      boolean onlyIfAny) {

    Row ifAny() {
      return new Row(label, value, show, good, true);
    }

    boolean isShown(List<RunResult> runs) {
      return runs.stream().map(value).anyMatch(v -> v != null && !(onlyIfAny && v == 0));
    }
  }

  private enum Show {
    NUMBER,
    PERCENT,
    DURATION,
    TOKENS
  }

  private static final List<Row> ROWS =
      List.of(
          summary("completed requests", "completed_requests", Show.NUMBER, 1),
          summary("turns per minute", "steps_per_min", Show.NUMBER, 1),
          summary("output tok/s per GPU", "output_token_throughput_per_s_per_gpu", Show.NUMBER, 1),
          summary("sessions per hour", "session_throughput_per_h", Show.NUMBER, 1),
          summary("duration", "duration_ms", Show.DURATION, -1),
          summary("hit ratio", "prefix_cache_hit_ratio", Show.PERCENT, 1),
          summary("hit ratio of ideal", "hit_ratio_of_ideal", Show.PERCENT, 1),
          summary("clairvoyant hit ratio", "oracle_hit_ratio", Show.PERCENT, 0),
          summary("computed tokens", "computed_tokens", Show.TOKENS, -1),
          summary("re-prefilled tokens", "reprefilled_tokens", Show.TOKENS, -1),
          loss("migrated tokens", "migrated_tokens"),
          loss("routed tokens", "routed_tokens"),
          loss("gone tokens", "gone_tokens"),
          loss("concurrent tokens", "concurrent_tokens"),
          percentile("TTFT p50", "ttft_ms", 50),
          percentile("TTFT p99", "ttft_ms", 99),
          percentile("ITL p50", "itl_ms", 50),
          percentile("ITL p99", "itl_ms", 99),
          percentile("E2E p50", "e2e_latency_ms", 50),
          percentile("E2E p99", "e2e_latency_ms", 99),
          percentile("admission wait p99", "admission_wait_ms", 99),
          percentile("session duration p50", "session_duration_ms", 50),
          summary("preemptions", "preemptions", Show.NUMBER, -1),
          summary("pauses", "pauses", Show.NUMBER, 0),
          summary("forced resumes", "forced_resumes", Show.NUMBER, -1),
          summary("SLO attainment", "slo_attainment_ratio", Show.PERCENT, 1),
          summary("goodput requests/s", "goodput_request_throughput_per_s", Show.NUMBER, 1));

  private ComparisonTable() {}

  /** The lines of the table, each at most 80 columns wide. */
  public static List<String> lines(List<RunResult> runs) {
    List<String> lines = new ArrayList<>(RunHeader.lines(runs.get(0)));
    RunResult base = runs.get(0);
    List<RunResult> others = runs.subList(1, runs.size());
    for (int from = 0; from < others.size(); from += PER_BLOCK - 1) {
      List<RunResult> block = new ArrayList<>();
      block.add(base);
      block.addAll(others.subList(from, Math.min(others.size(), from + PER_BLOCK - 1)));
      lines.add("");
      lines.addAll(block(block, runs));
    }
    lines.add("");
    lines.addAll(
        WarningLines.wrap(
            "(change against " + base.policy() + "; = same, ! for the worse)", "", WIDTH));
    lines.addAll(warnings(runs));
    return lines;
  }

  private static List<String> block(List<RunResult> runs, List<RunResult> all) {
    List<String> lines = new ArrayList<>(heads(runs));
    for (Row row : ROWS) {
      if (row.isShown(all)) {
        StringBuilder line = new StringBuilder(Numbers.left(row.label(), LABEL));
        Double base = row.value().apply(runs.get(0));
        for (int i = 0; i < runs.size(); i++) {
          Double value = row.value().apply(runs.get(i));
          line.append(
              i == 0
                  ? Numbers.right(show(row, value), COLUMN)
                  : Numbers.right(show(row, value), COLUMN - CHANGE)
                      + Numbers.right(change(row, base, value), CHANGE));
        }
        lines.add(line.toString().stripTrailing());
      }
    }
    return lines;
  }

  /** Policy texts as column heads; long ones are broken over several lines at their commas. */
  private static List<String> heads(List<RunResult> runs) {
    List<List<String>> parts = new ArrayList<>();
    int height = 0;
    for (RunResult run : runs) {
      List<String> lines = headLines(run.policy());
      parts.add(lines);
      height = Math.max(height, lines.size());
    }
    List<String> heads = new ArrayList<>();
    for (int i = 0; i < height; i++) {
      StringBuilder line = new StringBuilder(Numbers.left("", LABEL));
      for (List<String> part : parts) {
        int index = i - (height - part.size());
        line.append(Numbers.right(index < 0 ? "" : part.get(index), COLUMN));
      }
      heads.add(line.toString());
    }
    return heads;
  }

  /** Names break after their punctuation; of the path of a Java file the file's name is enough. */
  static List<String> headLines(String policy) {
    List<String> lines = new ArrayList<>();
    for (String part : policy.split("(?<=[:,+])", -1)) {
      String shown = part.contains(".java") ? part.substring(part.lastIndexOf('/') + 1) : part;
      boolean begins = true;
      for (String piece : shown.length() < COLUMN ? List.of(shown) : pieces(shown)) {
        int last = lines.size() - 1;
        boolean fits = last >= 0 && lines.get(last).length() + piece.length() < COLUMN;
        if (fits && !(begins && shown.length() >= COLUMN)) {
          lines.set(last, lines.get(last) + piece);
        } else {
          lines.add(piece);
        }
        begins = false;
      }
    }
    return lines;
  }

  /** Parts of a name that is longer than a column: nothing is cut off, so names stay different. */
  private static List<String> pieces(String name) {
    List<String> pieces = new ArrayList<>();
    for (String word : name.split("(?<=[=_.-])", -1)) {
      for (int from = 0; from < word.length(); from += COLUMN - 1) {
        pieces.add(word.substring(from, Math.min(word.length(), from + COLUMN - 1)));
      }
    }
    return pieces;
  }

  private static String show(Row row, @Nullable Double value) {
    return switch (row.show()) {
      case NUMBER -> Numbers.compact(value);
      case PERCENT -> Numbers.percent(value);
      case DURATION -> Numbers.duration(value);
      case TOKENS -> Numbers.tokens(value);
    };
  }

  /** The signed change as it rounds, with a mark where it is for the worse. */
  private static String change(Row row, @Nullable Double base, @Nullable Double value) {
    if (base == null || value == null) {
      return "";
    }
    double difference = value - base;
    if (difference == 0) {
      return "= ";
    }
    String mark = difference * row.good() < 0 ? "!" : " ";
    if (row.show() == Show.PERCENT) {
      return signed(difference * 100, "pp", mark);
    }
    if (base == 0) {
      return "new" + mark;
    }
    return value / base >= TIMES
        ? String.format(Locale.ROOT, "x%,.0f%s", value / base, mark)
        : signed(difference / base * 100, "%", mark);
  }

  private static String signed(double change, String unit, String mark) {
    if (Math.abs(change) < 0.05) {
      return "~0" + unit + " ";
    }
    String digits = Math.abs(change) < 99.95 ? "%+.1f%s%s" : "%+.0f%s%s";
    return String.format(Locale.ROOT, digits, change, unit, mark);
  }

  private static Row summary(String label, String metric, Show show, int good) {
    return new Row(
        label,
        run -> {
          Number value = run.summary().get(metric);
          return value == null ? null : Double.valueOf(value.doubleValue());
        },
        show,
        good,
        false);
  }

  /** Tokens of a cause that not every comparison has: left out if they are 0 everywhere. */
  private static Row loss(String label, String metric) {
    return summary(label, metric, Show.TOKENS, -1).ifAny();
  }

  private static Row percentile(String label, String metric, double percent) {
    return new Row(
        label,
        run -> {
          Distribution d = run.distributions().get(metric);
          return d == null || d.count() == 0 ? null : Double.valueOf(d.percentile(percent));
        },
        Show.DURATION,
        -1,
        false);
  }

  /** The warnings that all runs share once, the others with their policy. */
  private static List<String> warnings(List<RunResult> runs) {
    Map<TraceInfo.Warning, List<String>> policies = new LinkedHashMap<>();
    for (RunResult run : runs) {
      for (TraceInfo.Warning warning : run.warnings()) {
        policies.computeIfAbsent(warning, w -> new ArrayList<>()).add(run.policy());
      }
    }
    List<TraceInfo.Warning> shown = new ArrayList<>();
    policies.forEach(
        (warning, of) ->
            shown.add(
                of.size() == runs.size()
                    ? warning
                    : new TraceInfo.Warning(
                        String.join(", ", of) + ": " + warning.name(),
                        warning.count(),
                        warning.examples(),
                        warning.effect())));
    List<String> lines = new ArrayList<>(WarningLines.of(shown));
    for (RunResult run : runs) {
      for (String note : run.notes()) {
        List<String> wrapped = WarningLines.wrap("note: " + note, "      ", WIDTH);
        if (!lines.containsAll(wrapped)) {
          lines.addAll(wrapped);
        }
      }
    }
    return lines;
  }
}

package dev.turnstile.reports.data;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flat summary of a run: its metrics, flat statistics of the main distributions, and the alias
 * names that existing scripts of offline replay reports read.
 */
public final class SummaryJson {
  private static final String[] FLAT = {
    "ttft_ms",
    "ttst_ms",
    "itl_ms",
    "tpot_ms",
    "token_gap_ms",
    "e2e_latency_ms",
    "queue_ms",
    "admission_wait_ms",
    "session_duration_ms"
  };

  private static final double[] FLAT_PERCENTS = {1, 5, 10, 25, 50, 75, 90, 95, 99};

  /** Alias name, then the name it equals. */
  private static final String[][] ALIASES = {
    {"request_throughput_rps", "request_throughput_per_s"},
    {"input_throughput_tok_s", "input_token_throughput_per_s"},
    {"output_throughput_tok_s", "output_token_throughput_per_s"},
    {"total_throughput_tok_s", "total_token_throughput_per_s"},
    {"prefix_cache_reused_ratio", "prefix_cache_hit_ratio"},
    {"goodput_completed_requests", "good_requests"},
    {"goodput_request_throughput_rps", "goodput_request_throughput_per_s"},
    {"goodput_output_throughput_tok_s", "goodput_output_token_throughput_per_s"}
  };

  private SummaryJson() {}

  /** The flat summary, in a fixed order. */
  public static Map<String, @Nullable Object> of(RunResult run) {
    Map<String, @Nullable Object> flat = new LinkedHashMap<>(run.summary());
    for (String name : FLAT) {
      Distribution d = run.distributions().get(name);
      if (d != null) {
        add(flat, name, d);
      }
    }
    for (String[] alias : ALIASES) {
      if (run.summary().containsKey(alias[1])) {
        flat.put(alias[0], run.summary().get(alias[1]));
      }
    }
    return flat;
  }

  private static void add(Map<String, @Nullable Object> flat, String name, Distribution d) {
    flat.put("mean_" + name, ReportJson.finite(d.mean()));
    flat.put("std_" + name, ReportJson.finite(d.std()));
    flat.put("min_" + name, ReportJson.finite(d.min()));
    for (double percent : FLAT_PERCENTS) {
      flat.put(percentileName(percent) + "_" + name, ReportJson.finite(d.percentile(percent)));
    }
    flat.put("median_" + name, ReportJson.finite(d.percentile(50)));
    flat.put("max_" + name, ReportJson.finite(d.max()));
  }

  /** The key of a percentile: {@code p50}, {@code p99_9}. */
  static String percentileName(double percent) {
    return percent == Math.rint(percent)
        ? "p" + (long) percent
        : "p" + Double.toString(percent).replace('.', '_');
  }
}

package dev.turnstile.reports.data;

import dev.turnstile.replay.metrics.FlatSummary;
import dev.turnstile.replay.metrics.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flat summary of a run as files have it: {@link FlatSummary} and the alias names that existing
 * scripts of offline replay reports read.
 */
public final class SummaryJson {

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
    return of(FlatSummary.of(run.summary(), run.distributions()));
  }

  /** The same from the flat metrics. */
  static Map<String, @Nullable Object> of(Map<String, @Nullable Number> metrics) {
    Map<String, @Nullable Object> flat = new LinkedHashMap<>(metrics);
    for (String[] alias : ALIASES) {
      if (metrics.containsKey(alias[1])) {
        flat.put(alias[0], metrics.get(alias[1]));
      }
    }
    return flat;
  }
}

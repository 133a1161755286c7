package dev.turnstile.replay.sweep;

import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import java.util.ArrayList;
import java.util.List;

/** The metrics that comparisons and statistics of sweeps are made of. */
public final class ComparedMetrics {
  /** What a comparison shows. */
  public static final List<String> HEADLINES =
      List.of(
          "completed_requests",
          "duration_ms",
          "output_token_throughput_per_s",
          "output_token_throughput_per_s_per_gpu",
          "computed_prefill_throughput_per_s",
          "steps_per_min",
          "session_throughput_per_h",
          "session_throughput_per_h_per_gpu",
          "mean_session_duration_ms",
          "p99_session_duration_ms",
          "prefix_cache_hit_ratio",
          "hit_ratio_of_ideal",
          "computed_tokens",
          "reprefilled_tokens",
          "migrated_tokens",
          "routed_tokens",
          "gone_tokens",
          "concurrent_tokens",
          "preemption_recompute_tokens",
          "mean_ttft_ms",
          "p50_ttft_ms",
          "p99_ttft_ms",
          "mean_itl_ms",
          "p99_itl_ms",
          "mean_e2e_latency_ms",
          "p99_e2e_latency_ms",
          "mean_admission_wait_ms",
          "p99_admission_wait_ms",
          "preemptions",
          "pauses",
          "forced_resumes",
          "slo_attainment_ratio",
          "goodput_request_throughput_per_s",
          "goodput_output_token_throughput_per_s",
          "session_slo_attainment_ratio");

  private static final List<String> LATENCIES =
      List.of("ttft_ms", "itl_ms", "e2e_latency_ms", "admission_wait_ms", "session_duration_ms");

  private ComparedMetrics() {}

  /** What statistics over repeats are made of: all summary metrics and the main latencies. */
  static List<String> ofRepeats() {
    List<String> names = new ArrayList<>(MetricCatalogue.all().keySet());
    for (String latency : LATENCIES) {
      for (String statistic : List.of("mean", "p50", "p90", "p95", "p99")) {
        String name = statistic + "_" + latency;
        if (!names.contains(name)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /**
   * Which way a metric is better. A statistic of a distribution of times is better when it is less,
   * one of a rate per user when it is more.
   */
  public static Good good(String metric) {
    return MetricCatalogue.find(metric)
        .map(MetricCatalogue.Metric::good)
        .orElseGet(
            () -> {
              if (metric.endsWith("_ms")) {
                return Good.DOWN;
              }
              boolean perUser =
                  metric.endsWith("_throughput_per_user") || metric.endsWith("_interactivity");
              return perUser ? Good.UP : Good.NEUTRAL;
            });
  }
}

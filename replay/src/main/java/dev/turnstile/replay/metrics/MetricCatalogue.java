package dev.turnstile.replay.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The summary metrics by name: unit, good direction and meaning, declared once for reports and
 * comparisons.
 */
public final class MetricCatalogue {
  /** Which way a metric is better. */
  public enum Good {
    /** More is better. */
    UP,
    /** Less is better. */
    DOWN,
    /** It describes, it does not judge. */
    NEUTRAL
  }

  /**
   * One metric.
   *
   * @param name key in files
   * @param unit unit for people, or empty
   * @param good which way is better
   * @param doc one sentence
   */
  public record Metric(String name, String unit, Good good, String doc) {}

  private static final Map<String, Metric> METRICS = new LinkedHashMap<>();

  static {
    counts();
    window();
    rates();
    goodput();
    cache();
    sessions();
    events();
  }

  private MetricCatalogue() {}

  /** The metric of a name, if it is declared. */
  public static Optional<Metric> find(String name) {
    return Optional.ofNullable(METRICS.get(name));
  }

  /** All metrics in the order of reports. */
  public static Map<String, Metric> all() {
    return new LinkedHashMap<>(METRICS);
  }

  private static void add(String name, String unit, Good good, String doc) {
    METRICS.put(name, new Metric(name, unit, good, doc));
  }

  private static void counts() {
    add("num_requests", "", Good.NEUTRAL, "measured requests, whatever became of them");
    add("completed_requests", "", Good.UP, "requests that got all their output");
    add("length_capped_requests", "", Good.NEUTRAL, "requests cut at the model's length");
    add("rejected_requests", "", Good.DOWN, "requests that can never be served or were refused");
    add("cancelled_requests", "", Good.DOWN, "requests withdrawn");
    add("skipped_requests", "", Good.DOWN, "requests not sent because their play had failed");
    add("incomplete_requests", "", Good.DOWN, "requests cut off by the end of the run");
    add("warmup_requests", "", Good.NEUTRAL, "requests left out of all metrics");
    add("total_input_tokens", "tokens", Good.NEUTRAL, "prompt tokens of served requests");
    add("total_output_tokens", "tokens", Good.NEUTRAL, "output tokens of served requests");
    add("ttft_count", "", Good.NEUTRAL, "requests with a first token");
    add("itl_count", "", Good.NEUTRAL, "requests with two or more tokens");
  }

  private static void window() {
    add("duration_ms", "ms", Good.DOWN, "first arrival to last completion of measured requests");
    add("makespan_ms", "ms", Good.DOWN, "first arrival to last completion of the run");
    add("gpu_hours", "h", Good.DOWN, "GPUs provisioned times duration");
  }

  private static void rates() {
    add("request_throughput_per_s", "1/s", Good.UP, "served requests per second");
    add("output_token_throughput_per_s", "tok/s", Good.UP, "output tokens per second");
    add(
        "input_token_throughput_per_s",
        "tok/s",
        Good.UP,
        "prompt tokens per second, cached or not");
    add(
        "computed_prefill_throughput_per_s",
        "tok/s",
        Good.NEUTRAL,
        "prompt tokens that were not cached, per second");
    add("total_token_throughput_per_s", "tok/s", Good.UP, "prompt and output tokens per second");
    for (String rate :
        new String[] {
          "request_throughput",
          "output_token_throughput",
          "input_token_throughput",
          "computed_prefill_throughput",
          "total_token_throughput"
        }) {
      Metric whole = METRICS.get(rate + "_per_s");
      Good good = whole == null ? Good.NEUTRAL : whole.good();
      add(rate + "_per_s_per_gpu", "per GPU", good, "the same per GPU provisioned");
    }
  }

  private static void goodput() {
    add("good_requests", "", Good.UP, "served requests that meet every limit");
    add("slo_attainment_ratio", "", Good.UP, "good requests of all measured ones");
    add("slo_ttft_ratio", "", Good.UP, "measured requests that meet the TTFT limit");
    add("slo_itl_ratio", "", Good.UP, "measured requests that meet the ITL limit");
    add("slo_e2e_ratio", "", Good.UP, "measured requests that meet the E2E limit");
    add("goodput_request_throughput_per_s", "1/s", Good.UP, "good requests per second");
    add(
        "goodput_output_token_throughput_per_s",
        "tok/s",
        Good.UP,
        "output tokens of good requests per second");
    add("good_sessions", "", Good.UP, "completed sessions within the session limit");
    add("session_slo_attainment_ratio", "", Good.UP, "good sessions of all measured ones");
  }

  private static void cache() {
    add("hit_tokens", "tokens", Good.UP, "prompt tokens found in a cache");
    add("hit_tokens_hbm", "tokens", Good.UP, "prompt tokens found in GPU memory");
    add("computed_tokens", "tokens", Good.DOWN, "prompt tokens that were not cached");
    add("prefix_cache_hit_ratio", "", Good.UP, "hit tokens of all prompt tokens");
    add("prefix_cache_hit_ratio_hbm", "", Good.UP, "the part found in GPU memory");
    add("mean_request_hit_ratio", "", Good.UP, "mean over requests of hit over prompt tokens");
    add("ideal_hit_ratio", "", Good.NEUTRAL, "the ratio with unlimited cache on one worker");
    add("hit_ratio_of_ideal", "", Good.UP, "how much of the possible reuse was kept");
    add("cold_hit_ratio", "", Good.UP, "hit ratio of first turns");
    add("warm_hit_ratio", "", Good.UP, "hit ratio of later turns");
    for (Cause cause : Cause.values()) {
      add(cause.metric(), "tokens", cause.good(), cause.doc());
    }
    add("routing_loss_tokens", "tokens", Good.DOWN, "prompt tokens cached only on another worker");
    add(
        "preemption_recompute_tokens",
        "tokens",
        Good.DOWN,
        "tokens computed again after preemption");
    add("evicted_blocks", "blocks", Good.DOWN, "cached blocks overwritten");
    add("oracle_hit_tokens", "tokens", Good.NEUTRAL, "hit tokens of the best possible eviction");
    add("oracle_hit_ratio", "", Good.NEUTRAL, "the ratio with the best possible eviction");
    add("oracle_unlimited_hit_ratio", "", Good.NEUTRAL, "the ratio without any eviction");
  }

  private static void sessions() {
    add("sessions_completed", "", Good.UP, "session trees that ran to their end");
    add("sessions_failed", "", Good.DOWN, "session trees with a rejected or cancelled request");
    add("sessions_incomplete", "", Good.DOWN, "session trees cut off by the end of the run");
    add("mean_session_duration_ms", "ms", Good.DOWN, "first arrival to last completion of a tree");
    add("session_throughput_per_h", "1/h", Good.UP, "session trees completed per hour");
    add("session_throughput_per_h_per_gpu", "1/h", Good.UP, "the same per GPU");
    add("jobs_per_h_per_user", "1/h", Good.UP, "3600 s over the mean session duration");
    add("steps_per_min", "1/min", Good.UP, "completed turns per minute");
    add("session_llm_ms", "ms", Good.DOWN, "mean time of a tree with a request on a worker");
    add("session_paused_ms", "ms", Good.DOWN, "mean time of a tree held before a worker");
    add("session_tool_ms", "ms", Good.NEUTRAL, "mean time of a tree inside tool calls");
    add("session_other_idle_ms", "ms", Good.NEUTRAL, "mean rest of a tree's time");
    add("session_duration_ms", "ms", Good.DOWN, "mean duration of a tree; the four above add up");
    add("admission_wait_jain_index", "", Good.UP, "Jain index over sessions' waits plus 1 ms");
    add(
        "wait_prompt_correlation",
        "",
        Good.NEUTRAL,
        "correlation of a request's wait with its prompt length");
    add("peak_live_sessions", "", Good.NEUTRAL, "most session trees alive at once");
    add("requested_concurrency", "", Good.NEUTRAL, "slots of the closed loop");
  }

  private static void events() {
    add("preemptions", "", Good.DOWN, "running requests that lost their place");
    add("deferred_steps", "", Good.DOWN, "steps formed while the queue's head found no room");
    add("pauses", "", Good.NEUTRAL, "programs paused by the gate");
    add("resumes", "", Good.NEUTRAL, "programs resumed by the gate");
    add("forced_resumes", "", Good.DOWN, "resumes by timeout, whatever the capacity");
    add("busy_time_cv", "", Good.DOWN, "coefficient of variation of workers' busy time");
    add("busy_time_max_over_mean", "", Good.DOWN, "busiest worker over the mean");
    add("computed_tokens_cv", "", Good.DOWN, "coefficient of variation of workers' tokens");
    add("computed_tokens_max_over_mean", "", Good.DOWN, "most tokens of a worker over the mean");
    add("worker_busy_ratio", "", Good.NEUTRAL, "mean share of the makespan in which steps ran");
  }
}

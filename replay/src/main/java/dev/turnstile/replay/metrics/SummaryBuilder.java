package dev.turnstile.replay.metrics;

import dev.turnstile.workload.graph.SessionGraph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Computes the summary metrics of a run, in the order of the {@link MetricCatalogue}. */
final class SummaryBuilder {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_HOUR = 3600e9;
  private static final double NANOS_PER_MINUTE = 60e9;

  private final Totals totals;
  private final MeasureSettings settings;
  private final Map<String, @Nullable Number> values = new LinkedHashMap<>();

  SummaryBuilder(Totals totals, MeasureSettings settings) {
    this.totals = totals;
    this.settings = settings;
  }

  Map<String, @Nullable Number> build() {
    return values;
  }

  void counts() {
    put("num_requests", totals.measured);
    put("completed_requests", totals.count(RequestStatus.COMPLETED));
    put("length_capped_requests", totals.count(RequestStatus.LENGTH_CAPPED));
    put("rejected_requests", totals.count(RequestStatus.REJECTED));
    put("cancelled_requests", totals.count(RequestStatus.CANCELLED));
    put("skipped_requests", totals.count(RequestStatus.SKIPPED));
    put("incomplete_requests", totals.count(RequestStatus.INCOMPLETE));
    put("warmup_requests", totals.warmup);
    put("total_input_tokens", totals.inputTokens);
    put("total_output_tokens", totals.outputTokens);
    put("ttft_count", totals.firstTokens);
    put("itl_count", totals.secondTokens);
  }

  void rates() {
    long duration = totals.durationNanos();
    put("duration_ms", duration < 0 ? null : millis(duration));
    put("makespan_ms", totals.makespanNanos() < 0 ? null : millis(totals.makespanNanos()));
    put("gpu_hours", duration < 0 ? null : settings.gpus() * (duration / NANOS_PER_HOUR));
    rate("request_throughput", totals.served());
    rate("output_token_throughput", totals.outputTokens);
    rate("input_token_throughput", totals.inputTokens);
    rate("computed_prefill_throughput", totals.inputTokens - totals.hitTokens);
    rate("total_token_throughput", totals.inputTokens + totals.outputTokens);
  }

  private void rate(String name, long amount) {
    Double perSecond = perTime(amount, NANOS_PER_SECOND);
    put(name + "_per_s", perSecond);
    put(name + "_per_s_per_gpu", perSecond == null ? null : perSecond / settings.gpus());
  }

  /** An amount per unit of the window; null if the window has no length. */
  private @Nullable Double perTime(long amount, double unitNanos) {
    long duration = totals.durationNanos();
    return duration <= 0 ? null : amount / (duration / unitNanos);
  }

  void goodput() {
    if (!settings.judgesRequests()) {
      return;
    }
    put("good_requests", totals.good);
    put("slo_attainment_ratio", ratio(totals.good, totals.measured));
    if (settings.ttftLimitNanos().isPresent()) {
      put("slo_ttft_ratio", ratio(totals.meetTtft, totals.measured));
    }
    if (settings.itlLimitNanos().isPresent()) {
      put("slo_itl_ratio", ratio(totals.meetItl, totals.measured));
    }
    if (settings.e2eLimitNanos().isPresent()) {
      put("slo_e2e_ratio", ratio(totals.meetE2e, totals.measured));
    }
    Double requests = perTime(totals.good, NANOS_PER_SECOND);
    Double tokens = perTime(totals.goodOutputTokens, NANOS_PER_SECOND);
    put("goodput_request_throughput_per_s", totals.good == 0 ? Double.valueOf(0) : requests);
    put("goodput_output_token_throughput_per_s", totals.good == 0 ? Double.valueOf(0) : tokens);
  }

  /**
   * The cache block.
   *
   * @param idealHitTokens hits of the measured requests in an unlimited cache
   * @param evictedBlocks cached blocks overwritten
   */
  void cache(long idealHitTokens, long evictedBlocks) {
    put("hit_tokens", totals.hitTokens);
    put("hit_tokens_hbm", totals.hitTokens);
    put("computed_tokens", totals.inputTokens - totals.hitTokens);
    put("prefix_cache_hit_ratio", ratio(totals.hitTokens, totals.inputTokens));
    put("prefix_cache_hit_ratio_hbm", ratio(totals.hitTokens, totals.inputTokens));
    put(
        "mean_request_hit_ratio",
        totals.served() == 0 ? null : totals.requestHitRatioSum / totals.served());
    put("ideal_hit_ratio", ratio(idealHitTokens, totals.inputTokens));
    put("hit_ratio_of_ideal", ratio(totals.hitTokens, idealHitTokens));
    put("cold_hit_ratio", ratio(totals.coldHitTokens, totals.coldInputTokens));
    put(
        "warm_hit_ratio",
        ratio(
            totals.hitTokens - totals.coldHitTokens, totals.inputTokens - totals.coldInputTokens));
    for (Cause cause : Cause.ALL) {
      put(cause.metric(), totals.byCause[cause.ordinal()]);
    }
    put("routing_loss_tokens", totals.routingLossTokens);
    put("preemption_recompute_tokens", totals.preemptionRecomputeTokens);
    put("evicted_blocks", evictedBlocks);
  }

  /** What a cache that knows the future would have had. */
  void oracle(ClairvoyantCache.Hits hits) {
    put("oracle_hit_tokens", hits.pooledTokens());
    put("oracle_hit_ratio", ratio(hits.pooledTokens(), totals.inputTokens));
    put("oracle_unlimited_hit_ratio", ratio(hits.unlimitedTokens(), totals.inputTokens));
  }

  void sessions(List<SessionRow> measured, int peakLive, RequestLog log, SessionGraph graph) {
    SessionTotals sessions = new SessionTotals(measured, settings);
    put("sessions_completed", sessions.completed);
    put("sessions_failed", sessions.failed);
    put("sessions_incomplete", sessions.incomplete);
    Double mean = sessions.meanMillis(sessions.durationNanos);
    put("mean_session_duration_ms", mean);
    Double perHour = perTime(sessions.completed, NANOS_PER_HOUR);
    put("session_throughput_per_h", perHour);
    put("session_throughput_per_h_per_gpu", perHour == null ? null : perHour / settings.gpus());
    put("jobs_per_h_per_user", mean == null || mean == 0 ? null : 3600e3 / mean);
    put("steps_per_min", perTime(totals.served(), NANOS_PER_MINUTE));
    put("session_llm_ms", sessions.meanMillis(sessions.llmNanos));
    put("session_paused_ms", sessions.meanMillis(sessions.pausedNanos));
    put("session_tool_ms", sessions.meanMillis(sessions.toolNanos));
    put("session_other_idle_ms", sessions.meanMillis(sessions.otherIdleNanos));
    put("session_duration_ms", mean);
    put("admission_wait_jain_index", Fairness.jainOfWaits(measured));
    put("wait_prompt_correlation", Fairness.waitPromptCorrelation(log, graph));
    put("peak_live_sessions", peakLive);
    OptionalLong requested = settings.requestedConcurrency();
    put("requested_concurrency", requested.isPresent() ? requested.getAsLong() : null);
    if (settings.sessionLimitNanos().isPresent()) {
      put("good_sessions", sessions.good);
      put("session_slo_attainment_ratio", ratio(sessions.good, measured.size()));
    }
  }

  void events(List<RunResult.WorkerRow> workers, Map<String, Long> policyMetrics) {
    put("preemptions", workers.stream().mapToLong(RunResult.WorkerRow::preemptions).sum());
    put("deferred_steps", workers.stream().mapToLong(RunResult.WorkerRow::deferredSteps).sum());
    for (String name : new String[] {"pauses", "resumes", "forced_resumes"}) {
      put(name, policyMetrics.getOrDefault(name, 0L));
    }
    double[] busy = workers.stream().mapToDouble(RunResult.WorkerRow::busyNanos).toArray();
    double[] tokens = workers.stream().mapToDouble(RunResult.WorkerRow::computedTokens).toArray();
    put("busy_time_cv", Fairness.coefficientOfVariation(busy));
    put("busy_time_max_over_mean", Fairness.maxOverMean(busy));
    put("computed_tokens_cv", Fairness.coefficientOfVariation(tokens));
    put("computed_tokens_max_over_mean", Fairness.maxOverMean(tokens));
    long makespan = totals.makespanNanos();
    put(
        "worker_busy_ratio",
        makespan <= 0 ? null : Distribution.of(busy.clone()).mean() / makespan);
  }

  private void put(String name, @Nullable Number value) {
    values.put(name, value);
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }

  private static @Nullable Double ratio(long part, long whole) {
    return whole == 0 ? null : (double) part / whole;
  }
}

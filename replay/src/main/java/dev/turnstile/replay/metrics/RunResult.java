package dev.turnstile.replay.metrics;

import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a run left behind, as plain data: each report is made from it alone.
 *
 * @param policy canonical text of the policy
 * @param workload what was replayed
 * @param config the complete scenario as nested maps, defaults filled in
 * @param definitions the choices behind the numbers, by name
 * @param summary the summary metrics in the order of the catalogue; null = not available. Metrics
 *     that need an SLO are missing without one
 * @param distributions distributions by metric name
 * @param requests the columns of all requests
 * @param arrivalOrder requests that arrived, in order of arrival
 * @param sessions one row per session tree, by play
 * @param workers one row per worker
 * @param series gauges over time
 * @param policyMetrics what the policies counted, by name
 * @param warnings warnings of the input and of the run, by name
 * @param checks names of the end-of-run checks that held
 * @param notes remarks for people, for instance what a cap on gaps cut
 * @param endNanos simulated end of the run
 */
public record RunResult(
    String policy,
    Workload workload,
    Map<String, Object> config,
    Map<String, String> definitions,
    Map<String, @Nullable Number> summary,
    Map<String, Distribution> distributions,
    RequestLog requests,
    int[] arrivalOrder,
    List<SessionRow> sessions,
    List<WorkerRow> workers,
    TimeSeries series,
    Map<String, Long> policyMetrics,
    List<TraceInfo.Warning> warnings,
    List<String> checks,
    List<String> notes,
    long endNanos) {

  /**
   * What one worker did.
   *
   * @param worker its number
   * @param requests requests dispatched to it
   * @param inputTokens prompt tokens of requests it scheduled
   * @param hitTokens prompt tokens it found cached
   * @param computedTokens tokens it computed, prompt and output
   * @param outputTokens output tokens of requests it completed
   * @param steps steps it ran
   * @param busyNanos time in steps
   * @param preemptions preemptions
   * @param evictedBlocks cached blocks overwritten
   * @param deferredSteps steps formed while the queue's head found no room
   * @param capacityBlocks pool capacity, or {@link Long#MAX_VALUE}
   */
  public record WorkerRow(
      int worker,
      long requests,
      long inputTokens,
      long hitTokens,
      long computedTokens,
      long outputTokens,
      long steps,
      long busyNanos,
      long preemptions,
      long evictedBlocks,
      long deferredSteps,
      long capacityBlocks) {}
}

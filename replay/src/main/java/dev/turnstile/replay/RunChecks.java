package dev.turnstile.replay;

import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.load.LoadDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The checks at the end of every run (metrics, section 9). A run that fails one has no result.
 *
 * <p>Each check throws an {@link IllegalStateException} that names it.
 */
final class RunChecks {
  private static final double RELATIVE_ERROR = 1e-9;

  private final Run run;
  private final EngineRequests requests;
  private final RequestLog log;
  private final boolean oracle;

  RunChecks(Run run, EngineRequests requests, boolean oracle) {
    this.run = run;
    this.requests = requests;
    log = run.collector().log();
    this.oracle = oracle;
  }

  /** Checks the books of the run and returns the names of all checks of a run. */
  List<String> beforeResult() {
    everyRequestIsAccountedFor();
    nothingIsLeft();
    poolsAreIdle();
    hitsAndComputedTokensMakeThePrompt();
    timesAreInOrder();
    List<String> names =
        new ArrayList<>(
            List.of(
                "requests_conserved",
                "nothing_left",
                "pools_idle",
                "tokens_conserved",
                "times_ordered",
                "ratios_in_range",
                "rates_match_totals",
                LossCheck.NAME));
    if (oracle) {
      names.add("oracle_bounds_hold");
    }
    return List.copyOf(names);
  }

  /** Checks the numbers of the result. */
  void ofResult(RunResult result) {
    workersComputedWhatRequestsNeeded(result);
    ratiosAreInRange(result.summary());
    ratesMatchTotals(result.summary());
    LossCheck.check(result);
    if (oracle) {
      oracleBoundsHold(result.summary());
    }
  }

  private void everyRequestIsAccountedFor() {
    long counted = 0;
    for (int r = 0; r < log.count(); r++) {
      RequestStatus status = log.status(r);
      boolean agrees =
          switch (run.load().state(r)) {
            case TERMINAL -> status != RequestStatus.SKIPPED && status != RequestStatus.INCOMPLETE;
            case SKIPPED -> status == RequestStatus.SKIPPED;
            case BLOCKED, QUEUED -> status == RequestStatus.INCOMPLETE && run.load().stopped();
            case IN_FLIGHT ->
                status == RequestStatus.INCOMPLETE && run.load().stopped() && run.heldByPolicy(r);
          };
      if (!agrees) {
        throw failed("requests_conserved", r, status + " but " + run.load().state(r));
      }
      boolean needsReason =
          status == RequestStatus.REJECTED
              || status == RequestStatus.CANCELLED
              || status == RequestStatus.SKIPPED;
      if (needsReason && log.reason(r).isEmpty()) {
        throw failed("requests_conserved", r, status + " without a reason");
      }
      counted +=
          run.load().state(r) == LoadDriver.State.TERMINAL
                  || run.load().state(r) == LoadDriver.State.SKIPPED
              ? 1
              : 0;
    }
    if (counted != run.terminal()) {
      throw failed("requests_conserved", counted + " terminal, counted " + run.terminal());
    }
  }

  private void nothingIsLeft() {
    int left = run.kit().simulation().pendingWork() - run.load().outstandingWakes();
    if (left != 0) {
      throw failed("nothing_left", left + " events are left in the queue");
    }
  }

  private void poolsAreIdle() {
    for (int worker = 0; worker < run.cluster().size(); worker++) {
      run.cluster().worker(worker).advance();
      run.cluster().worker(worker).checkInvariants(true);
    }
  }

  private void hitsAndComputedTokensMakeThePrompt() {
    for (int r = 0; r < log.count(); r++) {
      if (log.firstScheduledNanos(r) != RequestLog.NO_TIME) {
        long computed = requests.inputTokens(r) - log.hitTokens(r);
        if (log.hitTokens(r) < 0 || computed < 1) {
          throw failed(
              "tokens_conserved",
              r,
              log.hitTokens(r) + " hit tokens of " + requests.inputTokens(r));
        }
        if (log.reprefilledTokens(r) + log.fullHitRecomputeTokens(r) > computed) {
          throw failed("tokens_conserved", r, "more tokens lost than computed");
        }
      }
    }
  }

  /**
   * A request needs KV for its prompt and all output tokens but the last. After a preemption it may
   * find more in the cache than it had before, so then the workers may have computed less.
   */
  private void workersComputedWhatRequestsNeeded(RunResult result) {
    long needed = 0;
    long again = 0;
    long preemptions = 0;
    for (int r = 0; r < log.count(); r++) {
      if (log.firstScheduledNanos(r) != RequestLog.NO_TIME) {
        needed += requests.inputTokens(r) - log.hitTokens(r) + Math.max(log.outputTokens(r) - 1, 0);
        again += log.preemptionRecomputeTokens(r);
        preemptions += log.preemptions(r);
      }
    }
    long computed = result.workers().stream().mapToLong(RunResult.WorkerRow::computedTokens).sum();
    if (preemptions == 0 ? computed != needed || again != 0 : computed > needed + again) {
      throw failed(
          "tokens_conserved",
          computed + " tokens computed, " + needed + " needed, " + again + " after preemptions");
    }
  }

  private void timesAreInOrder() {
    for (int r = 0; r < log.count(); r++) {
      long time = inOrder(r, 0, log.scheduledNanos(r));
      time = inOrder(r, time, log.arrivalNanos(r));
      time = inOrder(r, time, log.releasedNanos(r));
      time = inOrder(r, time, log.admittedNanos(r));
      time = inOrder(r, time, log.firstScheduledNanos(r));
      time = inOrder(r, time, log.firstTokenNanos(r));
      time = inOrder(r, time, log.secondTokenNanos(r));
      time = inOrder(r, time, log.lastTokenNanos(r));
      inOrder(r, time, log.endNanos(r));
    }
  }

  /** The later of two time points of a request, of which the second may not have been reached. */
  private long inOrder(int request, long before, long point) {
    if (point == RequestLog.NO_TIME) {
      return before;
    }
    if (point < before) {
      throw failed("times_ordered", request, point + " ns after " + before + " ns");
    }
    return point;
  }

  private static void ratiosAreInRange(Map<String, ? extends Number> summary) {
    summary.forEach(
        (name, value) -> {
          boolean ratio = name.endsWith("_ratio") || name.contains("_ratio_");
          if (ratio && value != null && !(value.doubleValue() >= 0 && value.doubleValue() <= 1)) {
            throw failed("ratios_in_range", name + " is " + value);
          }
        });
  }

  private static void ratesMatchTotals(Map<String, ? extends Number> summary) {
    Number rate = summary.get("output_token_throughput_per_s");
    Number duration = summary.get("duration_ms");
    Number total = summary.get("total_output_tokens");
    if (rate != null && duration != null && total != null) {
      double product = rate.doubleValue() * duration.doubleValue() / 1000;
      if (Math.abs(product - total.doubleValue()) > RELATIVE_ERROR * Math.max(1, product)) {
        throw failed("rates_match_totals", product + " output tokens by rate, " + total);
      }
    }
  }

  /** No eviction beats the oracle's, which has no more than pools without any eviction. */
  private static void oracleBoundsHold(Map<String, ? extends Number> summary) {
    String[] rising = {
      "prefix_cache_hit_ratio", "oracle_hit_ratio", "oracle_unlimited_hit_ratio", "ideal_hit_ratio"
    };
    for (int i = 1; i < rising.length; i++) {
      Number less = summary.get(rising[i - 1]);
      Number more = summary.get(rising[i]);
      if (less != null && more != null && less.doubleValue() > more.doubleValue()) {
        throw failed(
            "oracle_bounds_hold", rising[i - 1] + " " + less + " > " + rising[i] + " " + more);
      }
    }
  }

  private IllegalStateException failed(String check, int request, String what) {
    return failed(check, "request " + run.graph().request(request).id() + ": " + what);
  }

  private static IllegalStateException failed(String check, String what) {
    return new IllegalStateException("check " + check + " failed: " + what);
  }
}

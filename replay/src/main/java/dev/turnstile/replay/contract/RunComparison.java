package dev.turnstile.replay.contract;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Whether two runs are the same, to the last column of every request. */
final class RunComparison {
  private RunComparison() {}

  /** The first difference of two runs, or empty. */
  static String difference(RunResult first, List<String> decisions, Trial.Ended second) {
    RunResult again = second.result();
    if (again == null) {
      return "the second run fails: " + second.failure();
    }
    int changed = Arrays.mismatch(first.arrivalOrder(), again.arrivalOrder());
    String request = firstDifference(rows(first), rows(again));
    if (!request.isEmpty()) {
      return "request " + request;
    } else if (changed >= 0) {
      return "arrival " + (changed + 1) + " is another request";
    }
    String decision = firstDifference(decisions, second.decisions());
    return decision.isEmpty() ? "" : "decision " + decision;
  }

  private static String firstDifference(List<String> first, List<String> second) {
    int common = Math.min(first.size(), second.size());
    for (int i = 0; i < common; i++) {
      if (!first.get(i).equals(second.get(i))) {
        return first.get(i) + ", then " + second.get(i);
      }
    }
    return first.size() == second.size()
        ? ""
        : (common + 1) + " of " + first.size() + ", then of " + second.size();
  }

  private static List<String> rows(RunResult run) {
    RequestLog log = run.requests();
    List<String> rows = new ArrayList<>();
    for (int r = 0; r < log.count(); r++) {
      long[] columns = {
        log.worker(r),
        log.scheduledNanos(r),
        log.arrivalNanos(r),
        log.releasedNanos(r),
        log.admittedNanos(r),
        log.firstScheduledNanos(r),
        log.firstTokenNanos(r),
        log.secondTokenNanos(r),
        log.lastTokenNanos(r),
        log.endNanos(r),
        log.outputTokens(r),
        log.hitTokens(r),
        log.reprefilledTokens(r),
        log.fullHitRecomputeTokens(r),
        log.routingLossTokens(r),
        log.preemptionRecomputeTokens(r),
        log.maxTokenGapNanos(r),
        log.preemptions(r)
      };
      rows.add(
          run.workload().graph().request(r).id()
              + " "
              + log.status(r).label()
              + log.reason(r)
              + " "
              + Arrays.toString(columns).replace(RequestLog.NO_TIME + "", "-"));
    }
    return rows;
  }
}

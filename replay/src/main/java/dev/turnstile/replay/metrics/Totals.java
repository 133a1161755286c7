package dev.turnstile.replay.metrics;

import dev.turnstile.workload.graph.SessionGraph;

/** Sums over the measured requests of a run. */
final class Totals {
  final long[] byStatus = new long[RequestStatus.values().length];
  final long[] byCause = new long[Cause.values().length];
  long measured;
  long warmup;
  long inputTokens;
  long outputTokens;
  long hitTokens;
  long coldInputTokens;
  long coldHitTokens;
  double requestHitRatioSum;
  long routingLossTokens;
  long preemptionRecomputeTokens;
  long firstTokens;
  long secondTokens;
  long good;
  long goodOutputTokens;
  long meetTtft;
  long meetItl;
  long meetE2e;
  long windowStartNanos = Long.MAX_VALUE;
  long windowEndNanos = Long.MIN_VALUE;
  long runStartNanos = Long.MAX_VALUE;
  long runEndNanos = Long.MIN_VALUE;

  static Totals of(RequestLog log, SessionGraph graph, MeasureSettings settings) {
    Totals totals = new Totals();
    Slo slo = new Slo(log, settings);
    for (int r = 0; r < log.count(); r++) {
      boolean arrived = log.arrivalNanos(r) != RequestLog.NO_TIME;
      if (arrived) {
        totals.runStartNanos = Math.min(totals.runStartNanos, log.arrivalNanos(r));
      }
      if (log.status(r).served()) {
        totals.runEndNanos = Math.max(totals.runEndNanos, log.endNanos(r));
      }
      if (log.warmup(r)) {
        totals.warmup++;
        continue;
      }
      totals.measured++;
      totals.byStatus[log.status(r).ordinal()]++;
      if (arrived) {
        totals.windowStartNanos = Math.min(totals.windowStartNanos, log.arrivalNanos(r));
      }
      totals.judge(r, slo, log);
      if (log.status(r).served()) {
        totals.serve(r, log, graph);
      }
    }
    return totals;
  }

  private void judge(int r, Slo slo, RequestLog log) {
    if (slo.good(r)) {
      good++;
      goodOutputTokens += log.outputTokens(r);
    }
    meetTtft += slo.meetsTtft(r) ? 1 : 0;
    meetItl += slo.meetsItl(r) ? 1 : 0;
    meetE2e += slo.meetsE2e(r) ? 1 : 0;
  }

  private void serve(int r, RequestLog log, SessionGraph graph) {
    long input = graph.request(r).prompt().inputTokens();
    long hit = log.hitTokens(r);
    windowEndNanos = Math.max(windowEndNanos, log.endNanos(r));
    inputTokens += input;
    outputTokens += log.outputTokens(r);
    hitTokens += hit;
    requestHitRatioSum += (double) hit / input;
    if (graph.turnIndex(r) == 0) {
      coldInputTokens += input;
      coldHitTokens += hit;
    }
    for (Cause cause : Cause.ALL) {
      byCause[cause.ordinal()] += log.losses().tokens(cause, r);
    }
    routingLossTokens += log.routingLossTokens(r);
    preemptionRecomputeTokens += log.preemptionRecomputeTokens(r);
    firstTokens += log.outputTokens(r) > 0 ? 1 : 0;
    secondTokens += log.outputTokens(r) > 1 ? 1 : 0;
  }

  long count(RequestStatus status) {
    return byStatus[status.ordinal()];
  }

  long served() {
    return count(RequestStatus.COMPLETED) + count(RequestStatus.LENGTH_CAPPED);
  }

  /** Length of the measurement window; -1 if nothing was served. */
  long durationNanos() {
    return served() == 0 ? -1 : windowEndNanos - windowStartNanos;
  }

  /** First arrival to last completion of the whole run; -1 if nothing was served. */
  long makespanNanos() {
    return runEndNanos == Long.MIN_VALUE ? -1 : runEndNanos - runStartNanos;
  }
}

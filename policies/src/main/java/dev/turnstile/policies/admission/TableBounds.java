package dev.turnstile.policies.admission;

import dev.turnstile.policies.admission.ThunderMetrics.Counter;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;

/** What keeps the table of programs small: the ends of sessions, their expiry, and upper bounds. */
final class TableBounds {
  private final ThunderConfig config;
  private final PolicyContext context;
  private final ProgramTable table;
  private final ThunderMetrics metrics;
  private final ThunderLog log;

  TableBounds(
      ThunderConfig config,
      PolicyContext context,
      ProgramTable table,
      ThunderMetrics metrics,
      ThunderLog log) {
    this.config = config;
    this.context = context;
    this.table = table;
    this.metrics = metrics;
    this.log = log;
  }

  /** Forgets a program. */
  void end(Program p) {
    table.delete(p);
    metrics.count(Counter.PROGRAMS_ENDED);
  }

  /** Forgets programs that have been between turns for too long. */
  void expireIdle() {
    while (config.expiryNanos > 0 && !table.idle().isEmpty()) {
      Program oldest = table.idle().first();
      if (context.nowNanos() - oldest.actingSinceNanos < config.expiryNanos) {
        return;
      }
      expire(oldest, "idle");
    }
  }

  /**
   * Makes room for a request that arrives: expires programs, and drops the longest idle one if
   * there are too many. Only the native profiles do so.
   *
   * @return why the request cannot be taken in, or an empty text
   */
  String refusal(RequestView request, boolean sessionEnds, long trackedRequests) {
    if (!config.profile.isNative()) {
      return "";
    }
    if (trackedRequests >= config.maxTracked) {
      return "too many tracked requests (max_tracked_requests)";
    }
    expireIdle();
    SessionLane lane = table.findLane(request);
    boolean known = lane != null && lane.program != null;
    if (known || sessionEnds || table.size() < config.maxTracked) {
      return "";
    }
    // One of them is idle: each of the others has a tracked request.
    expire(table.idle().first(), "max_tracked_requests");
    return "";
  }

  private void expire(Program p, String reason) {
    log.note("expire", p.lane, p.worker, reason);
    end(p);
    table.drop(p.lane);
    metrics.count(Counter.PROGRAMS_EXPIRED);
  }
}

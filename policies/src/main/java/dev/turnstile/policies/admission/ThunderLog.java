package dev.turnstile.policies.admission;

import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;

/** Writes the gate's decisions, with the numbers behind them, into the decision log. */
final class ThunderLog {
  private static final int MAX_WORKERS = 16;

  private final PolicyContext context;
  private final ProgramTable table;
  private final WorkerLedger ledger;

  ThunderLog(PolicyContext context, ProgramTable table, WorkerLedger ledger) {
    this.context = context;
    this.table = table;
    this.ledger = ledger;
  }

  /**
   * Notes a decision about a session.
   *
   * @param worker worker concerned, or {@link Program#NO_WORKER}
   * @param reason rule that decided, or empty
   */
  void note(String event, SessionLane lane, int worker, String reason) {
    if (!context.log().enabled()) {
      return;
    }
    DecisionLog.Entry entry = begin(event, worker, reason);
    describe(entry, lane);
    entry.write();
  }

  /** Notes that the current request of a program is held, and how full the workers are. */
  void noteHold(Program p, String rule) {
    if (!context.log().enabled()) {
      return;
    }
    DecisionLog.Entry entry = begin("hold", Program.NO_WORKER, rule);
    describe(entry, p.lane);
    for (int worker = 0; worker < Math.min(MAX_WORKERS, ledger.size()); worker++) {
      entry.put("w" + worker + ".used_tokens", ledger.used(worker));
    }
    entry.write();
  }

  /** Notes a decision about a request without a program. */
  void note(String event, RequestView request, String reason) {
    if (context.log().enabled()) {
      begin(event, Program.NO_WORKER, reason)
          .put("session_id", request.label())
          .put("request_id", request.requestId())
          .write();
    }
  }

  private void describe(DecisionLog.Entry entry, SessionLane lane) {
    entry.put("session_id", lane.sessionId);
    if (lane.current != null) {
      entry.put("request_id", lane.current.requestId());
    }
    Program p = lane.program;
    if (p != null) {
      entry.put("tokens", p.tokens).put("need_tokens", ledger.need(p)).put("step", p.steps);
      if (p.acting) {
        entry.put("idle_ns", context.nowNanos() - p.actingSinceNanos);
      }
      if (p.deferred) {
        entry.put("held_ns", context.nowNanos() - p.deferredSinceNanos);
      }
    }
  }

  private DecisionLog.Entry begin(String event, int worker, String reason) {
    DecisionLog.Entry entry = context.log().entry(event).put("policy", ThunderAgent.ID);
    if (!reason.isEmpty()) {
      entry.put("reason", reason);
    }
    if (worker != Program.NO_WORKER) {
      entry
          .put("worker", worker)
          .put("used_tokens", ledger.used(worker))
          .put("capacity_tokens", ledger.budget(worker).capacityTokens());
    }
    return entry.put("paused_programs", table.paused().size());
  }
}

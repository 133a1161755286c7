package dev.turnstile.policies.admission;

import dev.turnstile.policies.admission.ThunderMetrics.Counter;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;

/** The gate's hand on requests and bindings: holds, releases, pauses and resumes. */
final class Turns {
  private final ThunderConfig config;
  private final PolicyContext context;
  private final ProgramTable table;
  private final ThunderMetrics metrics;
  private final ThunderLog log;

  Turns(
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

  /** Keeps the current request of a program; the program is paused from now on. */
  Admission hold(Program p, String rule) {
    boolean wasPaused = p.paused;
    table.hold(p, context.nowNanos());
    p.lane.wasHeld = true;
    metrics.count(Counter.REQUESTS_HELD);
    if (!wasPaused) {
      metrics.count(Counter.PAUSES);
      metrics.count(Counter.PAUSES_ADMISSION_FULL);
    }
    if (config.profile.exactTimeout()) {
      context.wakeAt(Math.addExact(p.deferredSinceNanos, config.resumeTimeoutNanos));
    }
    log.noteHold(p, rule);
    return Admission.hold();
  }

  /** Lets the current request of a program go, to a worker or wherever the router likes. */
  Admission release(Program p, int worker, String rule) {
    if (worker != p.worker && worker != Program.NO_WORKER) {
      bind(p, worker);
    }
    log.note(p.lane.wasHeld ? "release" : "admit", p.lane, worker, rule);
    table.release(p);
    metrics.count(Counter.REQUESTS_ADMITTED);
    Admission admission =
        worker == Program.NO_WORKER ? Admission.release() : Admission.release(worker);
    double jump = jumpSeconds(p);
    return jump == 0 ? admission : admission.withPriorityJump(jump);
  }

  private double jumpSeconds(Program p) {
    if (config.profile != ThunderProfile.PYTHON) {
      return 0;
    }
    boolean demoted = context.nowNanos() < p.softDemotedUntilNanos;
    return (p.lane.wasHeld ? config.resumeBoostSeconds : 0)
        + (demoted ? config.softDemoteJumpSeconds : 0);
  }

  /** Binds a program to a worker. */
  void bind(Program p, int worker) {
    if (p.worker != worker) {
      table.bind(p, worker);
      metrics.count(Counter.WORKER_ASSIGNMENTS);
    }
  }

  /** Pauses a program that is between turns. */
  void pause(Program p, Counter reason) {
    int worker = p.worker;
    table.pause(p);
    metrics.count(Counter.PAUSES);
    metrics.count(reason);
    log.note("pause", p.lane, worker, reason == Counter.PAUSES_MARKED ? "marked" : "pressure");
  }

  /** Marks a program that is in a turn. */
  void mark(Program p) {
    table.mark(p, true);
    metrics.count(Counter.PROGRAMS_MARKED);
    log.note("mark", p.lane, p.worker, "pressure");
  }

  /** Brings a paused program back to a worker and lets its waiting request go. */
  void resume(Program p, int worker, Counter reason) {
    metrics.count(Counter.RESUMES);
    metrics.count(reason);
    if (p.lastWorker != Program.NO_WORKER && p.lastWorker != worker) {
      metrics.count(Counter.RESUMES_TO_OTHER_WORKER);
    }
    String event = reason == Counter.FORCED_RESUMES ? "force_resume" : "resume";
    String rule = reason == Counter.RESUMES_WORK_CONSERVING ? "work_conserving" : "";
    log.note(event, p.lane, worker, rule);
    table.activate(p);
    bind(p, worker);
    RequestView waiting = p.lane.current;
    if (waiting != null) {
      context.release(waiting, release(p, worker, event));
    }
  }
}

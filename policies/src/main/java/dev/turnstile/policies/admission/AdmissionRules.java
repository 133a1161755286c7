package dev.turnstile.policies.admission;

import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;

/**
 * The decision on a request whose session has nothing else in flight (rules 5 to 11 of the
 * documentation).
 *
 * <p>A program that is bound to a live worker passes in constant time. Only a new or unplaced one
 * looks at all workers, with live token counts: O(workers + turns in flight), and O(programs) where
 * usage decays.
 */
final class AdmissionRules {
  private final ThunderConfig config;
  private final PolicyContext context;
  private final ProgramTable table;
  private final WorkerLedger ledger;
  private final Turns turns;

  AdmissionRules(
      ThunderConfig config,
      PolicyContext context,
      ProgramTable table,
      WorkerLedger ledger,
      Turns turns) {
    this.config = config;
    this.context = context;
    this.table = table;
    this.ledger = ledger;
    this.turns = turns;
  }

  /** Decides on the current request of a program whose record has just been brought up to date. */
  Admission decide(Program p, RequestView request, boolean isNew) {
    if (p.paused) {
      return turns.hold(p, "paused");
    }
    if (config.profile.isNative() && pinIsFull(p, request)) {
      return turns.hold(p, "pin_full");
    }
    boolean bound = p.worker != Program.NO_WORKER && context.live(p.worker);
    if (!anyCapacityKnown()) {
      return turns.release(p, bound ? p.worker : Program.NO_WORKER, "unlimited");
    }
    if (bound) {
      return turns.release(p, p.worker, "bound");
    }
    table.bind(p, Program.NO_WORKER);
    if (isNew && config.fairnessGate && !table.paused().isEmpty()) {
      return turns.hold(p, "behind_paused");
    }
    int worker = workerWithRoom(request.inputTokens() + config.perProgramTokens);
    if (worker != Program.NO_WORKER) {
      return turns.release(p, worker, "fits");
    }
    if (!isNew && config.profile.letsUnplacedThrough()) {
      return turns.release(p, Program.NO_WORKER, "unplaced");
    }
    return turns.hold(p, "full");
  }

  private boolean pinIsFull(Program p, RequestView request) {
    int pin = request.pinnedWorker();
    if (pin < 0 || !context.live(pin) || !ledger.budget(pin).known()) {
      return false;
    }
    table.refresh(context);
    long own = p.worker == pin ? 0 : request.inputTokens() + config.perProgramTokens;
    return ledger.used(pin) + own > ledger.budget(pin).capacityTokens();
  }

  private boolean anyCapacityKnown() {
    for (int worker = 0; worker < context.workerCount(); worker++) {
      if (context.live(worker) && ledger.budget(worker).known()) {
        return true;
      }
    }
    return false;
  }

  private int workerWithRoom(long requiredTokens) {
    table.refresh(context);
    long now = context.nowNanos();
    boolean python = config.profile == ThunderProfile.PYTHON;
    int best = Program.NO_WORKER;
    long bestLoad = Long.MAX_VALUE;
    for (int worker = 0; worker < context.workerCount(); worker++) {
      Budget budget = ledger.budget(worker);
      if (!context.live(worker) || !budget.known()) {
        continue;
      }
      long used = ledger.usage(worker, config.decayedAdmission, now);
      boolean fits = budget.capacityTokens() - used >= requiredTokens;
      boolean slot = !python || ledger.turns(worker) < budget.maxTurns();
      long load = python ? ledger.decayed(worker, now) : used;
      if (fits && slot && load < bestLoad) {
        best = worker;
        bestLoad = load;
      }
    }
    return best;
  }
}

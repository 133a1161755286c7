package dev.turnstile.policies.admission;

import java.util.List;
import java.util.function.Consumer;

/**
 * Pause until safe: relieves an overloaded worker.
 *
 * <p>Programs between turns are paused, smallest first, until usage is at the target. If they do
 * not suffice, the running ones are marked; a mark frees nothing now, so by default all of them are
 * marked.
 */
final class PauseRule {
  private final ThunderConfig config;
  private final WorkerLedger ledger;
  private final boolean decayed;

  PauseRule(ThunderConfig config, WorkerLedger ledger) {
    this.config = config;
    this.ledger = ledger;
    decayed = config.profile == ThunderProfile.PAPER;
  }

  /**
   * Relieves a worker if it is overloaded.
   *
   * @param pause pauses a program and updates the ledger
   * @param mark marks a program
   */
  void relieve(int worker, long nowNanos, Consumer<Program> pause, Consumer<Program> mark) {
    Budget budget = ledger.budget(worker);
    if (!budget.known()) {
      return;
    }
    long used = ledger.usage(worker, decayed, nowNanos);
    boolean tooManyTokens = used > budget.pauseTokens();
    boolean tooManyTurns =
        config.profile == ThunderProfile.PYTHON && ledger.turns(worker) > budget.pauseTurns();
    if (tooManyTokens) {
      used = pauseIdle(worker, used, nowNanos, pause);
    }
    if ((tooManyTokens && used > budget.targetTokens()) || tooManyTurns) {
      long excessTokens = tooManyTokens ? used - budget.targetTokens() : 0;
      long excessTurns = tooManyTurns ? ledger.turns(worker) - budget.targetTurns() : 0;
      markRunning(worker, excessTokens, excessTurns, mark);
    }
  }

  private long pauseIdle(int worker, long usedTokens, long nowNanos, Consumer<Program> pause) {
    long target = ledger.budget(worker).targetTokens();
    long used = usedTokens;
    List<Program> residents = ledger.residents(worker);
    residents.sort(Program.BY_SIZE);
    for (Program p : residents) {
      if (used <= target) {
        break;
      }
      if (p.acting) {
        long freed = decayed ? ledger.decayedCharge(p, nowNanos) : 0;
        pause.accept(p);
        used = decayed ? used - freed : ledger.used(worker);
      }
    }
    return used;
  }

  private void markRunning(
      int worker, long excessTokens, long excessTurns, Consumer<Program> mark) {
    long tokens = excessTokens;
    long turns = excessTurns;
    List<Program> residents = ledger.residents(worker);
    for (Program p : residents) {
      if (p.marked) {
        tokens -= ledger.charge(p);
        turns--;
      }
    }
    residents.sort(Program.BY_SIZE);
    for (Program p : residents) {
      boolean enough = config.markUntilTarget && tokens <= 0 && turns <= 0;
      if (!enough && !p.acting && !p.marked) {
        mark.accept(p);
        tokens -= ledger.charge(p);
        turns--;
      }
    }
  }
}

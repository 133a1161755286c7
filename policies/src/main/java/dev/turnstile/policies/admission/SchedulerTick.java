package dev.turnstile.policies.admission;

import dev.turnstile.policies.admission.ResumePacking.Resume;
import dev.turnstile.policies.admission.ResumePacking.Room;
import dev.turnstile.policies.admission.ThunderMetrics.Counter;
import dev.turnstile.policies.spi.PolicyContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the gate does by the clock: forgets idle programs, brings paused ones back, relieves
 * overloaded workers.
 *
 * <p>Resume comes before pause, so that a program paused by a tick stays paused until the next. A
 * tick walks all programs: O(programs · log programs).
 */
final class SchedulerTick {
  private final ThunderConfig config;
  private final PolicyContext context;
  private final ProgramTable table;
  private final WorkerLedger ledger;
  private final TableBounds bounds;
  private final ThunderLog log;
  private final Turns turns;
  private final ResumePacking packing;
  private final PauseRule pauseRule;

  SchedulerTick(
      ThunderConfig config,
      PolicyContext context,
      ProgramTable table,
      WorkerLedger ledger,
      TableBounds bounds,
      ThunderLog log,
      Turns turns) {
    this.config = config;
    this.context = context;
    this.table = table;
    this.ledger = ledger;
    this.bounds = bounds;
    this.log = log;
    this.turns = turns;
    packing = new ResumePacking(config);
    pauseRule = new PauseRule(config, ledger);
  }

  /** One tick. */
  void run() {
    table.refresh(context);
    bounds.expireIdle();
    if (config.profile == ThunderProfile.PYTHON) {
      demoteSoftly();
    }
    resumeGreedily();
    if (config.workConserving) {
      feedIdleWorkers();
    }
    if (!config.profile.exactTimeout()) {
      resumeTimedOut();
    }
    for (int worker = 0; worker < context.workerCount(); worker++) {
      if (context.live(worker)) {
        pauseRule.relieve(
            worker, context.nowNanos(), p -> turns.pause(p, Counter.PAUSES_PRESSURE), turns::mark);
      }
    }
  }

  /** Lets go what has been held for too long, whatever the capacity. */
  void resumeTimedOut() {
    List<Program> due = new ArrayList<>();
    for (Program p : table.deferred()) {
      if (context.nowNanos() - p.deferredSinceNanos < config.resumeTimeoutNanos) {
        break;
      }
      due.add(p);
    }
    if (due.isEmpty()) {
      return;
    }
    table.refresh(context);
    due.sort(Program.BY_ID);
    boolean original = config.profile == ThunderProfile.ORIGINAL;
    long[] rooms = original ? new long[0] : decayedRooms();
    for (Program p : due) {
      int worker = original ? originOrFewest(p) : roomiest(rooms);
      if (worker != Program.NO_WORKER) {
        turns.resume(p, worker, Counter.FORCED_RESUMES);
        if (!original && ledger.budget(worker).known()) {
          rooms[worker] -= ledger.decayedCharge(p, context.nowNanos());
        }
      }
    }
  }

  private int originOrFewest(Program p) {
    boolean originLives = p.lastWorker != Program.NO_WORKER && context.live(p.lastWorker);
    return originLives ? p.lastWorker : workerWithFewestPrograms();
  }

  /** What each worker has left with idle programs decayed; unknown capacity is the last resort. */
  private long[] decayedRooms() {
    long[] rooms = new long[context.workerCount()];
    for (int worker = 0; worker < rooms.length; worker++) {
      rooms[worker] =
          ledger.budget(worker).known()
              ? ledger.budget(worker).capacityTokens() - ledger.decayed(worker, context.nowNanos())
              : Long.MIN_VALUE;
    }
    return rooms;
  }

  private int roomiest(long[] rooms) {
    int best = Program.NO_WORKER;
    for (int worker = 0; worker < rooms.length; worker++) {
      if (context.live(worker) && (best == Program.NO_WORKER || rooms[worker] > rooms[best])) {
        best = worker;
      }
    }
    return best;
  }

  private int workerWithFewestPrograms() {
    int best = Program.NO_WORKER;
    for (int worker = 0; worker < context.workerCount(); worker++) {
      boolean fewer =
          best == Program.NO_WORKER || ledger.residentCount(worker) < ledger.residentCount(best);
      if (context.live(worker) && fewer) {
        best = worker;
      }
    }
    return best;
  }

  private void demoteSoftly() {
    long untilNanos = context.nowNanos() + config.tickNanos + config.tickNanos / 2;
    for (int worker = 0; worker < context.workerCount(); worker++) {
      Budget budget = ledger.budget(worker);
      long used = ledger.used(worker);
      boolean demote =
          context.live(worker)
              && budget.known()
              && used >= budget.softFromTokens()
              && used < budget.softBelowTokens();
      if (demote) {
        for (Program p : ledger.residents(worker)) {
          if (!p.marked) {
            table.demote(p, untilNanos);
            log.note("soft_demote", p.lane, worker, "");
          }
        }
      }
    }
  }

  private void resumeGreedily() {
    if (table.paused().isEmpty()) {
      return;
    }
    for (Resume resume : packing.pack(table.paused(), rooms())) {
      turns.resume(resume.program(), resume.worker(), Counter.RESUMES_GREEDY);
    }
  }

  private List<Room> rooms() {
    List<Room> rooms = new ArrayList<>();
    for (int worker = 0; worker < context.workerCount(); worker++) {
      Budget budget = ledger.budget(worker);
      if (context.live(worker) && budget.known()) {
        long used = ledger.usage(worker, config.decayedRoom, context.nowNanos());
        long free =
            config.profile == ThunderProfile.PYTHON
                ? budget.resumeTurns() - ledger.turns(worker)
                : Long.MAX_VALUE;
        rooms.add(new Room(worker, budget.resumeTokens() - used, Math.max(0, free)));
      }
    }
    return rooms;
  }

  private void feedIdleWorkers() {
    List<Program> waiting = new ArrayList<>(table.paused());
    for (int worker = 0; worker < context.workerCount() && !waiting.isEmpty(); worker++) {
      if (context.live(worker) && ledger.residentCount(worker) == 0) {
        Program first = firstWaiting(waiting, worker);
        if (first != null) {
          waiting.remove(first);
          turns.resume(first, worker, Counter.RESUMES_WORK_CONSERVING);
        }
      }
    }
  }

  private static @Nullable Program firstWaiting(List<Program> waiting, int worker) {
    for (Program p : waiting) {
      if (p.lane.current != null) {
        int pin = p.lane.current.pinnedWorker();
        if (pin < 0 || pin == worker) {
          return p;
        }
      }
    }
    return null;
  }
}

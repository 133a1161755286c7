package dev.turnstile.policies.admission;

import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The program records and their transitions.
 *
 * <p>Every change of a record happens here, so that the orders (idle, paused, deferred) and the
 * ledger always agree with the records. Changes cost O(log programs). Nothing iterates in hash
 * order.
 */
final class ProgramTable {
  private final WorkerLedger ledger;
  private final boolean tokensInSteps;

  /** By session number; never iterated. */
  private final Int2ObjectOpenHashMap<SessionLane> lanes = new Int2ObjectOpenHashMap<>();

  private final TreeSet<Program> idle = new TreeSet<>(Program.BY_IDLE_TIME);
  private final TreeSet<Program> paused;
  private final TreeSet<Program> deferred = new TreeSet<>(Program.BY_HELD_TIME);
  private final Set<Program> inFlight = new LinkedHashSet<>();
  private int programs;
  private int marked;
  private long nextSerial;

  /**
   * Makes an empty table.
   *
   * @param tokensInSteps whether growth during a turn is seen in steps of {@value #STEP_TOKENS}
   * @param resumeOrder a total order of paused programs
   */
  ProgramTable(WorkerLedger ledger, boolean tokensInSteps, Comparator<Program> resumeOrder) {
    this.ledger = ledger;
    this.tokensInSteps = tokensInSteps;
    paused = new TreeSet<>(resumeOrder);
  }

  /** Tokens after which the original proxy updates a program that is in a turn. */
  static final long STEP_TOKENS = 20;

  /** The lane of a request's session, made if new. */
  SessionLane lane(RequestView request) {
    SessionLane lane = lanes.get(request.sessionNumber());
    if (lane == null) {
      String id = request.sessionId();
      if (id == null) {
        throw new IllegalArgumentException("request without a session: " + request.requestId());
      }
      lane = new SessionLane(request.sessionNumber(), id);
      lanes.put(lane.session, lane);
    }
    return lane;
  }

  /** The lane of a request's session, or null. */
  @Nullable SessionLane findLane(RequestView request) {
    return request.sessionId() == null ? null : lanes.get(request.sessionNumber());
  }

  /** Forgets a lane of which nothing is left. */
  void drop(SessionLane lane) {
    if (lane.empty()) {
      lanes.remove(lane.session);
    }
  }

  /** The lane's current request starts a turn: a new record, or the next step of the known one. */
  Program beginTurn(SessionLane lane, RequestView request) {
    Program p = lane.program;
    if (p == null) {
      p = new Program(lane, nextSerial++);
      p.prior.existed = false;
      lane.program = p;
      programs++;
    } else {
      remember(p);
      idle.remove(p);
    }
    // Its place among the paused ones depends on what changes now.
    boolean waits = p.paused && paused.remove(p);
    p.acting = false;
    p.steps++;
    p.tokens = request.inputTokens();
    if (waits) {
      paused.add(p);
    }
    p.chain.confirmed = false;
    ledger.settle(p);
    return p;
  }

  /** The turn at hand must wait: the program is paused from now on, if it was not. */
  void hold(Program p, long nowNanos) {
    pause(p);
    if (!p.deferred) {
      p.deferred = true;
      p.deferredSinceNanos = nowNanos;
      deferred.add(p);
    }
  }

  /** The turn at hand may go. */
  void release(Program p) {
    activate(p);
    p.lane.released = true;
    inFlight.add(p);
  }

  /** The turn at hand came back from a worker that has gone. */
  void takeBack(Program p) {
    inFlight.remove(p);
    p.lane.released = false;
  }

  /** Takes the worker from a program, keeps KV and tokens in place. */
  void pause(Program p) {
    if (!p.paused) {
      p.paused = true;
      paused.add(p);
    }
    p.worker = Program.NO_WORKER;
    p.chain.confirmed = false;
    ledger.settle(p);
  }

  /** Ends a pause. */
  void activate(Program p) {
    if (p.paused) {
      p.paused = false;
      paused.remove(p);
    }
    if (p.deferred) {
      deferred.remove(p);
      p.deferred = false;
    }
    ledger.settle(p);
  }

  /** Binds an active program to a worker, or unbinds it with {@link Program#NO_WORKER}. */
  void bind(Program p, int worker) {
    if (p.worker != worker) {
      p.chain.confirmed = false;
    }
    p.worker = worker;
    if (worker != Program.NO_WORKER) {
      p.lastWorker = worker;
    }
    ledger.settle(p);
  }

  /** The worker has got the prompt of the turn: it may be shared from now on. */
  void confirm(Program p, RequestView request) {
    p.chain.confirmed = true;
    p.chain.node = request.promptNode();
    p.chain.blocks = request.hashedBlocks();
    ledger.settle(p);
  }

  /** The turn is over. */
  void completeTurn(Program p, long contextTokens, long nowNanos) {
    inFlight.remove(p);
    p.acting = true;
    p.actingSinceNanos = nowNanos;
    p.tokens = contextTokens;
    idle.add(p);
    ledger.settle(p);
  }

  /** Marks or unmarks a program for a pause at the end of its turn. */
  void mark(Program p, boolean mark) {
    if (p.marked != mark) {
      p.marked = mark;
      marked += mark ? 1 : -1;
    }
  }

  /** Requests of a program that are let go before a time are demoted softly. */
  void demote(Program p, long untilNanos) {
    p.softDemotedUntilNanos = untilNanos;
  }

  /**
   * The turn at hand is cancelled: the record is as it was before it, or gone if the turn had made
   * it.
   */
  void cancelTurn(Program p, PolicyContext context) {
    inFlight.remove(p);
    mark(p, false);
    if (!p.prior.existed) {
      delete(p);
      return;
    }
    activate(p);
    recall(p);
    idle.add(p);
    if (p.prior.paused) {
      pause(p);
    } else {
      bind(p, p.prior.worker >= 0 && context.live(p.prior.worker) ? p.prior.worker : -1);
      p.chain.confirmed = p.prior.chainConfirmed && p.worker == p.prior.worker;
      ledger.settle(p);
    }
  }

  /** Forgets a program. */
  void delete(Program p) {
    mark(p, false);
    inFlight.remove(p);
    if (p.acting) {
      idle.remove(p);
    }
    activate(p);
    ledger.forget(p);
    p.lane.program = null;
    programs--;
  }

  /** Reads how far the turns in flight have come. */
  void refresh(PolicyContext context) {
    for (Program p : inFlight) {
      RequestView turn = p.lane.current;
      if (turn == null) {
        throw new IllegalStateException("in flight without a request: " + p.lane.sessionId);
      }
      long generated = context.generatedTokens(turn);
      if (tokensInSteps) {
        generated -= generated % STEP_TOKENS;
      }
      long tokens = turn.inputTokens() + generated;
      if (tokens != p.tokens) {
        p.tokens = tokens;
        ledger.settle(p);
      }
    }
  }

  /** Unbinds all programs of a worker that has gone. */
  void unbindAll(int worker) {
    for (Program p : ledger.residents(worker)) {
      bind(p, Program.NO_WORKER);
    }
  }

  /** Programs between turns, longest idle first; a live view. */
  SortedSet<Program> idle() {
    return idle;
  }

  /** Paused programs in the order in which they are looked at for a resume; a live view. */
  SortedSet<Program> paused() {
    return paused;
  }

  /** Programs with a held request, longest held first; a live view. */
  SortedSet<Program> deferred() {
    return deferred;
  }

  /** Number of programs. */
  int size() {
    return programs;
  }

  /** Number of programs marked for a pause. */
  int marked() {
    return marked;
  }

  private static void remember(Program p) {
    Program.Prior prior = p.prior;
    prior.existed = true;
    prior.paused = p.paused;
    prior.worker = p.worker;
    prior.tokens = p.tokens;
    prior.actingSinceNanos = p.actingSinceNanos;
    prior.softDemotedUntilNanos = p.softDemotedUntilNanos;
    prior.chainConfirmed = p.chain.confirmed;
    prior.chainNode = p.chain.node;
    prior.chainBlocks = p.chain.blocks;
  }

  private static void recall(Program p) {
    Program.Prior prior = p.prior;
    p.acting = true;
    p.steps--;
    p.tokens = prior.tokens;
    p.actingSinceNanos = prior.actingSinceNanos;
    p.softDemotedUntilNanos = prior.softDemotedUntilNanos;
    p.chain.node = prior.chainNode;
    p.chain.blocks = prior.chainBlocks;
  }
}

package dev.turnstile.policies.admission;

import java.util.Comparator;

/**
 * One session as the gate sees it: how large its context is, where it lives, whether it may run.
 *
 * <p>Two axes: between turns ({@link #acting}) or with a turn at hand; active or {@link #paused}. A
 * paused program has no worker. Fields are written by {@link ProgramTable} only.
 */
final class Program {
  static final int NO_WORKER = -1;

  /** The order of session ids, which settles all ties; equal ids in the order of creation. */
  static final Comparator<Program> BY_ID =
      Comparator.<Program, String>comparing(p -> p.lane.sessionId).thenComparingLong(p -> p.serial);

  /** Smaller contexts first. */
  static final Comparator<Program> BY_SIZE =
      Comparator.<Program>comparingLong(p -> p.tokens).thenComparing(BY_ID);

  /** Longer idle first. */
  static final Comparator<Program> BY_IDLE_TIME =
      Comparator.<Program>comparingLong(p -> p.actingSinceNanos).thenComparing(BY_ID);

  /** Longer held first. */
  static final Comparator<Program> BY_HELD_TIME =
      Comparator.<Program>comparingLong(p -> p.deferredSinceNanos).thenComparing(BY_ID);

  final SessionLane lane;

  /** Order of creation in the run. */
  final long serial;

  boolean acting;
  boolean paused;
  int worker = NO_WORKER;

  /** Worker it was bound to last; survives a pause. */
  int lastWorker = NO_WORKER;

  /** Length of the context. */
  long tokens;

  /** Number of turns so far, the one at hand included. */
  long steps;

  /** Whether it is paused as soon as its turn ends. */
  boolean marked;

  /** Whether it has ever been too large for the resume ceiling of every worker. */
  boolean overCeiling;

  /** End of the last turn; only while acting. */
  long actingSinceNanos;

  /** Whether a request of it is held, since {@link #deferredSinceNanos}. */
  boolean deferred;

  long deferredSinceNanos;
  long softDemotedUntilNanos;

  /** Leading part of the prompt that the worker is known to hold, for shared prefixes. */
  final Chain chain = new Chain();

  /** The record before the turn at hand, for a turn that is cancelled. */
  final Prior prior = new Prior();

  /** What the ledger has written down for this program. */
  final Entry entry = new Entry();

  Program(SessionLane lane, long serial) {
    this.lane = lane;
    this.serial = serial;
  }

  /** A path in the prompt tree whose dispatch is confirmed. */
  static final class Chain {
    boolean confirmed;
    int node;
    int blocks;
  }

  /** The fields that a cancelled turn brings back. */
  static final class Prior {
    boolean existed;
    boolean paused;
    int worker;
    long tokens;
    long actingSinceNanos;
    long softDemotedUntilNanos;
    boolean chainConfirmed;
    int chainNode;
    int chainBlocks;
  }

  /** The line of a program in the {@link WorkerLedger}. */
  static final class Entry {
    int worker = NO_WORKER;
    long chargeTokens;
    boolean acting;
    boolean shared;
    int node;
    int blocks;
  }
}

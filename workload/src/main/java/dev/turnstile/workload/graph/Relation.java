package dev.turnstile.workload.graph;

/** What an edge means. */
public enum Relation {
  /**
   * The next turn of the same session. Its trigger is {@link Trigger#DISPATCH} where it began
   * before the turn before it had ended.
   */
  SEQUENCE,
  /** The first request of a child session. */
  SPAWN,
  /** A parent's request that waits for a child session. */
  JOIN,
  /** A recorded order between streams that must not be overtaken. */
  REPLAY_BARRIER
}

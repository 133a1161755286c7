package dev.turnstile.replay.metrics;

/** What workers hold of a prompt, for losses: asked when a request is first scheduled. */
@FunctionalInterface
public interface HeldElsewhere {
  /**
   * The most leading blocks of the prompt that a worker other than the given one holds now; blocks
   * that the given worker itself held before the present step may count as well.
   *
   * @param limit more blocks than these do not matter and need not be found
   */
  int blocks(int request, int worker, int limit);
}

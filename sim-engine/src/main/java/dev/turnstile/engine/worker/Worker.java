package dev.turnstile.engine.worker;

/**
 * One simulated worker: a data-parallel rank with its own scheduler and KV pool.
 *
 * <p>A worker puts its own events into the simulation and tells its {@link WorkerListener} what
 * happens. An implementation may run ahead lazily; whoever reads a counter calls {@link #advance}
 * first. All methods are called at the current simulated time, from the simulation's thread.
 */
public interface Worker {
  /** Number of the worker, from 0. */
  int id();

  /**
   * Puts a request at the end of the waiting queue; it is seen by the next step that starts.
   *
   * @param request its number; {@link WorkerConfig#canEverServe} must hold for it
   * @throws IllegalArgumentException if it does not, or if the request is already here
   */
  void submit(int request);

  /** Brings the counters up to the last step boundary not after the current time. */
  void advance();

  /** Requests in the running batch. */
  int runningRequests();

  /** Requests in the waiting queue. */
  int waitingRequests();

  /** KV blocks referenced by requests. */
  long activeBlocks();

  /** KV blocks that are cached and evictable. */
  long cachedIdleBlocks();

  /** KV blocks that hold nothing; {@link WorkerConfig#UNLIMITED} minus the others if unlimited. */
  long freeBlocks();

  /** Pool capacity in blocks, or {@link WorkerConfig#UNLIMITED}. */
  long capacityBlocks();

  /** Output tokens that the request has got so far; 0 if it is not here. */
  long generatedTokens(int request);

  /**
   * Leading blocks of the request's prompt that are hash-addressable here now, without any cap;
   * right without {@link #advance} as well.
   */
  long residentPromptBlocks(int request);

  /**
   * Checks the pool's arithmetic and reference counts from scratch.
   *
   * @param idle whether no request should be left
   * @throws IllegalStateException naming the rule that is broken
   */
  void checkInvariants(boolean idle);
}

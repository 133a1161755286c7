package dev.turnstile.policies.spi;

import dev.turnstile.engine.kv.KvTier;

/**
 * A decision maker of one run; every callback is optional.
 *
 * <p>Callbacks come at the simulated time of what they tell. One instance serves one run and is
 * called from one thread. A callback may answer for requests that the policy holds, through {@link
 * PolicyContext}.
 */
public interface Policy {
  /** A request entered the system; the gate is asked next. */
  default void onArrival(RequestView request) {}

  /** A request was sent to a worker's queue ("Sent"). */
  default void onDispatch(RequestView request, int worker) {}

  /** The first output token of a request came back. */
  default void onFirstToken(RequestView request, int worker) {}

  /**
   * A request is complete.
   *
   * @param contextTokens prompt and completion tokens
   */
  default void onComplete(RequestView request, int worker, long contextTokens) {}

  /** A request that had arrived will not run: rejected by a policy or cancelled. */
  default void onAbort(RequestView request) {}

  /**
   * A session has ended: its last request of the trace is complete. Follows {@link #onComplete}.
   */
  default void onSessionEnd(RequestView lastRequest) {}

  /** A worker joined; called for every worker before the run starts. */
  default void onWorkerAdded(WorkerView worker) {}

  /** A worker left with its KV. */
  default void onWorkerRemoved(int worker) {}

  /**
   * Blocks {@code [fromBlock, toBlock)} of a prompt-tree node became available on a worker.
   *
   * @param node node of {@link PolicyContext#blocks}
   */
  default void onKvStored(int worker, KvTier tier, int node, int fromBlock, int toBlock) {}

  /** Blocks are gone from a tier of a worker; parameters as {@link #onKvStored}. */
  default void onKvRemoved(int worker, KvTier tier, int node, int fromBlock, int toBlock) {}

  /**
   * Length of the periodic tick in nanoseconds; 0 = none. The first tick is one period after start.
   */
  default long tickPeriodNanos() {
    return 0;
  }

  /** The periodic tick. */
  default void onTick() {}

  /** A time asked for with {@link PolicyContext#wakeAt} has come. */
  default void onWake() {}

  /**
   * The run is over: the policy checks its own books.
   *
   * @throws IllegalStateException naming the invariant that does not hold
   */
  default void finished() {}
}

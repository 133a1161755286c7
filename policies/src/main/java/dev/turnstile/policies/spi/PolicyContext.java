package dev.turnstile.policies.spi;

import dev.turnstile.engine.prompt.BlockTree;
import java.util.SplittableRandom;

/**
 * All that a policy may know and do beyond its callbacks.
 *
 * <p>{@link #loads} and {@link #prefixes} are the router's own books. The run keeps them up to date
 * from the moment a policy has asked for them in its factory; they are updated before the callbacks
 * that tell the same event.
 */
public interface PolicyContext {
  /** Simulated time. */
  long nowNanos();

  /** Number of workers; ids run from 0. */
  int workerCount();

  /** Static facts of a worker. */
  WorkerView worker(int id);

  /** Whether the worker is there. */
  boolean live(int id);

  /**
   * Whether a request is small enough to be served by the worker at all. At least one live worker
   * is eligible for every request that a policy sees.
   */
  boolean eligible(RequestView request, int worker);

  /** The prompt tree at the engine's block size. */
  BlockTree blocks();

  /** The policy's own stream of random numbers, {@code policy.<id>}. */
  SplittableRandom random();

  /** Router-side load estimates. */
  LoadView loads();

  /** Router-side index of which worker holds which prefix, fed by KV events. */
  PrefixView prefixes();

  /** Output tokens streamed back so far by a request in flight; 0 before its first token. */
  long generatedTokens(RequestView request);

  /** Lets a held request go, or rejects it; for gates. Takes effect when the callback returns. */
  void release(RequestView request, Admission how);

  /** Places or rejects a parked request; for routers. Takes effect when the callback returns. */
  void place(RequestView request, Placement where);

  /** Asks for {@link Policy#onWake} at a time that is not in the past. */
  void wakeAt(long timeNanos);

  /** The decision log of the run. */
  DecisionLog log();
}

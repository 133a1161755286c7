package dev.turnstile.replay.metrics;

import java.util.Locale;

/**
 * A quantity of the system that changes over time; its name in files is the lower-case constant.
 */
public enum Gauge {
  /** Requests in batches. */
  RUNNING_REQUESTS(false),
  /** Requests in the workers' queues. */
  WAITING_REQUESTS(false),
  /** KV blocks that hold something. */
  KV_USED_BLOCKS(false),
  /** KV blocks that requests reference. */
  KV_ACTIVE_BLOCKS(false),
  /** KV blocks that are cached and evictable. */
  KV_CACHED_IDLE_BLOCKS(false),
  /** Requests of the step that runs. */
  BATCH_SEQUENCES(false),
  /** Tokens of the step that runs. */
  BATCH_TOKENS(false),
  /** 1 while a step runs; its mean is the busy ratio. */
  BUSY(false),
  /**
   * Working set of the programs bound to the worker, as the admission policy charges it, in tokens.
   */
  PROGRAM_TOKENS(false),
  /** Prompt tokens found in a cache since the start. */
  CUMULATIVE_HIT_TOKENS(true),
  /** Cached blocks overwritten since the start. */
  CUMULATIVE_EVICTED_BLOCKS(true),
  /** Preemptions since the start. */
  CUMULATIVE_PREEMPTIONS(true),
  /** Requests that have arrived and are not terminal; whole cluster. */
  REQUESTS_IN_SYSTEM(false),
  /** Requests that the gate or the router's queue holds; whole cluster. */
  HELD_REQUESTS(false),
  /** Programs that the gate has paused; whole cluster. */
  PAUSED_PROGRAMS(false),
  /** Programs between two turns; whole cluster. */
  ACTING_PROGRAMS(false),
  /** Pauses since the start; whole cluster. */
  CUMULATIVE_PAUSES(true),
  /** Resumes since the start, forced ones included; whole cluster. */
  CUMULATIVE_RESUMES(true),
  /** Forced resumes since the start; whole cluster. */
  CUMULATIVE_FORCED_RESUMES(true);

  private final boolean cumulative;

  Gauge(boolean cumulative) {
    this.cumulative = cumulative;
  }

  /** Whether it only grows; its value at the end of a bucket is reported instead of the mean. */
  public boolean cumulative() {
    return cumulative;
  }

  /** The name in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

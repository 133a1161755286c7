package dev.turnstile.engine.worker;

import java.util.Arrays;

/**
 * Who took the blocks that a request finds evicted: runs of neighbouring blocks that went at one
 * time for one other request (or an earlier one of the same session), from the start of the prompt
 * on.
 *
 * <p>Mutable, owned by the worker; keeps no arrays until the first run is added.
 */
public final class Evictions {
  private static final int INITIAL_RUNS = 4;

  private int[] requests = {};
  private int[] blocks = {};
  private long[] timesNanos = {};
  private int size;

  /** Creates an empty list. */
  public Evictions() {}

  /** Forgets all runs. */
  public void clear() {
    size = 0;
  }

  /** Number of runs. */
  public int size() {
    return size;
  }

  /** The request whose allocation overwrote the blocks of a run. */
  public int request(int run) {
    return requests[run];
  }

  /** Number of blocks of a run, at least 1. */
  public int blocks(int run) {
    return blocks[run];
  }

  /** When the blocks of a run were overwritten. */
  public long timeNanos(int run) {
    return timesNanos[run];
  }

  /**
   * Adds blocks behind those that are there; joins them to the last run if it has the same request
   * and time.
   *
   * @param count number of blocks, at least 1
   */
  public void add(int request, int count, long timeNanos) {
    int last = size - 1;
    if (last >= 0 && requests[last] == request && timesNanos[last] == timeNanos) {
      blocks[last] += count;
      return;
    }
    if (size == requests.length) {
      int length = Math.max(INITIAL_RUNS, 2 * size);
      requests = Arrays.copyOf(requests, length);
      blocks = Arrays.copyOf(blocks, length);
      timesNanos = Arrays.copyOf(timesNanos, length);
    }
    requests[size] = request;
    blocks[size] = count;
    timesNanos[size++] = timeNanos;
  }
}

package dev.turnstile.replay.metrics;

import java.util.Arrays;

/**
 * Splits the time of a session tree among llm, paused, tool and other idle.
 *
 * <p>Overlaps are resolved in this order; the four parts add up to the whole. Reusable; the
 * intervals of one tree are added, then {@link #split} is called.
 */
final class SessionSplit {
  static final int LLM = 0;
  static final int PAUSED = 1;
  static final int TOOL = 2;
  private static final int KINDS = 3;

  /** Boundaries as (time, kind, +1/-1) in three parallel arrays. */
  private long[] time = new long[64];

  private int[] change = new int[64];
  private int size;

  final long[] nanos = new long[KINDS + 1];

  void clear() {
    size = 0;
  }

  /** Adds an interval; empty ones are left out. */
  void add(int kind, long fromNanos, long toNanos) {
    if (toNanos > fromNanos) {
      boundary(fromNanos, kind + 1);
      boundary(toNanos, -(kind + 1));
    }
  }

  private void boundary(long at, int kindChange) {
    if (size == time.length) {
      time = Arrays.copyOf(time, 2 * size);
      change = Arrays.copyOf(change, 2 * size);
    }
    time[size] = at;
    change[size++] = kindChange;
  }

  /**
   * Writes the parts of {@code [fromNanos, toNanos]} into {@link #nanos}: llm, paused, tool, idle.
   */
  void split(long fromNanos, long toNanos) {
    Arrays.fill(nanos, 0);
    int[] active = new int[KINDS];
    long at = fromNanos;
    for (int index : sortedByTime()) {
      long until = Math.min(Math.max(time[index], fromNanos), toNanos);
      nanos[kind(active)] += until - at;
      at = until;
      active[Math.abs(change[index]) - 1] += Integer.signum(change[index]);
    }
    nanos[kind(active)] += toNanos - at;
  }

  private int[] sortedByTime() {
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(time[a], time[b]));
    int[] sorted = new int[size];
    Arrays.setAll(sorted, i -> order[i]);
    return sorted;
  }

  private static int kind(int[] active) {
    for (int kind = 0; kind < KINDS; kind++) {
      if (active[kind] > 0) {
        return kind;
      }
    }
    return KINDS;
  }
}

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

  private final int[] active = new int[KINDS];

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
    Arrays.fill(active, 0);
    it.unimi.dsi.fastutil.Arrays.quickSort(0, size, this::compareTimes, this::swap);
    long at = fromNanos;
    for (int i = 0; i < size; i++) {
      long until = Math.min(Math.max(time[i], fromNanos), toNanos);
      nanos[kind(active)] += until - at;
      at = until;
      active[Math.abs(change[i]) - 1] += Integer.signum(change[i]);
    }
    nanos[kind(active)] += toNanos - at;
  }

  /** Boundaries of one time may come in any order: nothing lies between them. */
  private int compareTimes(int a, int b) {
    return Long.compare(time[a], time[b]);
  }

  private void swap(int a, int b) {
    long itsTime = time[a];
    time[a] = time[b];
    time[b] = itsTime;
    int itsChange = change[a];
    change[a] = change[b];
    change[b] = itsChange;
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

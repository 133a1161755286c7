package dev.turnstile.engine.fast;

import dev.turnstile.engine.worker.Evictions;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;

/**
 * Who took the blocks of the prompt tree that were here and are gone, and when.
 *
 * <p>Per node a list of runs in block order; neighbours that went at one time for one request are
 * one run. Blocks usually go from the deepest one up and come back from the shallowest one down, so
 * the work is at the head of the list. The runs of all nodes share columns of numbers.
 */
final class EvictedBlocks {
  private static final int NONE = -1;
  private static final int INITIAL_RUNS = 4;

  /** The first run of each node of which something is gone. */
  private final Int2IntOpenHashMap heads = new Int2IntOpenHashMap();

  private int[] froms = new int[INITIAL_RUNS];
  private int[] tos = new int[INITIAL_RUNS];
  private int[] requests = new int[INITIAL_RUNS];
  private long[] timesNanos = new long[INITIAL_RUNS];
  private int[] nexts = new int[INITIAL_RUNS];
  private int used;

  /** The first of the runs that were given back, linked like those of a node. */
  private int unused = NONE;

  private long nowNanos;

  EvictedBlocks() {
    heads.defaultReturnValue(NONE);
  }

  /** What goes from now on goes at this time. */
  void setNow(long nanos) {
    nowNanos = nanos;
  }

  /** The last copies of blocks {@code [from, to)} of a node go now, for a request. */
  void add(int node, int from, int to, int request) {
    int head = heads.get(node);
    int before = NONE;
    int after = head;
    while (after != NONE && tos[after] <= from) {
      before = after;
      after = nexts[after];
    }
    if (after != NONE
        && froms[after] == to
        && requests[after] == request
        && timesNanos[after] == nowNanos) {
      froms[after] = from;
      return;
    }
    int run = take(from, to, request, nowNanos);
    nexts[run] = after;
    link(node, before, run);
  }

  /** Blocks {@code [from, to)} of a node are here again. */
  void remove(int node, int from, int to) {
    int before = NONE;
    int at = heads.get(node);
    while (at != NONE && froms[at] < to) {
      int next = nexts[at];
      if (tos[at] <= from) {
        before = at;
      } else if (froms[at] < from) {
        if (tos[at] > to) {
          int rest = take(to, tos[at], requests[at], timesNanos[at]);
          nexts[rest] = next;
          nexts[at] = rest;
        }
        tos[at] = from;
        before = at;
      } else if (tos[at] > to) {
        froms[at] = to;
      } else {
        link(node, before, next);
        nexts[at] = unused;
        unused = at;
      }
      at = next;
    }
  }

  /** Makes a run, or the end of the list, the one that follows another one, or the first. */
  private void link(int node, int before, int run) {
    if (before != NONE) {
      nexts[before] = run;
    } else if (run != NONE) {
      heads.put(node, run);
    } else {
      heads.remove(node);
    }
  }

  private int take(int from, int to, int request, long timeNanos) {
    int run = unused;
    if (run != NONE) {
      unused = nexts[run];
    } else {
      run = used++;
      if (run == froms.length) {
        grow(2 * run);
      }
    }
    froms[run] = from;
    tos[run] = to;
    requests[run] = request;
    timesNanos[run] = timeNanos;
    return run;
  }

  private void grow(int length) {
    froms = Arrays.copyOf(froms, length);
    tos = Arrays.copyOf(tos, length);
    requests = Arrays.copyOf(requests, length);
    timesNanos = Arrays.copyOf(timesNanos, length);
    nexts = Arrays.copyOf(nexts, length);
  }

  /** Adds those of blocks {@code [from, to)} of a node that are gone to a list, in block order. */
  void addTo(Evictions evictions, int node, int from, int to) {
    for (int at = heads.get(node); at != NONE && froms[at] < to; at = nexts[at]) {
      int count = Math.min(tos[at], to) - Math.max(froms[at], from);
      if (count > 0) {
        evictions.add(requests[at], count, timesNanos[at]);
      }
    }
  }
}

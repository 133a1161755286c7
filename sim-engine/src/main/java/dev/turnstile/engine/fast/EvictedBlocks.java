package dev.turnstile.engine.fast;

import dev.turnstile.engine.worker.Evictions;
import java.util.Arrays;

/**
 * The blocks of the prompt tree that were here and are gone: who took them, and when.
 *
 * <p>Per node a list of runs in block order, known by the number of its first run; neighbours that
 * went at one time for one request are one run. Blocks usually go from the deepest one up and come
 * back from the shallowest one down, so the work is at the head of the list. The runs of all nodes
 * share columns of numbers.
 */
final class EvictedBlocks {
  /** The list without a run. */
  static final int NONE = -1;

  private static final int INITIAL_RUNS = 4;

  private int[] froms = new int[INITIAL_RUNS];
  private int[] tos = new int[INITIAL_RUNS];
  private int[] requests = new int[INITIAL_RUNS];
  private long[] timesNanos = new long[INITIAL_RUNS];
  private int[] nexts = new int[INITIAL_RUNS];
  private int used;

  /** The first of the runs that were given back, linked like those of a node. */
  private int unused = NONE;

  private long nowNanos;

  /** What goes from now on goes at this time. */
  void setNow(long nanos) {
    nowNanos = nanos;
  }

  /**
   * The last copies of blocks {@code [from, to)} go now, for a request.
   *
   * @param list the list of their node
   * @return the list with them
   */
  int add(int list, int from, int to, int request) {
    int before = NONE;
    int after = list;
    while (after != NONE && tos[after] <= from) {
      before = after;
      after = nexts[after];
    }
    if (after != NONE
        && froms[after] == to
        && requests[after] == request
        && timesNanos[after] == nowNanos) {
      froms[after] = from;
      return list;
    }
    int run = take(from, to, request, nowNanos);
    nexts[run] = after;
    return linked(list, before, run);
  }

  /**
   * Blocks {@code [from, to)} are here again.
   *
   * @param list the list of their node
   * @return the list without them
   */
  int remove(int list, int from, int to) {
    int head = list;
    int before = NONE;
    int at = list;
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
        head = linked(head, before, next);
        nexts[at] = unused;
        unused = at;
      }
      at = next;
    }
    return head;
  }

  /** Makes a run, or the end of the list, the one behind another one, or the first of the list. */
  private int linked(int list, int before, int run) {
    if (before == NONE) {
      return run;
    }
    nexts[before] = run;
    return list;
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

  /**
   * Tells of those of blocks {@code [from, to)} that are gone, in block order.
   *
   * @param list the list of their node
   * @return how many they are
   */
  int tell(int list, int from, int to, Evictions evictions) {
    int gone = 0;
    for (int at = list; at != NONE && froms[at] < to; at = nexts[at]) {
      int count = Math.min(tos[at], to) - Math.max(froms[at], from);
      if (count > 0) {
        evictions.add(requests[at], count, timesNanos[at]);
        gone += count;
      }
    }
    return gone;
  }
}

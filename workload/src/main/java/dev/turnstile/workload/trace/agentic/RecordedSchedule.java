package dev.turnstile.workload.trace.agentic;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.Trigger;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * When requests started and ended while they were recorded, as far as delays and recorded durations
 * tell.
 *
 * <p>The delays of a recorded graph are differences of recorded times, so running the graph with
 * the recorded durations gives the recorded starts back. A start that hangs on an unknown end is
 * the request's own {@code not_before_ms} where that says anything, else unknown.
 */
final class RecordedSchedule {
  private static final long NO_TIME = RequestNode.NO_TIME;

  private record Edge(int target, Trigger trigger, long delayNanos) {}

  private final long[] notBefore;
  private final long[] duration;
  private final List<List<Edge>> outgoing = new ArrayList<>();
  private final int[] missing;
  private final long[] start;
  private final long[] end;

  /** The latest {@code not_before_ms} among the roots that a request depends on. */
  private final long[] rootBound;

  private final boolean[] root;

  /**
   * Starts without edges.
   *
   * @param notBefore {@code not_before_ms} of each request in nanoseconds
   * @param duration recorded duration of each request, or {@link RequestNode#NO_TIME}
   */
  RecordedSchedule(long[] notBefore, long[] duration) {
    this.notBefore = notBefore;
    this.duration = duration;
    int requests = notBefore.length;
    missing = new int[requests];
    start = new long[requests];
    end = new long[requests];
    rootBound = new long[requests];
    root = new boolean[requests];
    Arrays.fill(end, NO_TIME);
    for (int r = 0; r < requests; r++) {
      outgoing.add(new ArrayList<>(2));
    }
  }

  void edge(int source, int target, Trigger trigger, long delayNanos) {
    outgoing.get(source).add(new Edge(target, trigger, delayNanos));
    missing[target]++;
  }

  /** Computes all times; call it once, after the last edge. Requests on a circle stay unknown. */
  void run() {
    IntArrayList ready = new IntArrayList();
    for (int r = 0; r < missing.length; r++) {
      if (missing[r] == 0) {
        root[r] = true;
        rootBound[r] = notBefore[r];
        ready.add(r);
      }
    }
    for (int i = 0; i < ready.size(); i++) {
      int r = ready.getInt(i);
      settle(r);
      for (Edge edge : outgoing.get(r)) {
        release(r, edge);
        if (--missing[edge.target()] == 0) {
          ready.add(edge.target());
        }
      }
    }
  }

  private void settle(int request) {
    if (binds(request)) {
      start[request] = Math.max(start[request], notBefore[request]);
    }
    if (start[request] != NO_TIME && duration[request] != NO_TIME) {
      end[request] = Math.addExact(start[request], duration[request]);
    }
  }

  private void release(int request, Edge edge) {
    int target = edge.target();
    rootBound[target] = Math.max(rootBound[target], rootBound[request]);
    long from = edge.trigger() == Trigger.DISPATCH ? start[request] : end[request];
    if (from == NO_TIME) {
      start[target] = NO_TIME;
    } else if (start[target] != NO_TIME) {
      start[target] = Math.max(start[target], Math.addExact(from, edge.delayNanos()));
    }
  }

  /** Recorded start, or {@link RequestNode#NO_TIME}. */
  long start(int request) {
    return start[request];
  }

  /** Recorded end, or {@link RequestNode#NO_TIME}. */
  long end(int request) {
    return end[request];
  }

  /**
   * Whether {@code not_before_ms} can hold a request back: it is the offset of a root, or lies
   * behind those of the roots that the request depends on.
   */
  boolean binds(int request) {
    return root[request] || notBefore[request] > rootBound[request];
  }
}

package dev.turnstile.workload.load;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.Trigger;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The delays of a graph under given rules, each divided and capped once. */
final class GapTimes {
  private static final BigDecimal LONGEST = BigDecimal.valueOf(LoadRangeException.END_NANOS);

  private final SessionGraph graph;
  private final BigDecimal speedup;
  private final long maxGapNanos;
  private final boolean residual;
  private final long[] edgeNanos;
  private final long[] residualNanos;
  private long gapsCut;
  private long cutNanos;

  GapTimes(SessionGraph graph, LoadSettings.Gaps gaps) {
    this.graph = graph;
    speedup = gaps.speedup();
    maxGapNanos = gaps.maxGapNanos();
    residual = gaps.delayPolicy() == LoadSettings.DelayPolicy.RESIDUAL;
    edgeNanos = new long[residual ? 0 : graph.edgeCount()];
    residualNanos = new long[residual ? graph.requestCount() : 0];
    if (residual) {
      computeResiduals();
    } else {
      for (int edge = 0; edge < edgeNanos.length; edge++) {
        edgeNanos[edge] = cap(divide(graph.delayNanos(edge)));
      }
    }
  }

  /** Wait between the edge's trigger and the edge being passed. */
  long edgeNanos(int edge) {
    return residual ? 0 : edgeNanos[edge];
  }

  /** Wait of a request after its last edge has been passed. */
  long residualNanos(int request) {
    return residual ? residualNanos[request] : 0;
  }

  /** Number of delays that the cap has cut. */
  long gapsCut() {
    return gapsCut;
  }

  /** Time that the cap has cut from all delays together. */
  long cutNanos() {
    return cutNanos;
  }

  /** A recorded time divided by the speedup, rounded half up, exactly. */
  long divide(long nanos) {
    if (speedup.compareTo(BigDecimal.ONE) == 0) {
      return nanos;
    }
    BigDecimal divided = BigDecimal.valueOf(nanos).divide(speedup, 0, RoundingMode.HALF_UP);
    if (divided.abs().compareTo(LONGEST) > 0) {
      throw new LoadRangeException(
          "a recorded time of " + nanos + " ns divided by the speedup is longer than 146 years");
    }
    return divided.longValueExact();
  }

  private long cap(long nanos) {
    if (nanos <= maxGapNanos) {
      return nanos;
    }
    gapsCut++;
    cutNanos = Math.addExact(cutNanos, nanos - maxGapNanos);
    return maxGapNanos;
  }

  /**
   * The residual of a request is its recorded start minus its latest recorded trigger, at least 0.
   * Where the trace records no such times the smallest delay of its edges says the same.
   */
  private void computeResiduals() {
    int requests = graph.requestCount();
    long[] latestTrigger = new long[requests];
    long[] smallestDelay = new long[requests];
    boolean[] unknown = new boolean[requests];
    for (int r = 0; r < requests; r++) {
      latestTrigger[r] = Long.MIN_VALUE;
      smallestDelay[r] = Long.MAX_VALUE;
    }
    for (int edge = 0; edge < graph.edgeCount(); edge++) {
      int target = graph.target(edge);
      RequestNode source = graph.request(graph.source(edge));
      long trigger =
          graph.trigger(edge) == Trigger.DISPATCH
              ? source.recordedStartNanos()
              : source.recordedEndNanos();
      unknown[target] |= trigger == RequestNode.NO_TIME;
      latestTrigger[target] = Math.max(latestTrigger[target], trigger);
      smallestDelay[target] = Math.min(smallestDelay[target], graph.delayNanos(edge));
    }
    for (int r = 0; r < requests; r++) {
      if (graph.incomingEdges(r) > 0) {
        long start = graph.request(r).recordedStartNanos();
        boolean recorded = !unknown[r] && start != RequestNode.NO_TIME;
        long gap = recorded ? Math.max(0, start - latestTrigger[r]) : smallestDelay[r];
        residualNanos[r] = cap(divide(gap));
      }
    }
  }
}

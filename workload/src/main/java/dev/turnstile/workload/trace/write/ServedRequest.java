package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.graph.RequestNode;

/**
 * How one request went, simulated or recorded: what a request trace says beside the request itself.
 *
 * @param request number of the request in the graph
 * @param arrivalNanos when it was sent, relative to the begin of the run
 * @param firstTokenNanos when its first token was out, or {@link RequestNode#NO_TIME}
 * @param endNanos when it ended, or {@link RequestNode#NO_TIME} if that is not known
 * @param outputTokens tokens it produced
 * @param cachedTokens prompt tokens it did not have to compute, or -1
 * @param queueDepth requests waiting at the router when it was routed, or -1
 * @param worker number of the worker that produced its tokens, or -1
 */
public record ServedRequest(
    int request,
    long arrivalNanos,
    long firstTokenNanos,
    long endNanos,
    long outputTokens,
    long cachedTokens,
    long queueDepth,
    int worker) {

  /** Checks the order of the times. */
  public ServedRequest {
    if (endNanos != RequestNode.NO_TIME && endNanos < arrivalNanos) {
      throw new IllegalArgumentException(
          "request " + request + " ends at " + endNanos + " before it arrives at " + arrivalNanos);
    }
  }

  /** The end, or the arrival where no end is known. */
  long lastNanos() {
    return endNanos == RequestNode.NO_TIME ? arrivalNanos : endNanos;
  }

  /** Mean time between two tokens, rounded, or {@link RequestNode#NO_TIME}. */
  long meanInterTokenNanos() {
    boolean known = firstTokenNanos != RequestNode.NO_TIME && endNanos != RequestNode.NO_TIME;
    return known && outputTokens > 1
        ? Math.round((double) (endNanos - firstTokenNanos) / (outputTokens - 1))
        : RequestNode.NO_TIME;
  }
}

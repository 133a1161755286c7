package dev.turnstile.workload.graph;

import java.util.List;

/** The requests of a graph wait for each other in a circle. */
public final class CyclicGraphException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> requestIds;

  /**
   * Names the requests of the circle.
   *
   * @param requestIds up to 8 ids, in the order in which each waits for the next
   */
  public CyclicGraphException(List<String> requestIds) {
    super("requests wait for each other in a cycle: " + String.join(" -> ", requestIds));
    this.requestIds = List.copyOf(requestIds);
  }

  /** Up to 8 ids of the circle. */
  public List<String> requestIds() {
    return requestIds;
  }
}

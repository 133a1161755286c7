package dev.turnstile.workload.graph;

/** An order in which every request comes after all those it waits for. */
public final class TopologicalOrder {
  private TopologicalOrder() {}

  /**
   * The requests of a graph, sources before targets; among those that could come next, the one
   * freed first, and at the start load order.
   */
  public static int[] of(SessionGraph graph) {
    int[] missing = new int[graph.requestCount()];
    int[] order = new int[missing.length];
    int known = 0;
    for (int r = 0; r < missing.length; r++) {
      missing[r] = graph.incomingEdges(r);
      if (missing[r] == 0) {
        order[known++] = r;
      }
    }
    for (int i = 0; i < known; i++) {
      for (int e = graph.firstEdge(order[i]); e < graph.firstEdge(order[i] + 1); e++) {
        if (--missing[graph.target(e)] == 0) {
          order[known++] = graph.target(e);
        }
      }
    }
    return order;
  }
}

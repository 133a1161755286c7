package dev.turnstile.workload.trace.weka;

import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.Trigger;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/**
 * Keeps the recorded order between chains that were told apart: a request waits for what had ended
 * in the other chains when it started, without a delay of its own.
 *
 * <p>One edge per other chain is enough, from the request that ended last; it is left out where the
 * turn before waits for the same one.
 */
final class ChainBarriers {
  private static final int NONE = -1;

  private ChainBarriers() {}

  /**
   * Adds the edges.
   *
   * @param chains requests of each chain in load order
   */
  static void add(SessionGraphBuilder graph, List<IntArrayList> chains) {
    for (int waiting = 0; waiting < chains.size(); waiting++) {
      for (int other = 0; other < chains.size(); other++) {
        if (other != waiting) {
          add(graph, chains.get(waiting), byEnd(graph, chains.get(other)));
        }
      }
    }
  }

  private static void add(SessionGraphBuilder graph, IntArrayList waiting, IntArrayList byEnd) {
    int known = NONE;
    for (int request : waiting) {
      int last = known;
      while (last + 1 < byEnd.size()
          && end(graph, byEnd.getInt(last + 1)) <= graph.request(request).recordedStartNanos()) {
        last++;
      }
      if (last != known) {
        graph.addEdge(byEnd.getInt(last), request, Trigger.COMPLETION, Relation.REPLAY_BARRIER, 0);
        known = last;
      }
    }
  }

  private static IntArrayList byEnd(SessionGraphBuilder graph, IntArrayList chain) {
    IntArrayList sorted = new IntArrayList(chain);
    sorted.sort(
        (a, b) -> {
          int order = Long.compare(end(graph, a), end(graph, b));
          return order != 0 ? order : Integer.compare(a, b);
        });
    return sorted;
  }

  private static long end(SessionGraphBuilder graph, int request) {
    return graph.request(request).recordedEndNanos();
  }
}

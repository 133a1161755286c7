package dev.turnstile.workload.graph;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Adds the tool spans that a trace implies where no tool event was recorded: after a turn that
 * ended with a tool call, the whole gap before the next turn of the session counts as tool time.
 */
public final class InferredToolSpans {
  private InferredToolSpans() {}

  /** Adds the missing spans of a graph whose requests and recorded spans are added. */
  public static void add(SessionGraphBuilder graph) {
    BitSet recorded = new BitSet();
    graph.toolSpans.forEach(span -> recorded.set(span.request()));
    int[] latest = new int[graph.sessionIds.size()];
    Arrays.fill(latest, -1);
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode turn = graph.request(r);
      int before = latest[turn.session()];
      latest[turn.session()] = r;
      if (before >= 0 && !recorded.get(r) && graph.request(before).extras().endsWithToolCall()) {
        addGap(graph, graph.request(before), turn, r);
      }
    }
  }

  private static void addGap(
      SessionGraphBuilder graph, RequestNode before, RequestNode turn, int r) {
    long begin = before.recordedEndNanos();
    long end = turn.recordedStartNanos();
    if (begin != RequestNode.NO_TIME && end != RequestNode.NO_TIME && end > begin) {
      graph.addToolSpan(new ToolSpan(r, 0, end - begin, null));
    }
  }
}

package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.ToolSpan;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a writer asks of each request and the graph does not keep: its edges in, its tools. */
final class GraphIndex {
  private static final int[] NO_EDGES = {};

  private final SessionGraph graph;
  private final int[][] incoming;
  private final List<List<ToolSpan>> tools = new ArrayList<>();

  GraphIndex(SessionGraph graph) {
    this.graph = graph;
    IntArrayList[] lists = new IntArrayList[graph.requestCount()];
    Arrays.setAll(lists, r -> new IntArrayList(graph.incomingEdges(r)));
    for (int e = 0; e < graph.edgeCount(); e++) {
      lists[graph.target(e)].add(e);
    }
    incoming = new int[lists.length][];
    for (int r = 0; r < lists.length; r++) {
      incoming[r] = lists[r].isEmpty() ? NO_EDGES : lists[r].toIntArray();
      tools.add(List.of());
    }
    for (ToolSpan span : graph.toolSpans()) {
      if (tools.get(span.request()).isEmpty()) {
        tools.set(span.request(), new ArrayList<>());
      }
      tools.get(span.request()).add(span);
    }
  }

  /** The edges that lead to a request, by source. */
  int[] incoming(int request) {
    return incoming[request];
  }

  /** The tool calls in the gap before a request. */
  List<ToolSpan> tools(int request) {
    return tools.get(request);
  }

  /** The request of another session that spawned a request, or -1. */
  int spawner(int request) {
    for (int edge : incoming[request]) {
      if (graph.relation(edge) == Relation.SPAWN) {
        return graph.source(edge);
      }
    }
    return -1;
  }
}

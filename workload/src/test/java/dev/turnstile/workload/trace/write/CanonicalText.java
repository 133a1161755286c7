package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.TopologicalOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A workload as text that is the same for equal graphs: requests by id with everything that is
 * known of them. Block ids are numbered anew in that order; load order is left out.
 */
final class CanonicalText {
  private final Workload workload;
  private final SessionGraph graph;
  private final GraphIndex index;
  private final Labels labels;
  private final long[] bound;

  private CanonicalText(Workload workload, boolean anonymous) {
    this.workload = workload;
    graph = workload.graph();
    index = new GraphIndex(graph);
    labels = new Labels(graph, anonymous);
    bound = new long[graph.requestCount()];
    for (int r : TopologicalOrder.of(graph)) {
      if (graph.incomingEdges(r) == 0) {
        bound[r] = graph.request(r).offsetNanos();
      }
      for (int e = graph.firstEdge(r); e < graph.firstEdge(r + 1); e++) {
        bound[graph.target(e)] = Math.max(bound[graph.target(e)], bound[r]);
      }
    }
  }

  static String of(Workload workload) {
    return of(workload, false);
  }

  /** With the names that an anonymous copy has. */
  static String of(Workload workload, boolean anonymous) {
    return new CanonicalText(workload, anonymous).text();
  }

  private String text() {
    BlockNumbers blocks = new BlockNumbers(workload);
    List<Integer> byId =
        IntStream.range(0, graph.requestCount())
            .boxed()
            .sorted(Comparator.comparing(labels::request))
            .toList();
    StringBuilder text = new StringBuilder();
    for (int r : byId) {
      text.append(request(r))
          .append("\n  prompt ")
          .append(Arrays.toString(blocks.ofPrompt(r)))
          .append(" output ")
          .append(Arrays.toString(Arrays.stream(blocks.ofOutputTokens(r)).distinct().toArray()))
          .append("\n  edges ")
          .append(edges(r))
          .append("\n  tools ")
          .append(
              index.tools(r).stream()
                  .map(span -> span.toolClass() + span.beginNanos() + "-" + span.endNanos())
                  .sorted()
                  .toList())
          .append('\n');
    }
    text.append("plays ");
    for (int play = 0; play < graph.playCount(); play++) {
      text.append(labels.request(graph.playRoot(play))).append(' ');
    }
    return text.toString();
  }

  private String request(int r) {
    RequestNode node = graph.request(r);
    int parent = graph.sessionParent(node.session());
    boolean free = graph.incomingEdges(r) > 0 && node.offsetNanos() <= bound[r];
    return String.join(
        " ",
        labels.request(r),
        labels.session(node.session()),
        graph.sessionAnonymous(node.session()) ? "anonymous" : "named",
        parent < 0 ? "orphan" : "child of " + labels.session(parent),
        graph.models().get(node.model()),
        Long.toString(node.prompt().inputTokens()),
        Long.toString(node.outputTokens()),
        free ? "free" : "from " + node.offsetNanos(),
        node.recordedEndNanos() == RequestNode.NO_TIME
            ? "no times"
            : node.recordedStartNanos() + "-" + node.recordedEndNanos(),
        node.extras().toString());
  }

  private String edges(int r) {
    return Arrays.stream(index.incoming(r))
        .mapToObj(
            e ->
                labels.request(graph.source(e))
                    + " "
                    + graph.trigger(e)
                    + " "
                    + graph.relation(e)
                    + " "
                    + graph.delayNanos(e))
        .sorted()
        .collect(Collectors.joining(", "));
  }
}

package dev.turnstile.workload.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * A copy of a graph with some of its plays.
 *
 * <p>The order of requests and plays stays; requests, sessions, models and plays are numbered anew.
 * A parent session without a request in the copy is left out.
 */
public final class PlaySelection {
  private static final int NONE = -1;

  private final SessionGraph graph;
  private final SessionGraphBuilder copy = new SessionGraphBuilder();
  private final int[] requestNumber;
  private final int[] sessionNumber;
  private final int[] modelNumber;

  private PlaySelection(SessionGraph graph) {
    this.graph = graph;
    requestNumber = filled(graph.requestCount());
    sessionNumber = filled(graph.sessionCount());
    modelNumber = filled(graph.models().size());
  }

  /**
   * Copies plays.
   *
   * @param plays numbers of the plays to keep
   * @param requests gives each kept request as the copy shall hold it, with the session and model
   *     numbers of {@code graph}; asked in load order
   */
  public static SessionGraph copy(
      SessionGraph graph, BitSet plays, IntFunction<RequestNode> requests) {
    PlaySelection selection = new PlaySelection(graph);
    selection.copyRequests(plays, requests);
    selection.copyParents();
    selection.copyEdges();
    selection.copyToolSpans();
    return selection.copy.build(SessionGraphBuilder.PlayOrder.EXPLICIT);
  }

  private static int[] filled(int size) {
    int[] numbers = new int[size];
    Arrays.fill(numbers, NONE);
    return numbers;
  }

  private void copyRequests(BitSet plays, IntFunction<RequestNode> requests) {
    for (int r = 0; r < requestNumber.length; r++) {
      if (!plays.get(graph.play(r))) {
        continue;
      }
      RequestNode node = requests.apply(r);
      RequestNode renumbered =
          new RequestNode(
              node.id(),
              session(node.session()),
              model(node.model()),
              node.prompt(),
              node.outputTokens(),
              node.offsetNanos(),
              node.recordedStartNanos(),
              node.recordedEndNanos(),
              node.extras());
      requestNumber[r] = copy.addRequest(renumbered);
      copy.playRank(requestNumber[r], graph.play(r));
    }
  }

  private int session(int old) {
    if (sessionNumber[old] == NONE) {
      sessionNumber[old] = copy.addSession(graph.sessionId(old), !graph.sessionAnonymous(old));
    }
    return sessionNumber[old];
  }

  private int model(int old) {
    if (modelNumber[old] == NONE) {
      modelNumber[old] = copy.addModel(graph.models().get(old));
    }
    return modelNumber[old];
  }

  private void copyParents() {
    for (int session = 0; session < sessionNumber.length; session++) {
      int parent = graph.sessionParent(session);
      if (sessionNumber[session] != NONE && parent >= 0 && sessionNumber[parent] != NONE) {
        copy.setParent(sessionNumber[session], sessionNumber[parent]);
      }
    }
  }

  private void copyEdges() {
    for (int e = 0; e < graph.edgeCount(); e++) {
      int source = requestNumber[graph.source(e)];
      if (source != NONE) {
        copy.addEdge(
            source,
            requestNumber[graph.target(e)],
            graph.trigger(e),
            graph.relation(e),
            graph.delayNanos(e));
      }
    }
  }

  private void copyToolSpans() {
    for (ToolSpan span : graph.toolSpans()) {
      int request = requestNumber[span.request()];
      if (request != NONE) {
        copy.addToolSpan(
            new ToolSpan(request, span.beginNanos(), span.endNanos(), span.toolClass()));
      }
    }
  }
}

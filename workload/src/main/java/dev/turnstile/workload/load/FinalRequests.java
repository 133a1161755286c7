package dev.turnstile.workload.load;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.Trigger;
import java.util.function.IntConsumer;

/**
 * Appends to every session the extra request by which a client of ThunderAgent says that it is
 * done.
 *
 * <p>It has one prompt token that nobody shares and one output token, carries the flag {@code
 * session_final}, and is sent the moment the last turn of the session completes. Flags that the
 * trace itself carries are dropped: in this mode only the extra request ends a session. Requests
 * without session get none. The extra requests stand behind all others in load order and count as
 * requests in every metric.
 */
public final class FinalRequests {
  /** What the id of an extra request ends with, behind the session's id. */
  public static final String SUFFIX = "::final";

  private final Workload workload;
  private final SessionGraph graph;
  private final SessionGraphBuilder builder = new SessionGraphBuilder();

  private FinalRequests(Workload workload) {
    this.workload = workload;
    graph = workload.graph();
  }

  /** The workload with an extra request at the end of each session. */
  public static Workload append(Workload workload) {
    return new FinalRequests(workload).build();
  }

  private Workload build() {
    graph.models().forEach(builder::addModel);
    for (int s = 0; s < graph.sessionCount(); s++) {
      builder.addSession(graph.sessionId(s), !graph.sessionAnonymous(s));
    }
    for (int s = 0; s < graph.sessionCount(); s++) {
      if (graph.sessionParent(s) >= 0) {
        builder.setParent(s, graph.sessionParent(s));
      }
    }
    for (int r = 0; r < graph.requestCount(); r++) {
      add(graph.request(r), graph.play(r));
    }
    for (int edge = 0; edge < graph.edgeCount(); edge++) {
      builder.addEdge(
          graph.source(edge),
          graph.target(edge),
          graph.trigger(edge),
          graph.relation(edge),
          graph.delayNanos(edge));
    }
    graph.toolSpans().forEach(builder::addToolSpan);
    for (int s = 0; s < graph.sessionCount(); s++) {
      if (!graph.sessionAnonymous(s) && graph.lastRequest(s) >= 0) {
        addFinal(s);
      }
    }
    SessionGraph ended = builder.build(SessionGraphBuilder.PlayOrder.EXPLICIT);
    return new Workload(ended, workload.prompts(), workload.info());
  }

  private void add(RequestNode request, int play) {
    RequestNode.Extras extras = request.extras();
    RequestNode.Extras unflagged =
        new RequestNode.Extras(
            false,
            extras.endsWithToolCall(),
            extras.cachedTokens(),
            extras.recordedTtftNanos(),
            extras.priority(),
            extras.strictPriority(),
            extras.policyClass(),
            extras.pinnedWorker());
    int number =
        builder.addRequest(
            new RequestNode(
                request.id(),
                request.session(),
                request.model(),
                request.prompt(),
                request.outputTokens(),
                request.offsetNanos(),
                request.recordedStartNanos(),
                request.recordedEndNanos(),
                unflagged));
    builder.playRank(number, play);
  }

  private void addFinal(int session) {
    int last = graph.lastRequest(session);
    RequestNode turn = graph.request(last);
    RequestNode.Prompt prompt = new RequestNode.Prompt(turn.prompt().node(), 0, 1, null, -1, 0);
    RequestNode.Extras none = RequestNode.Extras.NONE;
    RequestNode.Extras flagged =
        new RequestNode.Extras(true, false, -1, none.recordedTtftNanos(), 0, 0, null, -1);
    int number =
        builder.addRequest(
            new RequestNode(
                graph.sessionId(session) + SUFFIX,
                session,
                turn.model(),
                prompt,
                1,
                RequestNode.NO_TIME,
                RequestNode.NO_TIME,
                RequestNode.NO_TIME,
                flagged));
    builder.playRank(number, graph.play(last));
    eachTurn(session, r -> builder.addEdge(r, number, Trigger.COMPLETION, Relation.SEQUENCE, 0));
  }

  /** Turns may overlap, so the end of a session waits for all of them. */
  private void eachTurn(int session, IntConsumer action) {
    for (int r = graph.lastRequest(session); r >= 0; r = graph.previousInSession(r)) {
      action.accept(r);
    }
  }
}

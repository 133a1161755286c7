package dev.turnstile.workload.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a workload and what makes each of them ready.
 *
 * <p>Requests are numbered from 0 in load order, the tie-break everywhere; sessions and models in
 * order of first use; plays (connected components) in the order in which a closed loop starts them.
 * An edge says: the target waits for a trigger of the source and then for a delay; a request is
 * ready when all its edges have fired. Immutable; may be shared between threads.
 */
public final class SessionGraph {
  final List<RequestNode> requests;
  final List<String> sessionIds;
  final int[] sessionParent;
  final boolean[] sessionAnonymous;
  final int[] sessionFirst;
  final int[] sessionLast;
  final List<String> models;
  final int[] turnIndex;
  final int[] previousInSession;
  final int[] playOf;
  final int[] playFirst;
  final int[] playRequests;
  final int[] playRoot;
  final int[] edgeFirst;
  final int[] edgeSource;
  final int[] edgeTarget;
  final Trigger[] edgeTrigger;
  final Relation[] edgeRelation;
  final long[] edgeDelayNanos;
  final int[] incoming;
  final List<ToolSpan> toolSpans;

  SessionGraph(SessionGraphAssembly parts) {
    requests = List.copyOf(parts.builder.requests);
    sessionIds = List.copyOf(parts.builder.sessionIds);
    models = List.copyOf(parts.builder.models);
    toolSpans = parts.toolSpans();
    sessionParent = parts.builder.sessionParents.toIntArray();
    sessionAnonymous = parts.anonymous();
    sessionFirst = parts.sessionFirst;
    sessionLast = parts.sessionLast;
    turnIndex = parts.turnIndex;
    previousInSession = parts.previousInSession;
    playOf = parts.playOf;
    playFirst = parts.playFirst;
    playRequests = parts.playRequests;
    playRoot = parts.playRoot;
    edgeFirst = parts.edgeFirst;
    edgeSource = parts.edgeSource;
    edgeTarget = parts.edgeTarget;
    edgeTrigger = parts.edgeTrigger;
    edgeRelation = parts.edgeRelation;
    edgeDelayNanos = parts.edgeDelayNanos;
    incoming = parts.incoming;
  }

  /** Number of requests. */
  public int requestCount() {
    return requests.size();
  }

  /** A request. */
  public RequestNode request(int request) {
    return requests.get(request);
  }

  /** Number of the turn inside its session, from 0, in load order. */
  public int turnIndex(int request) {
    return turnIndex[request];
  }

  /** The request before it in its session, or -1. */
  public int previousInSession(int request) {
    return previousInSession[request];
  }

  /** Number of sessions. */
  public int sessionCount() {
    return sessionIds.size();
  }

  /** Id or label of a session. */
  public String sessionId(int session) {
    return sessionIds.get(session);
  }

  /** Whether the label is the reader's own: policies see a request without session. */
  public boolean sessionAnonymous(int session) {
    return sessionAnonymous[session];
  }

  /** Number of the parent session, or -1. Parents may form a circle if the trace says so. */
  public int sessionParent(int session) {
    return sessionParent[session];
  }

  /** The session's first request in load order, or -1 if it has none. */
  public int firstRequest(int session) {
    return sessionFirst[session];
  }

  /** The session's last request in load order, or -1 if it has none. */
  public int lastRequest(int session) {
    return sessionLast[session];
  }

  /** Names of the models in order of first use. */
  public List<String> models() {
    return models;
  }

  /** Number of plays. */
  public int playCount() {
    return playRoot.length;
  }

  /** Play of a request. */
  public int play(int request) {
    return playOf[request];
  }

  /** The play's first root: smallest offset, then load order. Its id is the play's label. */
  public int playRoot(int play) {
    return playRoot[play];
  }

  /** Number of requests of a play. */
  public int playSize(int play) {
    return playFirst[play + 1] - playFirst[play];
  }

  /**
   * A request of a play.
   *
   * @param index from 0, in load order
   */
  public int playRequest(int play, int index) {
    return playRequests[playFirst[play] + index];
  }

  /** Number of edges. */
  public int edgeCount() {
    return edgeTarget.length;
  }

  /** First edge that leaves a request; they end before {@code firstEdge(request + 1)}. */
  public int firstEdge(int request) {
    return edgeFirst[request];
  }

  /** Source of an edge. */
  public int source(int edge) {
    return edgeSource[edge];
  }

  /** Target of an edge. */
  public int target(int edge) {
    return edgeTarget[edge];
  }

  /** Trigger of an edge. */
  public Trigger trigger(int edge) {
    return edgeTrigger[edge];
  }

  /** Relation of an edge. */
  public Relation relation(int edge) {
    return edgeRelation[edge];
  }

  /** Delay of an edge in nanoseconds, at least 0. */
  public long delayNanos(int edge) {
    return edgeDelayNanos[edge];
  }

  /** Number of edges that lead to a request; 0 for a root. */
  public int incomingEdges(int request) {
    return incoming[request];
  }

  /** Recorded tool calls, by request, then begin. */
  public List<ToolSpan> toolSpans() {
    return toolSpans;
  }

  /** The hash of a request's partial last trace block, if the trace names it. */
  public @Nullable Long tail(int request) {
    return requests.get(request).prompt().tail();
  }
}

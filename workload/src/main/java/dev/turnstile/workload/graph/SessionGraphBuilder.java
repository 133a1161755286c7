package dev.turnstile.workload.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects requests, sessions and edges and builds the session graph.
 *
 * <p>Requests are added in load order. Duplicate edges (same source, target and trigger) are merged
 * and keep the larger delay and the first relation.
 */
public final class SessionGraphBuilder {
  /** The order in which plays start in a closed loop. */
  public enum PlayOrder {
    /** By (offset, load order) of the play's first root. */
    FIRST_ROOT,
    /** By the first request of the play in load order. */
    FIRST_REQUEST,
    /** By the ranks given with {@link #playRank}. */
    EXPLICIT
  }

  final List<RequestNode> requests = new ArrayList<>();
  final List<String> sessionIds = new ArrayList<>();
  final IntArrayList sessionParents = new IntArrayList();
  final IntArrayList anonymous = new IntArrayList();
  final List<String> models = new ArrayList<>();
  final List<ToolSpan> toolSpans = new ArrayList<>();
  final IntArrayList edgeSource = new IntArrayList();
  final IntArrayList edgeTarget = new IntArrayList();
  final LongArrayList edgeDelayNanos = new LongArrayList();
  final List<Trigger> edgeTrigger = new ArrayList<>();
  final List<Relation> edgeRelation = new ArrayList<>();
  final IntArrayList ranks = new IntArrayList();

  /** Creates an empty graph. */
  public SessionGraphBuilder() {}

  /**
   * Adds a session and returns its number.
   *
   * @param id the client's id, or the reader's label for a request without session
   * @param hasId whether the client sent an id; policies see a request without session otherwise
   */
  public int addSession(String id, boolean hasId) {
    sessionIds.add(id);
    sessionParents.add(-1);
    anonymous.add(hasId ? 0 : 1);
    return sessionIds.size() - 1;
  }

  /** Names the parent of a session. */
  public void setParent(int session, int parent) {
    sessionParents.set(session, parent);
  }

  /** Adds a model and returns its number. */
  public int addModel(String name) {
    models.add(name);
    return models.size() - 1;
  }

  /** Adds a request and returns its number; call it in load order. */
  public int addRequest(RequestNode request) {
    requests.add(request);
    ranks.add(0);
    return requests.size() - 1;
  }

  /**
   * Adds an edge.
   *
   * @param delayNanos wait after the trigger, at least 0
   */
  public void addEdge(int source, int target, Trigger trigger, Relation relation, long delayNanos) {
    if (delayNanos < 0) {
      throw new IllegalArgumentException("delay must be >= 0, got " + delayNanos);
    }
    edgeSource.add(source);
    edgeTarget.add(target);
    edgeTrigger.add(trigger);
    edgeRelation.add(relation);
    edgeDelayNanos.add(delayNanos);
  }

  /** Gives the play of a request its rank for {@link PlayOrder#EXPLICIT}. */
  public void playRank(int request, int rank) {
    ranks.set(request, rank);
  }

  /** Adds a tool span. */
  public void addToolSpan(ToolSpan span) {
    toolSpans.add(span);
  }

  /** A request added before. */
  public RequestNode request(int request) {
    return requests.get(request);
  }

  /** Number of requests added so far. */
  public int requestCount() {
    return requests.size();
  }

  /** The parent named for a session, or null. */
  public @Nullable Integer parentOf(int session) {
    int parent = sessionParents.getInt(session);
    return parent < 0 ? null : parent;
  }

  /**
   * Builds the graph.
   *
   * @throws CyclicGraphException if the requests wait for each other in a circle
   */
  public SessionGraph build(PlayOrder order) {
    return SessionGraphAssembly.assemble(this, order);
  }
}

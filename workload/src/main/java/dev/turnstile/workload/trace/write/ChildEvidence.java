package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.SessionGraph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says who ordered a child session and who waits for it, where a reader of a request trace would
 * guess otherwise.
 *
 * <p>The schema has no edges. A reader takes the parent's latest request that had started when the
 * child began for the one that ordered it, and the parent's first request that started when the
 * child had ended for the one that waits. Where that is not what the graph says, for instance for a
 * child in the background, a tool event with evidence tells it.
 */
final class ChildEvidence {
  private static final int NONE = -1;

  /**
   * Evidence about one child.
   *
   * @param child number of the child session
   * @param source request that ordered it
   * @param consumer request that waits for it, or -1 for a child in the background
   * @param beginMs when the order was given
   * @param endMs when the answer was there; equals the begin for a child in the background
   */
  record Fact(int child, int source, int consumer, long beginMs, long endMs) {}

  private final SessionGraph graph;
  private final GraphIndex index;
  private final @Nullable ServedRequest[] served;
  private final List<IntArrayList> turns = new ArrayList<>();

  /** Looks at a run; {@code served} holds null for a request that was not served. */
  ChildEvidence(
      SessionGraph graph, GraphIndex index, Labels labels, @Nullable ServedRequest[] served) {
    this.graph = graph;
    this.index = index;
    this.served = served;
    for (int s = 0; s < graph.sessionCount(); s++) {
      turns.add(new IntArrayList());
    }
    for (int r = 0; r < served.length; r++) {
      if (served[r] != null) {
        turns.get(graph.request(r).session()).add(r);
      }
    }
    Comparator<Integer> asRead =
        Comparator.comparingLong(this::startMs)
            .thenComparingLong(this::endMs)
            .thenComparing(labels::request);
    turns.forEach(session -> session.sort(asRead::compare));
  }

  /** What a reader needs to be told, by child session. */
  List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    for (int child = 0; child < graph.sessionCount(); child++) {
      int parent = graph.sessionParent(child);
      if (parent >= 0 && !turns.get(child).isEmpty() && !turns.get(parent).isEmpty()) {
        Fact fact = fact(child, parent);
        if (fact != null) {
          facts.add(fact);
        }
      }
    }
    return facts;
  }

  private @Nullable Fact fact(int child, int parent) {
    int first = turns.get(child).getInt(0);
    int last = lastToEnd(turns.get(child));
    int source = index.spawner(first);
    if (source == NONE || served[source] == null || graph.request(source).session() != parent) {
      return null;
    }
    int consumer = consumer(parent, last);
    int guessedSource = orderedBy(first, parent);
    if (source == guessedSource && consumer == awaitedBy(last, parent, guessedSource)) {
      return null;
    }
    long begin = endMs(source);
    if (consumer == NONE) {
      return new Fact(child, source, NONE, begin, begin);
    }
    long gapBegin = endMs(before(consumer, parent));
    long end = Math.max(endMs(last), gapBegin);
    return new Fact(child, source, consumer, Math.min(begin, end), end);
  }

  /** The parent's request that joins the child's last one, or -1. */
  private int consumer(int parent, int last) {
    for (int e = graph.firstEdge(last); e < graph.firstEdge(last + 1); e++) {
      int target = graph.target(e);
      if (graph.relation(e) == Relation.JOIN
          && served[target] != null
          && graph.request(target).session() == parent) {
        return target;
      }
    }
    return NONE;
  }

  private int before(int request, int session) {
    int at = turns.get(session).indexOf(request);
    return turns.get(session).getInt(Math.max(0, at - 1));
  }

  private int orderedBy(int first, int parent) {
    int source = NONE;
    for (int turn : turns.get(parent)) {
      source = startMs(turn) <= startMs(first) ? turn : source;
    }
    return source;
  }

  private int awaitedBy(int last, int parent, int source) {
    boolean after = source == NONE;
    for (int turn : turns.get(parent)) {
      if (after && startMs(turn) >= endMs(last)) {
        return turn;
      }
      after |= turn == source;
    }
    return NONE;
  }

  private int lastToEnd(IntArrayList session) {
    int last = session.getInt(0);
    for (int turn : session) {
      last = endMs(turn) >= endMs(last) ? turn : last;
    }
    return last;
  }

  private long startMs(int request) {
    ServedRequest one = served[request];
    return one == null ? Long.MAX_VALUE : RequestTraceRows.unixMs(one.arrivalNanos());
  }

  private long endMs(int request) {
    ServedRequest one = served[request];
    return one == null ? Long.MAX_VALUE : RequestTraceRows.endMs(one);
  }
}

package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.graph.RecordedEdges;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.dynamo.CapturedRequest.Context;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Connects child sessions with their parents: spawn and join edges.
 *
 * <p>Where a tool event says which request ordered a child and which one needed its answer, that
 * holds. Else both are inferred from the recorded times. Inference cannot tell a child in the
 * background from one that blocks, so inferred joins are counted.
 */
final class Families {
  private static final int NONE = -1;

  private final SessionGraphBuilder graph;
  private final WorkloadBuilder workload;
  private final List<IntArrayList> turns;
  private final List<CapturedRequest> requests;
  private final RecordedEdges edges;
  private final LoadLog log;

  /**
   * Prepares the families of a graph whose requests are added.
   *
   * @param turns the requests of each session, in load order
   * @param requests the requests in load order
   */
  Families(
      WorkloadBuilder workload,
      List<IntArrayList> turns,
      List<CapturedRequest> requests,
      RecordedEdges edges,
      LoadLog log) {
    this.workload = workload;
    this.graph = workload.graph();
    this.turns = turns;
    this.requests = requests;
    this.edges = edges;
    this.log = log;
  }

  void connect(ToolEvents tools) {
    log.fact("subagents", 0);
    log.fact("inferred_joins", 0);
    String[] parentIds = parentIds();
    Map<Integer, Evidence> evidence = new EvidenceCheck(workload, log).check(tools, parentIds);
    int[] parents = new int[turns.size()];
    for (int child = 0; child < parents.length; child++) {
      Evidence known = evidence.get(child);
      parents[child] = known == null ? parentOf(child, parentIds[child]) : known.parent();
      if (parents[child] != NONE) {
        graph.setParent(child, parents[child]);
        log.fact("subagents", 1);
        connect(child, parents[child], known);
      }
    }
    warnOfCycles(parents);
  }

  /** The parent id that the rows of each session name, or null. */
  private String[] parentIds() {
    String[] parentIds = new String[turns.size()];
    for (int r = 0; r < requests.size(); r++) {
      Context context = requests.get(r).context();
      if (context == null || context.parent() == null) {
        continue;
      }
      int session = graph.request(r).session();
      String known = parentIds[session];
      if (known != null && !known.equals(context.parent())) {
        CapturedRequest.Place place = requests.get(r).place();
        throw new InvalidInputException(
            place.file(),
            place.line(),
            "agent_context.parent_session_id",
            "session \""
                + context.session()
                + "\" has two parents, \""
                + known
                + "\" and \""
                + context.parent()
                + "\"",
            "");
      }
      parentIds[session] = context.parent();
    }
    return parentIds;
  }

  private int parentOf(int child, @Nullable String parentId) {
    if (parentId == null) {
      return NONE;
    }
    int parent = workload.knownSession(parentId);
    if (parent == NONE) {
      Context context = requests.get(turns.get(child).getInt(0)).context();
      log.warn(
          InputWarning.ORPHAN_SESSIONS,
          (context == null ? "" : context.session())
              + ": its parent "
              + parentId
              + " has no request");
    }
    return parent;
  }

  private void connect(int child, int parent, @Nullable Evidence known) {
    int first = turns.get(child).getInt(0);
    int source = known == null ? orderedBy(first, parent) : known.source();
    if (source != NONE) {
      edges.spawn(source, first);
      log.fact(known == null ? "inferred_spawns" : "explicit_spawns", 1);
    }
    int last = lastToEnd(turns.get(child));
    if (known != null && known.consumer() != NONE) {
      edges.join(last, known.consumer());
      log.fact("explicit_joins", 1);
    } else if (known == null || known.blocking()) {
      int consumer = awaitedBy(last, parent, source);
      if (consumer != NONE) {
        edges.join(last, consumer);
        log.fact("inferred_joins", 1);
      }
    }
  }

  /** The parent's latest-starting request that had started when the child began. */
  private int orderedBy(int first, int parent) {
    IntArrayList candidates = turns.get(parent);
    int next = firstStartingAfter(candidates, start(first));
    return next == 0 ? NONE : candidates.getInt(next - 1);
  }

  /**
   * The parent's first request that started when the child had ended. It comes after the one that
   * ordered the child; without that, requests of no duration could wait for each other.
   */
  private int awaitedBy(int last, int parent, int source) {
    IntArrayList candidates = turns.get(parent);
    int at = firstStartingAfter(candidates, end(last) - 1);
    while (at < candidates.size() && source != NONE && candidates.getInt(at) <= source) {
      at++;
    }
    return at < candidates.size() ? candidates.getInt(at) : NONE;
  }

  /** Index of the first turn that starts after {@code nanos}; turns are sorted by start. */
  private int firstStartingAfter(IntArrayList candidates, long nanos) {
    int low = 0;
    int high = candidates.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (start(candidates.getInt(middle)) > nanos) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The request with the greatest (end, start, id). */
  private int lastToEnd(IntArrayList session) {
    int last = session.getInt(0);
    for (int i = 1; i < session.size(); i++) {
      int request = session.getInt(i);
      last = end(request) >= end(last) ? request : last;
    }
    return last;
  }

  private void warnOfCycles(int[] parents) {
    Map<Integer, String> onCycle = new TreeMap<>();
    int[] seenFrom = new int[parents.length];
    for (int session = 0; session < parents.length; session++) {
      int at = session;
      while (at != NONE && seenFrom[at] == 0) {
        seenFrom[at] = session + 1;
        at = parents[at];
      }
      if (at != NONE && seenFrom[at] == session + 1) {
        int member = at;
        do {
          onCycle.put(member, sessionId(member));
          member = parents[member];
        } while (member != at);
      }
    }
    onCycle.values().forEach(id -> log.warn(InputWarning.PARENT_CYCLES, id));
  }

  private String sessionId(int session) {
    Context context = requests.get(turns.get(session).getInt(0)).context();
    return context == null ? "" : context.session();
  }

  private long start(int request) {
    return requests.get(request).startNanos();
  }

  private long end(int request) {
    return requests.get(request).endNanos();
  }

  /**
   * What a consistent tool event says about a child session.
   *
   * @param parent number of the session that called the tool
   * @param source number of the request that ordered the child
   * @param consumer number of the request that needs its answer, or -1
   * @param blocking whether the parent waits for it
   */
  record Evidence(int parent, int source, int consumer, boolean blocking) {}
}

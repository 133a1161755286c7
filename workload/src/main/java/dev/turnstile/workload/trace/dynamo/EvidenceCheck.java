package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.WorkloadBuilder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks what tool events say about child sessions (trace formats, section 2.3, rule 6).
 *
 * <p>Request ids must be known and belong to the tool's own session, there is one event for each
 * child session, the child's rows name no other parent, and the mode is one of two. A strict load
 * ends with the first inconsistency; a lenient one counts it ({@code ignored_tool_evidence}) and
 * infers. Evidence about a child without requests is ignored.
 */
final class EvidenceCheck {
  private static final int NONE = -1;

  private final WorkloadBuilder workload;
  private final LoadLog log;
  private final Map<String, Integer> requestNumbers = new HashMap<>();

  EvidenceCheck(WorkloadBuilder workload, LoadLog log) {
    this.workload = workload;
    this.log = log;
  }

  /**
   * The consistent evidence by child session.
   *
   * @param parentIds the parent id that the rows of each session name, or null
   */
  Map<Integer, Families.Evidence> check(ToolEvents tools, @Nullable String[] parentIds) {
    Map<Integer, Families.Evidence> byChild = new TreeMap<>();
    Set<Integer> contradicted = new HashSet<>();
    for (ToolEvent event : tools.all()) {
      ToolEvent.Evidence evidence = event.evidence();
      if (evidence == null) {
        continue;
      }
      String problem = problem(event, evidence);
      int child = evidence.child() == null ? NONE : workload.knownSession(evidence.child());
      if (problem == null && child != NONE) {
        problem = problemOfChild(event, child, parentIds[child], byChild.containsKey(child));
      }
      if (problem != null) {
        reject(event, problem);
        contradicted.add(child);
      } else if (child != NONE) {
        byChild.put(child, numbered(event, evidence));
      }
    }
    byChild.keySet().removeAll(contradicted);
    return byChild;
  }

  private @Nullable String problem(ToolEvent event, ToolEvent.Evidence evidence) {
    if (evidence.source() == null) {
      return "source_request_id is missing";
    }
    if (!evidence.knownMode()) {
      return "execution_mode must be blocking or background, got " + evidence.mode();
    }
    if (requestOf(event, evidence.source()) == NONE) {
      return "source_request_id \"" + evidence.source() + "\" is no request of its session";
    }
    if (evidence.consumer() != null && requestOf(event, evidence.consumer()) == NONE) {
      return "consumer_request_id \"" + evidence.consumer() + "\" is no request of its session";
    }
    return null;
  }

  private @Nullable String problemOfChild(
      ToolEvent event, int child, @Nullable String parentId, boolean known) {
    if (known) {
      return "another tool event names the same child session";
    }
    if (workload.knownSession(event.session()) == child) {
      return "the child session is the tool's own";
    }
    if (parentId != null && !parentId.equals(event.session())) {
      return "the child session's parent is \"" + parentId + "\"";
    }
    return null;
  }

  private void reject(ToolEvent event, String problem) {
    if (!log.lenient()) {
      throw new InvalidInputException(
          event.place().file(),
          event.place().line(),
          "tool.claude",
          problem + " (session \"" + event.session() + "\", tool call \"" + event.callId() + "\")",
          "--lenient infers instead");
    }
    log.fact("ignored_tool_evidence", 1);
  }

  private Families.Evidence numbered(ToolEvent event, ToolEvent.Evidence evidence) {
    String source = evidence.source();
    String consumer = evidence.consumer();
    return new Families.Evidence(
        workload.knownSession(event.session()),
        source == null ? NONE : requestOf(event, source),
        consumer == null ? NONE : requestOf(event, consumer),
        evidence.blocking());
  }

  /** Number of a request of the event's session, or -1. */
  private int requestOf(ToolEvent event, String id) {
    SessionGraphBuilder graph = workload.graph();
    if (requestNumbers.isEmpty()) {
      for (int r = 0; r < graph.requestCount(); r++) {
        requestNumbers.put(graph.request(r).id(), r);
      }
    }
    int request = requestNumbers.getOrDefault(id, NONE);
    int session = workload.knownSession(event.session());
    return request != NONE && graph.request(request).session() == session ? request : NONE;
  }
}

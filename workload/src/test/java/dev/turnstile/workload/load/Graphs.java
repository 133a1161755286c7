package dev.turnstile.workload.load;

import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.Trigger;

/** Builds small graphs; times in milliseconds. */
final class Graphs {
  static final long MS = 1_000_000;

  private final SessionGraphBuilder builder = new SessionGraphBuilder();
  private final int model = builder.addModel("m");

  /** A request of a session of its own that starts at an offset. */
  int root(String id, double offsetMs) {
    return root(id, offsetMs, RequestNode.NO_TIME, RequestNode.NO_TIME);
  }

  /** As {@link #root(String, double)}, with recorded start and end in nanoseconds. */
  int root(String id, double offsetMs, long start, long end) {
    return add(id, Math.round(offsetMs * MS), start, end);
  }

  /** A root without a recorded start. */
  int untimedRoot(String id) {
    return add(id, RequestNode.NO_TIME, RequestNode.NO_TIME, RequestNode.NO_TIME);
  }

  /** A request that is not a root, without a floor. */
  int follower(String id) {
    return untimedRoot(id);
  }

  /** A request that is not a root, with a floor. */
  int follower(String id, double floorMs) {
    return root(id, floorMs);
  }

  /** A request that is not a root, with recorded start and end in milliseconds. */
  int recorded(String id, double startMs, double endMs) {
    return add(id, RequestNode.NO_TIME, Math.round(startMs * MS), Math.round(endMs * MS));
  }

  Graphs after(int source, int target, double delayMs) {
    builder.addEdge(
        source, target, Trigger.COMPLETION, Relation.SEQUENCE, Math.round(delayMs * MS));
    return this;
  }

  Graphs afterDispatch(int source, int target, double delayMs) {
    builder.addEdge(source, target, Trigger.DISPATCH, Relation.SPAWN, Math.round(delayMs * MS));
    return this;
  }

  SessionGraph build() {
    return builder.build(SessionGraphBuilder.PlayOrder.FIRST_REQUEST);
  }

  private int add(String id, long offset, long start, long end) {
    int session = builder.addSession(id, true);
    return builder.addRequest(
        new RequestNode(
            id,
            session,
            model,
            new RequestNode.Prompt(0, 0, 1, null, -1, 0),
            1,
            offset,
            start,
            end,
            RequestNode.Extras.NONE));
  }
}

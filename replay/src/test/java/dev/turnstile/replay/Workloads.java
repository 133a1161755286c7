package dev.turnstile.replay;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.Trigger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds small workloads by hand; times in milliseconds, one hash per started trace block. */
final class Workloads {
  static final long MS = 1_000_000;

  private final int blockTokens;
  private final List<RequestNode> rows = new ArrayList<>();
  private final List<long[]> chains = new ArrayList<>();
  private final SessionGraphBuilder graph = new SessionGraphBuilder();
  private final List<String> sessions = new ArrayList<>();
  private final List<int[]> edges = new ArrayList<>();
  private final List<Long> delays = new ArrayList<>();
  private RequestNode.Extras extras = RequestNode.Extras.NONE;

  Workloads(int blockTokens) {
    this.blockTokens = blockTokens;
    graph.addModel("m");
  }

  /** What the requests added from now on carry along. */
  Workloads extras(RequestNode.Extras carried) {
    extras = carried;
    return this;
  }

  /** Adds a root with its own anonymous session. */
  Workloads root(String id, double atMs, long input, long output, long... hashes) {
    return add(id, null, Math.round(atMs * MS), input, output, hashes);
  }

  /** Adds a root without a recorded start. */
  Workloads untimed(String id, long input, long output, long... hashes) {
    return add(id, null, RequestNode.NO_TIME, input, output, hashes);
  }

  /** Adds the first turn of a session. */
  Workloads first(String session, String id, double atMs, long input, long output, long... hashes) {
    return add(id, session, Math.round(atMs * MS), input, output, hashes);
  }

  /** Adds the next turn of a session, a gap after the completion of the one before it. */
  Workloads next(String session, String id, double gapMs, long input, long output, long... hashes) {
    int before = -1;
    for (int r = 0; r < rows.size(); r++) {
      before = rows.get(r).session() == sessions.indexOf(session) ? r : before;
    }
    edges.add(new int[] {before, rows.size()});
    delays.add(Math.round(gapMs * MS));
    return add(id, session, RequestNode.NO_TIME, input, output, hashes);
  }

  private Workloads add(
      String id, @Nullable String session, long offset, long input, long output, long... hashes) {
    String label = session == null ? id : session;
    if (!sessions.contains(label)) {
      sessions.add(label);
      graph.addSession(label, session != null);
    }
    chains.add(hashes);
    rows.add(
        new RequestNode(
            id,
            sessions.indexOf(label),
            0,
            new RequestNode.Prompt(0, 0, input, null, -1, 0),
            output,
            offset,
            RequestNode.NO_TIME,
            RequestNode.NO_TIME,
            extras));
    return this;
  }

  Workload build() {
    PromptTreeBuilder builder = new PromptTreeBuilder(blockTokens);
    int root = builder.newRoot();
    int[] nodes = new int[rows.size()];
    int[] depths = new int[rows.size()];
    for (int r = 0; r < nodes.length; r++) {
      depths[r] = fullBlocks(r);
      nodes[r] = builder.insert(root, chains.get(r), depths[r]);
    }
    PromptTree prompts = builder.freeze(nodes, depths);
    for (int r = 0; r < nodes.length; r++) {
      RequestNode row = rows.get(r);
      long[] chain = chains.get(r);
      Long tail = chain.length > depths[r] ? chain[depths[r]] : null;
      long input = row.prompt().inputTokens();
      graph.addRequest(
          new RequestNode(
              row.id(),
              row.session(),
              row.model(),
              new RequestNode.Prompt(nodes[r], depths[r], input, tail, -1, 0),
              row.outputTokens(),
              row.offsetNanos(),
              row.recordedStartNanos(),
              row.recordedEndNanos(),
              row.extras()));
    }
    for (int e = 0; e < edges.size(); e++) {
      int[] edge = edges.get(e);
      graph.addEdge(edge[0], edge[1], Trigger.COMPLETION, Relation.SEQUENCE, delays.get(e));
    }
    return new Workload(graph.build(SessionGraphBuilder.PlayOrder.FIRST_ROOT), prompts, info());
  }

  private int fullBlocks(int request) {
    long full = rows.get(request).prompt().inputTokens() / blockTokens;
    return (int) Math.min(full, chains.get(request).length);
  }

  private TraceInfo info() {
    long blocks = chains.stream().mapToLong(chain -> chain.length).sum();
    return new TraceInfo(
        "hand", List.of(), Map.of(), Map.of(), blockTokens, blocks, "unique", Map.of(), List.of());
  }

  /** The hashes {@code from, from + 1, ...}. */
  static long[] hashes(int from, int count) {
    long[] hashes = new long[count];
    Arrays.setAll(hashes, i -> from + i);
    return hashes;
  }
}

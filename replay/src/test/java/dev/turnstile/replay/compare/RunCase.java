package dev.turnstile.replay.compare;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.Trigger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run as plain data: settings, and requests with the edges between them. */
final class RunCase {
  static final int TRACE_BLOCK_TOKENS = 16;

  final Map<String, String> settings = new LinkedHashMap<>();
  final List<Turn> turns = new ArrayList<>();

  /** An edge from an earlier request. */
  record Wait(int source, Trigger trigger, Relation relation, long delayNanos) {}

  /**
   * One request.
   *
   * @param session its session; a session's parent is that of the SPAWN edge of its first request
   * @param ids ids of the trace blocks of its prompt, the last of which may be partial
   * @param outputIds ids that follow its whole blocks in the output; empty if the output is unique
   */
  record Turn(
      int session,
      long offsetNanos,
      long input,
      long output,
      long[] ids,
      long[] outputIds,
      double priority,
      int pinnedWorker,
      List<Wait> waits) {

    @Override
    public String toString() {
      return "session %d at %d: %d in %s, %d out %s, priority %s, pinned %d, %s"
          .formatted(
              session,
              offsetNanos,
              input,
              Arrays.toString(ids),
              output,
              Arrays.toString(outputIds),
              priority,
              pinnedWorker,
              waits);
    }
  }

  RunCase copy() {
    RunCase copy = new RunCase();
    copy.settings.putAll(settings);
    copy.turns.addAll(turns);
    return copy;
  }

  Scenario scenario() {
    Scenario scenario = Scenario.defaults();
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      scenario = scenario.with(setting.getKey(), setting.getValue());
    }
    return scenario;
  }

  Workload workload() {
    PromptTreeBuilder builder = new PromptTreeBuilder(TRACE_BLOCK_TOKENS);
    int root = builder.newRoot();
    int count = turns.size();
    int[] nodes = new int[2 * count];
    int[] depths = new int[2 * count];
    for (int r = 0; r < count; r++) {
      Turn turn = turns.get(r);
      depths[r] = whole(turn);
      nodes[r] = builder.insert(root, turn.ids, depths[r]);
      long[] output = Arrays.copyOf(turn.ids, depths[r] + turn.outputIds.length);
      System.arraycopy(turn.outputIds, 0, output, depths[r], turn.outputIds.length);
      depths[count + r] = output.length;
      nodes[count + r] =
          turn.outputIds.length == 0 ? -1 : builder.insert(root, output, output.length);
    }
    PromptTree tree = builder.freeze(nodes, depths);
    SessionGraphBuilder graph = graph(nodes, depths);
    TraceInfo info =
        new TraceInfo(
            "hand",
            List.of(),
            Map.of(),
            Map.of(),
            TRACE_BLOCK_TOKENS,
            tree.distinctBlocks(),
            "unique",
            Map.of(),
            List.of());
    return new Workload(graph.build(SessionGraphBuilder.PlayOrder.FIRST_ROOT), tree, info);
  }

  private static int whole(Turn turn) {
    return (int) Math.min(turn.ids.length, turn.input / TRACE_BLOCK_TOKENS);
  }

  private SessionGraphBuilder graph(int[] nodes, int[] depths) {
    SessionGraphBuilder graph = new SessionGraphBuilder();
    graph.addModel("m");
    int sessions = turns.stream().mapToInt(Turn::session).max().orElse(-1) + 1;
    for (int session = 0; session < sessions; session++) {
      graph.addSession("s" + session, true);
    }
    for (int r = 0; r < turns.size(); r++) {
      Turn turn = turns.get(r);
      Long tail = turn.ids.length > depths[r] ? (Long) turn.ids[depths[r]] : null;
      RequestNode.Prompt prompt =
          new RequestNode.Prompt(
              nodes[r],
              depths[r],
              turn.input,
              tail,
              nodes[turns.size() + r],
              turn.outputIds.length == 0 ? 0 : depths[turns.size() + r]);
      graph.addRequest(
          new RequestNode(
              "r" + r,
              turn.session,
              0,
              prompt,
              turn.output,
              turn.waits.isEmpty() ? turn.offsetNanos : RequestNode.NO_TIME,
              RequestNode.NO_TIME,
              RequestNode.NO_TIME,
              extras(turn)));
    }
    for (int r = 0; r < turns.size(); r++) {
      for (Wait wait : turns.get(r).waits) {
        graph.addEdge(wait.source, r, wait.trigger, wait.relation, wait.delayNanos);
        if (wait.relation == Relation.SPAWN) {
          graph.setParent(turns.get(r).session, turns.get(wait.source).session);
        }
      }
    }
    return graph;
  }

  private static RequestNode.Extras extras(Turn turn) {
    return new RequestNode.Extras(
        false, false, -1, RequestNode.NO_TIME, turn.priority, 0, null, turn.pinnedWorker);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    settings.forEach((path, value) -> text.append(path).append('=').append(value).append('\n'));
    for (int r = 0; r < turns.size(); r++) {
      text.append("r").append(r).append(": ").append(turns.get(r)).append('\n');
    }
    return text.toString();
  }
}

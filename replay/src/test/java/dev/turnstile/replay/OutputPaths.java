package dev.turnstile.replay;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import java.util.List;
import java.util.Map;

/** A workload whose first request's output is named by the second one's prompt; blocks of 64. */
final class OutputPaths {
  private OutputPaths() {}

  static Workload nextTurn() {
    return nextTurn(130);
  }

  /** The first prompt has two whole blocks and an id for its part of the third one. */
  static Workload nextTurn(long firstInput) {
    return nextTurn(firstInput, 0);
  }

  /** The first request may come after the second one. */
  static Workload nextTurn(long firstInput, long firstAtNanos) {
    PromptTreeBuilder builder = new PromptTreeBuilder(64);
    int root = builder.newRoot();
    int[] nodes = {
      builder.insert(root, new long[] {1, 2}, 2), builder.insert(root, new long[] {1, 2, 3, 4}, 4)
    };
    PromptTree tree = builder.freeze(nodes, new int[] {2, 4});
    SessionGraphBuilder graph = new SessionGraphBuilder();
    graph.addModel("m");
    graph.addSession("s", true);
    graph.addRequest(
        row("a", firstAtNanos, new RequestNode.Prompt(nodes[0], 2, firstInput, 99L, nodes[1], 4)));
    graph.addRequest(row("b", 0, new RequestNode.Prompt(nodes[1], 4, 256, null, -1, 0)));
    TraceInfo info =
        new TraceInfo(
            "hand", List.of(), Map.of(), Map.of(), 64, 7, "next-turn", Map.of(), List.of());
    return new Workload(graph.build(SessionGraphBuilder.PlayOrder.FIRST_ROOT), tree, info);
  }

  private static RequestNode row(String id, long atNanos, RequestNode.Prompt prompt) {
    return new RequestNode(
        id,
        0,
        0,
        prompt,
        200,
        atNanos,
        RequestNode.NO_TIME,
        RequestNode.NO_TIME,
        RequestNode.Extras.NONE);
  }
}

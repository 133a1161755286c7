package dev.turnstile.workload.trace;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;

/** Warnings about a finished graph that all formats share. */
final class GraphChecks {
  private GraphChecks() {}

  static void warn(SessionGraph graph, PromptTree tree, LoadLog log) {
    if (graph.models().size() > 1) {
      log.warn(InputWarning.MULTIPLE_MODELS, String.join(", ", graph.models()));
    }
    for (int r = 0; r < graph.requestCount(); r++) {
      int before = graph.previousInSession(r);
      if (before >= 0 && resets(graph, tree, before, r)) {
        log.warn(
            InputWarning.CONTEXT_RESETS,
            graph.request(r).id() + " does not continue " + graph.request(before).id());
      }
    }
  }

  /**
   * Whether the later turn's prompt is shorter or differs in one of the ids of the full blocks of
   * the earlier one. The ids are compared as the file has them, whatever the models are.
   */
  private static boolean resets(SessionGraph graph, PromptTree tree, int before, int turn) {
    RequestNode.Prompt earlier = graph.request(before).prompt();
    RequestNode.Prompt later = graph.request(turn).prompt();
    int depth = earlier.blocks();
    if (later.inputTokens() < earlier.inputTokens()) {
      return true;
    }
    if (sharesPath(tree, earlier, later, depth)) {
      return false;
    }
    return later.blocks() < depth
        || graph.request(before).model() == graph.request(turn).model()
        || !sameIds(tree, earlier.node(), later.node(), depth);
  }

  /** Whether two prompts are the same blocks of the tree up to {@code depth}. */
  static boolean sharesPath(
      PromptTree tree, RequestNode.Prompt a, RequestNode.Prompt b, int depth) {
    if (a.blocks() < depth || b.blocks() < depth) {
      return false;
    }
    return depth == 0 || tree.nodeAt(a.node(), depth - 1) == tree.nodeAt(b.node(), depth - 1);
  }

  private static boolean sameIds(PromptTree tree, int a, int b, int depth) {
    int atA = a;
    int atB = b;
    for (int block = depth - 1; block >= 0; block--) {
      atA = tree.nodeAt(atA, block);
      atB = tree.nodeAt(atB, block);
      if (tree.hash(atA, block) != tree.hash(atB, block)) {
        return false;
      }
    }
    return true;
  }
}

package dev.turnstile.workload.trace;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.Arrays;
import java.util.BitSet;

/** The frozen prompt tree and the final nodes of the prompts that are kept. */
final class FinalPrompts {
  private final RequestNode.Prompt[] prompts;
  private final PromptTree tree;
  private final int blockTokens;

  FinalPrompts(PromptTreeBuilder builder, SessionGraph graph, BitSet keptPlays) {
    int requests = graph.requestCount();
    blockTokens = builder.blockTokens();
    prompts = new RequestNode.Prompt[requests];
    // First all prompts, then all outputs, so that outputs never change the numbers of prompts.
    int[] nodes = new int[2 * requests];
    int[] depths = new int[2 * requests];
    Arrays.fill(nodes, PromptTree.NO_NODE);
    for (int r = 0; r < requests; r++) {
      prompts[r] = graph.request(r).prompt();
      if (keptPlays.get(graph.play(r))) {
        nodes[r] = prompts[r].node();
        depths[r] = prompts[r].blocks();
        nodes[requests + r] = prompts[r].outputNode();
        depths[requests + r] = prompts[r].outputBlocks();
      }
    }
    tree = builder.freeze(nodes, depths);
    for (int r = 0; r < requests; r++) {
      prompts[r] = moved(prompts[r], nodes[r], nodes[requests + r], prompts[r].outputBlocks());
    }
  }

  PromptTree tree() {
    return tree;
  }

  RequestNode.Prompt prompt(int request) {
    return prompts[request];
  }

  /**
   * Gives the blocks that a turn generates the ids of the next turn's prompt at the same positions,
   * where that prompt continues the turn's own. Returns how many blocks got one.
   */
  long nameOutputsByNextTurn(SessionGraph graph) {
    long named = 0;
    for (int r = 0; r < prompts.length; r++) {
      int before = graph.previousInSession(r);
      if (before >= 0 && prompts[r].node() >= 0 && continues(graph, before, r)) {
        RequestNode.Prompt turn = prompts[before];
        long blocks = ceilBlocks(turn.inputTokens() + graph.request(before).outputTokens());
        int end = (int) Math.min(blocks, prompts[r].blocks());
        if (end > turn.blocks()) {
          int node = tree.nodeAt(prompts[r].node(), end - 1);
          prompts[before] = moved(turn, turn.node(), node, end);
          named += end - turn.blocks();
        }
      }
    }
    return named;
  }

  private boolean continues(SessionGraph graph, int before, int turn) {
    int depth = prompts[before].blocks();
    return graph.request(before).model() == graph.request(turn).model()
        && depth == prompts[before].inputTokens() / blockTokens
        && GraphChecks.sharesPath(tree, prompts[before], prompts[turn], depth);
  }

  private long ceilBlocks(long tokens) {
    return (tokens + blockTokens - 1) / blockTokens;
  }

  private static RequestNode.Prompt moved(
      RequestNode.Prompt prompt, int node, int outputNode, int outputBlocks) {
    return new RequestNode.Prompt(
        node, prompt.blocks(), prompt.inputTokens(), prompt.tail(), outputNode, outputBlocks);
  }
}

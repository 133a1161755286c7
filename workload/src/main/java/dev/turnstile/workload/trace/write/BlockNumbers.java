package dev.turnstile.workload.trace.write;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.workload.CompletePrompts;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.Arrays;

/**
 * Gives trace blocks dense numbers in the order in which they are asked for.
 *
 * <p>The same block of the tree has the same number; a block that a prompt has but the trace does
 * not name gets a number that nothing else has.
 */
final class BlockNumbers {
  private static final int NONE = -1;

  private final SessionGraph graph;
  private final CompletePrompts prompts;
  private final PromptTree tree;
  private final int blockTokens;

  /** Index of a node's first block among the blocks of the tree. */
  private final int[] firstOf;

  private final int[] number;
  private int next;

  BlockNumbers(Workload workload) {
    graph = workload.graph();
    prompts = CompletePrompts.of(workload);
    tree = prompts.tree();
    blockTokens = workload.info().traceBlockTokens();
    firstOf = new int[tree.nodeCount()];
    int blocks = 0;
    for (int node = 0; node < firstOf.length; node++) {
      firstOf[node] = blocks;
      blocks += tree.endBlock(node) - tree.startBlock(node);
    }
    number = new int[blocks];
    Arrays.fill(number, NONE);
  }

  /** Starts again from 0; the numbers given before hold no longer. */
  void restart() {
    next = 0;
  }

  /** How many numbers were given since the start. */
  int count() {
    return next;
  }

  /** Whether a block of the trace occurs in two plays. */
  boolean sharedBetweenPlays() {
    int[] playOf = new int[tree.nodeCount()];
    Arrays.fill(playOf, NONE);
    for (int r = 0; r < graph.requestCount(); r++) {
      if (seenInOtherPlay(prompts.node(r), graph.play(r), playOf)
          || seenInOtherPlay(prompts.outputNode(r), graph.play(r), playOf)) {
        return true;
      }
    }
    return false;
  }

  private boolean seenInOtherPlay(int leaf, int play, int[] playOf) {
    for (int node = leaf;
        node != PromptTree.NO_NODE && tree.endBlock(node) > 0 && playOf[node] != play;
        node = tree.parent(node)) {
      if (playOf[node] != NONE) {
        return true;
      }
      playOf[node] = play;
    }
    return false;
  }

  /** The numbers of a request's prompt: one for each block, a partial last one included. */
  int[] ofPrompt(int request) {
    RequestNode.Prompt prompt = graph.request(request).prompt();
    int[] ids = new int[Math.toIntExact((prompt.inputTokens() - 1) / blockTokens + 1)];
    number(ids, 0, prompts.depth(request), prompts.node(request));
    return ids;
  }

  /**
   * One number for each output token: that of the block it falls into. Empty if the trace names no
   * block that holds generated tokens.
   */
  int[] ofOutputTokens(int request) {
    RequestNode node = graph.request(request);
    long input = node.prompt().inputTokens();
    int first = Math.toIntExact(input / blockTokens);
    if (prompts.outputDepth(request) <= first) {
      return new int[0];
    }
    int[] tokens = new int[Math.toIntExact(node.outputTokens())];
    int[] ids = new int[Math.toIntExact((input + tokens.length - 1) / blockTokens + 1)];
    number(ids, first, prompts.outputDepth(request), prompts.outputNode(request));
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = ids[(int) ((input + i) / blockTokens)];
    }
    return tokens;
  }

  /**
   * Numbers the blocks of a prompt from {@code from} on, of which {@code named} are in the tree.
   */
  private void number(int[] ids, int from, int named, int lastNode) {
    int node = named == 0 ? NONE : tree.nodeAt(lastNode, named - 1);
    for (int block = named - 1; block >= from; block--) {
      node = tree.nodeAt(node, block);
      ids[block] = firstOf[node] + block - tree.startBlock(node);
    }
    for (int block = from; block < named; block++) {
      ids[block] = numberOf(ids[block]);
    }
    for (int block = Math.max(from, named); block < ids.length; block++) {
      ids[block] = fresh();
    }
  }

  private int numberOf(int block) {
    if (number[block] == NONE) {
      number[block] = fresh();
    }
    return number[block];
  }

  private int fresh() {
    if (next == Integer.MAX_VALUE) {
      throw new IllegalStateException("more than 2^31 - 1 distinct trace blocks");
    }
    return next++;
  }
}

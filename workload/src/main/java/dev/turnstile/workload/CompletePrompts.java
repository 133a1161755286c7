package dev.turnstile.workload;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The prompts of a workload with every block the trace names, partial last ones included.
 *
 * <p>The workload's own tree holds full blocks only; the hash of a partial last block is kept
 * beside it. What counts or writes blocks as the file names them (inspection, writers) needs both
 * in one tree, where a partial block is a block like any other.
 */
public final class CompletePrompts {
  private final PromptTree tree;
  private final int[] node;
  private final int[] depth;

  /** Prompts, then outputs. */
  private CompletePrompts(PromptTree tree, int[] node, int[] depth) {
    this.tree = tree;
    this.node = node;
    this.depth = depth;
  }

  /** The complete prompts of a workload; the workload's own tree where no prompt has a tail. */
  public static CompletePrompts of(Workload workload) {
    SessionGraph graph = workload.graph();
    int requests = graph.requestCount();
    int[] node = new int[2 * requests];
    int[] depth = new int[2 * requests];
    boolean tails = false;
    for (int r = 0; r < requests; r++) {
      RequestNode.Prompt prompt = graph.request(r).prompt();
      tails |= prompt.tail() != null;
      node[r] = prompt.node();
      depth[r] = prompt.blocks() + (prompt.tail() == null ? 0 : 1);
      node[requests + r] = prompt.outputNode();
      depth[requests + r] = prompt.outputBlocks();
    }
    PromptTree tree = tails ? withTails(workload, node, depth) : workload.prompts();
    return new CompletePrompts(tree, node, depth);
  }

  private static PromptTree withTails(Workload workload, int[] node, int[] depth) {
    PromptTree prompts = workload.prompts();
    PromptTreeBuilder builder = new PromptTreeBuilder(prompts.blockTokens());
    Map<Integer, Integer> roots = new LinkedHashMap<>();
    for (int i = 0; i < node.length; i++) {
      if (node[i] < 0) {
        continue;
      }
      int root = roots.computeIfAbsent(root(prompts, node[i]), any -> builder.newRoot());
      node[i] = builder.insert(root, chain(workload, i, node[i], depth[i]), depth[i]);
    }
    return builder.freeze(node, depth);
  }

  private static long[] chain(Workload workload, int index, int node, int depth) {
    SessionGraph graph = workload.graph();
    Long tail = index < graph.requestCount() ? graph.tail(index) : null;
    if (tail == null) {
      return workload.prompts().chain(node, depth);
    }
    long[] chain = Arrays.copyOf(workload.prompts().chain(node, depth - 1), depth);
    chain[depth - 1] = tail;
    return chain;
  }

  private static int root(PromptTree tree, int node) {
    int at = node;
    while (tree.parent(at) != PromptTree.NO_NODE) {
      at = tree.parent(at);
    }
    return at;
  }

  /** The tree. */
  public PromptTree tree() {
    return tree;
  }

  /** Node in which the named blocks of a request's prompt end. */
  public int node(int request) {
    return node[request];
  }

  /** Number of blocks the trace names for a request's prompt, a partial last one included. */
  public int depth(int request) {
    return depth[request];
  }

  /** Node in which the named blocks of prompt and output end, or -1. */
  public int outputNode(int request) {
    return node[node.length / 2 + request];
  }

  /** Number of blocks named for prompt and output together, full ones only; 0 without any. */
  public int outputDepth(int request) {
    return depth[node.length / 2 + request];
  }
}

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

  private CompletePrompts(PromptTree tree, int[] node, int[] depth) {
    this.tree = tree;
    this.node = node;
    this.depth = depth;
  }

  /** The complete prompts of a workload; the workload's own tree where no prompt has a tail. */
  public static CompletePrompts of(Workload workload) {
    SessionGraph graph = workload.graph();
    int[] node = new int[graph.requestCount()];
    int[] depth = new int[graph.requestCount()];
    boolean tails = false;
    for (int r = 0; r < node.length; r++) {
      RequestNode.Prompt prompt = graph.request(r).prompt();
      tails |= prompt.tail() != null;
      node[r] = prompt.node();
      depth[r] = prompt.blocks() + (prompt.tail() == null ? 0 : 1);
    }
    PromptTree tree = tails ? withTails(workload, node, depth) : workload.prompts();
    return new CompletePrompts(tree, node, depth);
  }

  private static PromptTree withTails(Workload workload, int[] node, int[] depth) {
    PromptTree prompts = workload.prompts();
    PromptTreeBuilder builder = new PromptTreeBuilder(prompts.blockTokens());
    Map<Integer, Integer> roots = new LinkedHashMap<>();
    for (int r = 0; r < node.length; r++) {
      RequestNode.Prompt prompt = workload.graph().request(r).prompt();
      long[] chain = prompts.chain(prompt.node(), prompt.blocks());
      Long tail = prompt.tail();
      if (tail != null) {
        chain = Arrays.copyOf(chain, depth[r]);
        chain[depth[r] - 1] = tail;
      }
      int root = roots.computeIfAbsent(root(prompts, prompt.node()), any -> builder.newRoot());
      node[r] = builder.insert(root, chain, depth[r]);
    }
    return builder.freeze(node, depth);
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
}

package dev.turnstile.workload;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.Arrays;
import java.util.HashMap;
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

  /**
   * The complete prompts of a workload, as caches see them: nothing is shared between models. The
   * workload's own tree where no prompt has a tail.
   */
  public static CompletePrompts of(Workload workload) {
    boolean tails = false;
    for (int r = 0; r < workload.graph().requestCount(); r++) {
      tails |= workload.graph().tail(r) != null;
    }
    CompletePrompts known = new CompletePrompts(workload);
    return tails ? known.rebuilt(workload, known.roots(workload.prompts())) : known;
  }

  /**
   * The complete prompts of a workload, as the file names them: equal ids are equal blocks,
   * whatever the models. Ids have one meaning in the whole file, or, with the fact {@value
   * TraceInfo#LOCAL_IDS}, in one play.
   */
  public static CompletePrompts acrossModels(Workload workload) {
    if (workload.graph().models().size() == 1) {
      return of(workload);
    }
    SessionGraph graph = workload.graph();
    boolean local = workload.info().facts().containsKey(TraceInfo.LOCAL_IDS);
    int[] scopes = new int[2 * graph.requestCount()];
    for (int i = 0; i < scopes.length && local; i++) {
      scopes[i] = graph.play(i % graph.requestCount());
    }
    return new CompletePrompts(workload).rebuilt(workload, scopes);
  }

  /** The workload's own nodes, with the depths that tails give them. */
  private CompletePrompts(Workload workload) {
    SessionGraph graph = workload.graph();
    int requests = graph.requestCount();
    tree = workload.prompts();
    node = new int[2 * requests];
    depth = new int[2 * requests];
    for (int r = 0; r < requests; r++) {
      RequestNode.Prompt prompt = graph.request(r).prompt();
      node[r] = prompt.node();
      depth[r] = prompt.blocks() + (prompt.tail() == null ? 0 : 1);
      node[requests + r] = prompt.outputNode();
      depth[requests + r] = prompt.outputBlocks();
    }
  }

  /** The root of each prompt and output. */
  private int[] roots(PromptTree prompts) {
    int[] roots = new int[node.length];
    for (int i = 0; i < node.length; i++) {
      roots[i] = node[i];
      while (node[i] >= 0 && prompts.parent(roots[i]) != PromptTree.NO_NODE) {
        roots[i] = prompts.parent(roots[i]);
      }
    }
    return roots;
  }

  /** A new tree with one root for each scope. */
  private CompletePrompts rebuilt(Workload workload, int[] scopes) {
    PromptTreeBuilder builder = new PromptTreeBuilder(tree.blockTokens());
    Map<Integer, Integer> roots = new HashMap<>();
    int[] newNode = node.clone();
    for (int i = 0; i < node.length; i++) {
      if (node[i] >= 0) {
        int root = roots.computeIfAbsent(scopes[i], scope -> builder.newRoot());
        newNode[i] = builder.insert(root, chain(workload, i, node[i], depth[i]), depth[i]);
      }
    }
    return new CompletePrompts(builder.freeze(newNode, depth), newNode, depth);
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

package dev.turnstile.engine.prompt;

/**
 * A prompt tree cut at the engine's block size.
 *
 * <p>Nodes keep their numbers; a node's run covers the engine blocks {@code [start, end)} whose
 * last token lies in the node's trace blocks. An engine block that straddles a branching point
 * belongs to the lower node, because its content depends on it. A run may be empty.
 *
 * <p>Every engine block of the tree has a dense number ({@link #blockNumber}), so that sets of
 * blocks can be arrays.
 */
public final class BlockTree {
  private final int blockTokens;
  private final int[] parent;
  private final int[] start;
  private final int[] end;
  private final long[] base;

  /**
   * Cuts {@code tree} into blocks of {@code blockTokens} tokens.
   *
   * @param blockTokens tokens per engine block, at least 1
   */
  public BlockTree(PromptTree tree, int blockTokens) {
    if (blockTokens < 1) {
      throw new IllegalArgumentException("blockTokens must be >= 1, got " + blockTokens);
    }
    this.blockTokens = blockTokens;
    int nodes = tree.nodeCount();
    parent = tree.parents();
    start = new int[nodes];
    end = new int[nodes];
    base = new long[nodes + 1];
    for (int node = 0; node < nodes; node++) {
      start[node] = engineBlocks(tree, tree.startBlock(node));
      end[node] = engineBlocks(tree, tree.endBlock(node));
      base[node + 1] = base[node] + end[node] - start[node];
    }
  }

  private int engineBlocks(PromptTree tree, int traceBlocks) {
    return Math.toIntExact((long) traceBlocks * tree.blockTokens() / blockTokens);
  }

  /** Tokens per engine block. */
  public int blockTokens() {
    return blockTokens;
  }

  /** Number of nodes. */
  public int nodeCount() {
    return parent.length;
  }

  /** The node above {@code node}, or {@link PromptTree#NO_NODE} for a root. */
  public int parent(int node) {
    return parent[node];
  }

  /** Index, from the start of the prompt, of the first engine block of the node's run. */
  public int start(int node) {
    return start[node];
  }

  /** Index behind the last engine block of the node's run. */
  public int end(int node) {
    return end[node];
  }

  /**
   * Climbs from {@code node} to the node of the same path whose run contains {@code block}.
   *
   * @param block engine block index below {@code end(node)}
   */
  public int nodeAt(int node, int block) {
    int at = node;
    while (start[at] > block) {
      at = parent[at];
    }
    return at;
  }

  /** The dense number of an engine block, in {@code [0, blockCount())}. */
  public long blockNumber(int node, int block) {
    return base[node] + block - start[node];
  }

  /** Number of engine blocks of the whole tree. */
  public long blockCount() {
    return base[base.length - 1];
  }
}

package dev.turnstile.engine.prompt;

import java.util.Objects;

/**
 * The prompts of a workload as one immutable, path-compressed forest of trace-block runs.
 *
 * <p>A node is a run of consecutive blocks {@code [startBlock, endBlock)} that every prompt which
 * enters it either follows to its end or stops in. Identity is the chain from the root, never the
 * bare hash, and a root stands for one scope (model, and trace file where hashes are local to it).
 * A prompt is {@code (node, depth in blocks)}; the common prefix of two prompts is their lowest
 * common ancestor, cut to the shorter depth.
 *
 * <p>Nodes are numbered so that a parent has a smaller number than its children. Instances are
 * immutable and may be shared between threads. Recurring a chain costs memory proportional to the
 * distinct blocks (eight bytes each) plus the nodes.
 */
public final class PromptTree {
  /** The parent of a root. */
  public static final int NO_NODE = -1;

  private final int blockTokens;
  private final int[] parent;
  private final int[] startBlock;
  private final int[] endBlock;
  private final int[] hashOffset;
  private final long[] hashes;
  private final long[] salt;

  PromptTree(
      int blockTokens,
      int[] parent,
      int[] startBlock,
      int[] endBlock,
      int[] hashOffset,
      long[] hashes,
      long[] salt) {
    this.blockTokens = blockTokens;
    this.parent = parent;
    this.startBlock = startBlock;
    this.endBlock = endBlock;
    this.hashOffset = hashOffset;
    this.hashes = hashes;
    this.salt = salt;
  }

  /** Tokens that one block of this tree stands for, at least 1. */
  public int blockTokens() {
    return blockTokens;
  }

  /** Number of nodes, roots included. */
  public int nodeCount() {
    return parent.length;
  }

  /** The node above {@code node}, or {@link #NO_NODE} for a root. */
  public int parent(int node) {
    return parent[node];
  }

  /** Index of the first block of the node's run. */
  public int startBlock(int node) {
    return startBlock[node];
  }

  /** Index behind the last block of the node's run; equals the start for a root. */
  public int endBlock(int node) {
    return endBlock[node];
  }

  /**
   * The recorded hash of one block, for writers. Blocks of copied plays have a hash of their own
   * that is derived from the original.
   *
   * @param block index from the start of the prompt, inside the node's run
   */
  public long hash(int node, int block) {
    Objects.checkIndex(block - startBlock[node], endBlock[node] - startBlock[node]);
    long hash = hashes[hashOffset[node] + block - startBlock[node]];
    return salt[node] == 0 ? hash : mix(hash ^ salt[node]);
  }

  /** Climbs from {@code node} to the node of the same path whose run contains {@code block}. */
  public int nodeAt(int node, int block) {
    int at = node;
    while (startBlock[at] > block) {
      at = parent[at];
    }
    return at;
  }

  /** Number of blocks that the tree stores, that is the distinct blocks of the workload. */
  public long distinctBlocks() {
    long sum = 0;
    for (int node = 0; node < parent.length; node++) {
      sum += endBlock[node] - startBlock[node];
    }
    return sum;
  }

  /**
   * The hashes of the first {@code depth} blocks of the path that ends in {@code node}.
   *
   * @throws IndexOutOfBoundsException if the path is shorter than {@code depth}
   */
  public long[] chain(int node, int depth) {
    long[] chain = new long[depth];
    int at = depth == 0 ? node : nodeAt(node, depth - 1);
    for (int block = depth - 1; block >= 0; block--) {
      at = nodeAt(at, block);
      chain[block] = hash(at, block);
    }
    return chain;
  }

  int[] parents() {
    return parent.clone();
  }

  int hashOffset(int node) {
    return hashOffset[node];
  }

  long salt(int node) {
    return salt[node];
  }

  long[] hashes() {
    return hashes;
  }

  /** A 64-bit finaliser (David Stafford's variant 13), used to derive hashes of copied blocks. */
  static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}

package dev.turnstile.engine.prompt;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Multiplies what single owners have for themselves in a prompt tree.
 *
 * <p>An owner is a group of prompts, for instance a play. Blocks that two owners have are shared by
 * all copies; blocks that one owner alone has get fresh ones in each of its copies, the same in all
 * prompts of that copy. Tell every {@link #use} first, then {@link #build} the tree, then ask for
 * the copied prompts.
 *
 * <p>Copied blocks cost no hashes: their nodes point to the original ones and carry a salt.
 */
public final class PromptTreeCopier {
  private static final int NONE = -1;

  private final PromptTree tree;
  private final int copies;

  /** The two owners that reach furthest into each node's run, and how far. */
  private final int[] owner;

  private final int[] reach;
  private final int[] secondReach;

  private final int[] shared;
  private final int[] own;
  private final IntArrayList parent = new IntArrayList();
  private final IntArrayList start = new IntArrayList();
  private final IntArrayList end = new IntArrayList();
  private final IntArrayList offset = new IntArrayList();
  private final LongArrayList salt = new LongArrayList();

  /**
   * Prepares copies of the private parts of a tree.
   *
   * @param tree a tree without copies
   * @param copies how many of each owner there will be, the original included, at least 1
   */
  public PromptTreeCopier(PromptTree tree, int copies) {
    if (copies < 1) {
      throw new IllegalArgumentException("copies must be >= 1, got " + copies);
    }
    this.tree = tree;
    this.copies = copies;
    int nodes = tree.nodeCount();
    owner = filled(nodes);
    reach = new int[nodes];
    secondReach = new int[nodes];
    shared = filled(nodes);
    own = filled(nodes * copies);
    for (int node = 0; node < nodes; node++) {
      reach[node] = tree.startBlock(node);
      secondReach[node] = tree.startBlock(node);
      if (tree.salt(node) != 0) {
        throw new IllegalArgumentException("the tree has copies already");
      }
    }
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NONE);
    return array;
  }

  /** Says that an owner has the first {@code depth} blocks of the path that ends in a node. */
  public void use(int user, int node, int depth) {
    for (int at = node; at != PromptTree.NO_NODE; at = tree.parent(at)) {
      int to = Math.min(depth, tree.endBlock(at));
      if (owner[at] == user) {
        reach[at] = Math.max(reach[at], to);
      } else if (owner[at] == NONE || to > reach[at]) {
        secondReach[at] = owner[at] == NONE ? secondReach[at] : reach[at];
        owner[at] = user;
        reach[at] = to;
      } else {
        secondReach[at] = Math.max(secondReach[at], to);
      }
    }
  }

  /** The tree with all copies. */
  public PromptTree build() {
    for (int node = 0; node < tree.nodeCount(); node++) {
      int cut = secondReach[node];
      int above = tree.parent(node) == PromptTree.NO_NODE ? NONE : bottom(0, tree.parent(node));
      boolean isPrivate = cut < tree.endBlock(node);
      if (!isPrivate || cut > tree.startBlock(node)) {
        shared[node] = add(node, above, tree.startBlock(node), cut, 0);
      }
      for (int copy = 0; isPrivate && copy < copies; copy++) {
        int upper = shared[node] == NONE ? bottom(copy, tree.parent(node)) : shared[node];
        long its = copy == 0 ? 0 : salt(copy, owner[node]);
        own[copy * tree.nodeCount() + node] = add(node, upper, cut, tree.endBlock(node), its);
      }
    }
    return new PromptTree(
        tree.blockTokens(),
        parent.toIntArray(),
        start.toIntArray(),
        end.toIntArray(),
        offset.toIntArray(),
        tree.hashes(),
        salt.toLongArray());
  }

  /** The node in which all of a node's run ends in a copy. */
  private int bottom(int copy, int node) {
    int its = own[copy * tree.nodeCount() + node];
    return its == NONE ? shared[node] : its;
  }

  private int add(int node, int above, int from, int to, long its) {
    parent.add(above == NONE ? PromptTree.NO_NODE : above);
    start.add(from);
    end.add(to);
    offset.add(tree.hashOffset(node) + from - tree.startBlock(node));
    salt.add(its);
    return parent.size() - 1;
  }

  private static long salt(int copy, int user) {
    long mixed = PromptTree.mix(PromptTree.mix(copy) + user + 1L);
    return mixed == 0 ? 1 : mixed;
  }

  /**
   * The node, in the tree that was built, of a prompt in a copy.
   *
   * @param copy from 0, the original
   * @param node node of the original tree
   * @param depth its depth in blocks
   */
  public int node(int copy, int node, int depth) {
    return depth > secondReach[node] || shared[node] == NONE ? bottom(copy, node) : shared[node];
  }

  /** The hash that stands for a private block of an owner in a copy. */
  public long hash(int copy, int user, long hash) {
    return copy == 0 ? hash : PromptTree.mix(hash ^ salt(copy, user));
  }
}

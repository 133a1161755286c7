package dev.turnstile.engine.prompt;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Turns a builder's provisional nodes into the final, canonical tree.
 *
 * <p>Only what a prompt uses is kept; a node with a single used child is joined with it; nodes are
 * numbered in the order in which the prompts first reach them. The result therefore does not depend
 * on the order in which the chains were inserted.
 */
final class PromptTreeFreezer {
  private static final int UNSEEN = -1;

  private final PromptTreeBuilder builder;
  private final int[] usedEnd;
  private final int[] usedChildren;
  private final int[] onlyChild;
  private final int[] finalNode;
  private final IntArrayList parent = new IntArrayList();
  private final IntArrayList start = new IntArrayList();
  private final IntArrayList end = new IntArrayList();
  private final IntArrayList offset = new IntArrayList();
  private final LongArrayList hashes = new LongArrayList();

  PromptTreeFreezer(PromptTreeBuilder builder) {
    this.builder = builder;
    int nodes = builder.nodeCount();
    usedEnd = filled(nodes);
    usedChildren = new int[nodes];
    onlyChild = filled(nodes);
    finalNode = filled(nodes);
  }

  PromptTree freeze(int[] nodes, int[] depths) {
    for (int i = 0; i < nodes.length; i++) {
      if (nodes[i] >= 0) {
        nodes[i] = climb(nodes[i], depths[i]);
        markUsed(nodes[i], depths[i]);
      }
    }
    for (int i = 0; i < nodes.length; i++) {
      if (nodes[i] >= 0) {
        nodes[i] = number(nodes[i]);
      }
    }
    return new PromptTree(
        builder.blockTokens(),
        parent.toIntArray(),
        start.toIntArray(),
        end.toIntArray(),
        offset.toIntArray(),
        hashes.toLongArray(),
        new long[parent.size()]);
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, UNSEEN);
    return array;
  }

  private int climb(int node, int depth) {
    int at = node;
    while (builder.parent(at) >= 0 && builder.start(at) >= depth) {
      at = builder.parent(at);
    }
    return at;
  }

  private void markUsed(int node, int depth) {
    usedEnd[node] = Math.max(usedEnd[node], depth);
    int at = node;
    int above = builder.parent(at);
    while (above >= 0 && usedEnd[above] < builder.end(above)) {
      usedEnd[above] = builder.end(above);
      at = above;
      above = builder.parent(at);
    }
  }

  /** Numbers the node's path from the root down and returns the final number of {@code node}. */
  private int number(int node) {
    if (finalNode[node] != UNSEEN) {
      return finalNode[node];
    }
    if (usedChildren.length > 0 && parent.isEmpty()) {
      countUsedChildren();
    }
    IntArrayList path = new IntArrayList();
    int at = node;
    while (at >= 0 && finalNode[at] == UNSEEN) {
      path.add(at);
      at = builder.parent(at);
    }
    for (int i = path.size() - 1; i >= 0; i--) {
      if (finalNode[path.getInt(i)] == UNSEEN) {
        emit(path.getInt(i));
      }
    }
    return finalNode[node];
  }

  private void countUsedChildren() {
    for (int node = 0; node < usedEnd.length; node++) {
      int above = builder.parent(node);
      if (usedEnd[node] != UNSEEN && above >= 0) {
        usedChildren[above]++;
        onlyChild[above] = node;
      }
    }
  }

  /** Writes the final node that begins at {@code top}, joined with its line of only children. */
  private void emit(int top) {
    int number = parent.size();
    int above = builder.parent(top);
    parent.add(above < 0 ? PromptTree.NO_NODE : finalNode[above]);
    start.add(builder.start(top));
    offset.add(hashes.size());
    int at = top;
    appendRun(at, number);
    while (above >= 0 && usedChildren[at] == 1) {
      at = onlyChild[at];
      appendRun(at, number);
    }
    end.add(usedEnd[at]);
  }

  private void appendRun(int node, int number) {
    finalNode[node] = number;
    int from = builder.offset(node);
    int length = usedEnd[node] - builder.start(node);
    hashes.addElements(hashes.size(), builder.hashes().elements(), from, length);
  }
}

package dev.turnstile.policies.index;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Finds the nodes that hold hashed blocks of a prompt; the list is used again and again. */
final class PromptPath {
  private final BlockTree blocks;
  private final IntArrayList nodes = new IntArrayList();

  PromptPath(BlockTree blocks) {
    this.blocks = blocks;
  }

  /** The nodes of the request's path with at least one block, from the bottom to the root. */
  IntArrayList of(RequestView request) {
    nodes.clear();
    int hashed = request.hashedBlocks();
    int node = hashed == 0 ? PromptTree.NO_NODE : blocks.nodeAt(request.promptNode(), hashed - 1);
    for (; node != PromptTree.NO_NODE; node = blocks.parent(node)) {
      if (blocks.start(node) < blocks.end(node)) {
        nodes.add(node);
      }
    }
    return nodes;
  }
}

package dev.turnstile.policies.admission;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

/**
 * The prompt blocks that one worker's programs are known to hold, each charged once.
 *
 * <p>A node of the prompt tree charges the largest per-block cost among the programs whose
 * confirmed prompt runs through it. Entering and leaving cost O(depth of the path).
 */
final class SharedPrefixes {
  private final BlockTree tree;
  private final long reasoningBlockTokens;
  private final long actingBlockTokens;
  private final Int2ObjectOpenHashMap<Members> members = new Int2ObjectOpenHashMap<>();
  private long tokens;

  /**
   * Starts empty.
   *
   * @param actingBlockTokens cost of a block of a program between turns
   */
  SharedPrefixes(BlockTree tree, long actingBlockTokens) {
    this.tree = tree;
    reasoningBlockTokens = tree.blockTokens();
    this.actingBlockTokens = actingBlockTokens;
  }

  /** What all nodes together charge. */
  long tokens() {
    return tokens;
  }

  /**
   * Prompt tokens of a path that are charged through the tree: those of its nodes of which every
   * block is hashed.
   */
  static long coveredTokens(BlockTree tree, int node, int hashedBlocks) {
    int covering = covering(tree, node, hashedBlocks);
    return covering == PromptTree.NO_NODE ? 0 : (long) tree.end(covering) * tree.blockTokens();
  }

  /** A program's prompt joins ({@code +1}) or leaves ({@code -1}). */
  void count(int node, int hashedBlocks, boolean acting, int change) {
    for (int at = covering(tree, node, hashedBlocks);
        at != PromptTree.NO_NODE;
        at = tree.parent(at)) {
      long blocks = (long) tree.end(at) - tree.start(at);
      Members here = members.get(at);
      if (here == null) {
        here = new Members();
        members.put(at, here);
      }
      tokens -= blocks * cost(here);
      if (acting) {
        here.acting += change;
      } else {
        here.reasoning += change;
      }
      tokens += blocks * cost(here);
      if (here.acting == 0 && here.reasoning == 0) {
        members.remove(at);
      }
    }
  }

  private long cost(Members here) {
    long reasoning = here.reasoning > 0 ? reasoningBlockTokens : 0;
    return here.acting > 0 ? Math.max(reasoning, actingBlockTokens) : reasoning;
  }

  private static int covering(BlockTree tree, int node, int hashedBlocks) {
    int at = node;
    while (at != PromptTree.NO_NODE && tree.end(at) > hashedBlocks) {
      at = tree.parent(at);
    }
    return at;
  }

  private static final class Members {
    int reasoning;
    int acting;
  }
}

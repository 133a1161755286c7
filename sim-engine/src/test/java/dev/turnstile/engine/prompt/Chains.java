package dev.turnstile.engine.prompt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Hash chains of prompts for tests: root number and hashes.
 *
 * @param roots the root of each prompt
 * @param hashes the chain of each prompt
 */
record Chains(int rootCount, int[] roots, List<long[]> hashes) {

  /** Prompts that branch off, extend or stop inside earlier ones; ids recur at other positions. */
  static Chains random(SplittableRandom random, int count) {
    int rootCount = 1 + random.nextInt(3);
    int[] roots = new int[count];
    List<long[]> hashes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      roots[i] = random.nextInt(rootCount);
      long[] like = i == 0 ? new long[0] : hashes.get(random.nextInt(i));
      int kept = random.nextInt(like.length + 1);
      int length = kept + random.nextInt(random.nextInt(4) == 0 ? 30 : 6);
      long[] chain = Arrays.copyOf(like, length);
      for (int at = kept; at < length; at++) {
        chain[at] = random.nextInt(random.nextBoolean() ? 3 : 40);
      }
      hashes.add(chain);
    }
    return new Chains(rootCount, roots, hashes);
  }

  int count() {
    return roots.length;
  }

  /** Blocks that two prompts have in common, by comparing them one by one. */
  int common(int a, int b) {
    if (roots[a] != roots[b]) {
      return 0;
    }
    int mismatch = Arrays.mismatch(hashes.get(a), hashes.get(b));
    return mismatch < 0 ? hashes.get(a).length : mismatch;
  }

  /** A frozen tree and the node of each prompt in it. */
  record Frozen(PromptTree tree, int[] nodes) {}

  /** Inserts the prompts in the given order and freezes them in their own. */
  Frozen build(int blockTokens, int[] order) {
    PromptTreeBuilder builder = new PromptTreeBuilder(blockTokens);
    int[] rootNodes = new int[rootCount];
    for (int root = 0; root < rootCount; root++) {
      rootNodes[root] = builder.newRoot();
    }
    int[] nodes = new int[count()];
    int[] depths = new int[count()];
    for (int i : order) {
      long[] chain = hashes.get(i);
      nodes[i] = builder.insert(rootNodes[roots[i]], chain, chain.length);
      depths[i] = chain.length;
    }
    return new Frozen(builder.freeze(nodes, depths), nodes);
  }

  Frozen build(int blockTokens) {
    return build(blockTokens, ascending(count()));
  }

  static int[] ascending(int count) {
    int[] order = new int[count];
    Arrays.setAll(order, i -> i);
    return order;
  }

  static int[] shuffled(SplittableRandom random, int count) {
    int[] order = ascending(count);
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    return order;
  }
}

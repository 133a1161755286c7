package dev.turnstile.workload.inspect;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.workload.CompletePrompts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much of the prompts was seen before, for a cache of every size at once.
 *
 * <p>The requests are taken in load order and touch their trace blocks in one cache with
 * least-recently-used eviction, deepest block first, so that a block is always more recent than
 * what follows it in a prompt and the hit is a prefix. Such a cache is a stack algorithm (Mattson,
 * Gecsei, Slutz, Traiger, "Evaluation techniques for storage hierarchies", IBM Systems Journal
 * 9(2), 1970): a block hits in every cache of more blocks than have been touched since, so one pass
 * over the trace gives the exact curve.
 *
 * <p>What a request leaves behind is a range of depths of its own prompt, since every later request
 * takes over a prefix of it. A pass therefore costs O(log requests) per range touched, not per
 * block.
 */
final class PrefixSharing {
  private final PromptTree tree;

  /** Per node: (end depth, owner) pairs, the shallowest last. */
  private final @Nullable IntArrayList[] ranges;

  /** First depth that a request still owns. */
  private final int[] ownedFrom;

  /** Fenwick tree over requests: number of blocks each was the last to touch. */
  private final long[] owned;

  /**
   * How often a block was found at each distance: differences, index 1 is the most recent block.
   */
  private long[] found = new long[1024];

  private long blocks;
  private long hitBlocks;

  private PrefixSharing(CompletePrompts prompts, int requests) {
    tree = prompts.tree();
    ranges = new IntArrayList[tree.nodeCount()];
    ownedFrom = new int[requests];
    owned = new long[requests + 1];
  }

  static PrefixSharing of(CompletePrompts prompts, int requests) {
    PrefixSharing sharing = new PrefixSharing(prompts, requests);
    IntArrayList path = new IntArrayList();
    for (int r = 0; r < requests; r++) {
      sharing.path(prompts.node(r), path);
      int depth = prompts.depth(r);
      sharing.count(path, depth);
      sharing.takeOver(path, depth, r);
    }
    return sharing;
  }

  /** Blocks asked for. */
  long blocks() {
    return blocks;
  }

  /** Blocks found with an unlimited cache. */
  long hitBlocks() {
    return hitBlocks;
  }

  /** Blocks that differ. */
  long distinctBlocks() {
    return blocks - hitBlocks;
  }

  /** The hit ratio for caches from 1/1024 of the distinct blocks up to all of them. */
  List<Inspection.CachePoint> curve() {
    List<Inspection.CachePoint> curve = new ArrayList<>();
    long capacity = 0;
    long hits = 0;
    long atDistance = 0;
    for (int shift = 10; shift >= 0; shift--) {
      long next = ceilShift(distinctBlocks(), shift);
      if (next == capacity) {
        continue;
      }
      while (capacity < next) {
        capacity++;
        atDistance += capacity < found.length ? found[(int) capacity] : 0;
        hits += atDistance;
      }
      curve.add(
          new Inspection.CachePoint(
              capacity, capacity * tree.blockTokens(), (double) hits / blocks));
    }
    return curve;
  }

  private static long ceilShift(long value, int shift) {
    return (value + (1L << shift) - 1) >> shift;
  }

  /** The nodes from the root to {@code node}. */
  private void path(int node, IntArrayList path) {
    path.clear();
    for (int at = node; at != PromptTree.NO_NODE; at = tree.parent(at)) {
      path.add(at);
    }
    for (int i = 0, j = path.size() - 1; i < j; i++, j--) {
      int swap = path.getInt(i);
      path.set(i, path.getInt(j));
      path.set(j, swap);
    }
  }

  /** Counts the distances of the blocks of one prompt, before the prompt itself changes them. */
  private void count(IntArrayList path, int depth) {
    blocks += depth;
    int from = 0;
    for (int i = 0; i < path.size(); i++) {
      IntArrayList node = ranges[path.getInt(i)];
      for (int top = node == null ? 0 : node.size(); top > 0 && from < depth; top -= 2) {
        int to = Math.min(node.getInt(top - 2), depth);
        int owner = node.getInt(top - 1);
        long newer = owned(owned.length - 1) - owned(owner + 1) + from - ownedFrom[owner];
        addFound(newer + 1, to - from);
        hitBlocks += to - from;
        from = to;
      }
      if (from < Math.min(depth, tree.endBlock(path.getInt(i)))) {
        return;
      }
    }
  }

  private void addFound(long distance, int length) {
    int end = Math.toIntExact(distance + length);
    if (end >= found.length) {
      found = Arrays.copyOf(found, Math.max(end + 1, found.length * 2));
    }
    found[(int) distance]++;
    found[end]--;
  }

  /** Makes {@code request} the last one that touched the first {@code depth} blocks of its path. */
  private void takeOver(IntArrayList path, int depth, int request) {
    for (int i = 0; i < path.size(); i++) {
      int node = path.getInt(i);
      int from = tree.startBlock(node);
      int to = Math.min(depth, tree.endBlock(node));
      if (to > from) {
        takeOverRun(node, from, to, request);
      }
    }
    addOwned(request, depth);
  }

  private void takeOverRun(int node, int from, int to, int request) {
    if (ranges[node] == null) {
      ranges[node] = new IntArrayList(2);
    }
    IntArrayList stack = ranges[node];
    int at = from;
    while (!stack.isEmpty() && at < to) {
      int end = stack.getInt(stack.size() - 2);
      int owner = stack.getInt(stack.size() - 1);
      int taken = Math.min(end, to);
      addOwned(owner, at - taken);
      ownedFrom[owner] = taken;
      at = taken;
      if (end <= to) {
        stack.size(stack.size() - 2);
      }
    }
    stack.add(to);
    stack.add(request);
  }

  private void addOwned(int request, int count) {
    for (int i = request + 1; i < owned.length; i += i & -i) {
      owned[i] += count;
    }
  }

  /** Blocks owned by the first {@code count} requests. */
  private long owned(int count) {
    long sum = 0;
    for (int i = count; i > 0; i -= i & -i) {
      sum += owned[i];
    }
    return sum;
  }
}

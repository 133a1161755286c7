package dev.turnstile.engine.prompt;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Interns hash chains into a growing prompt tree.
 *
 * <p>{@link #insert} returns a provisional node for the chain. Splits keep the number of the lower
 * part, so a provisional node stays on the chain's path for ever; {@link #freeze} turns the
 * provisional nodes into final ones. The final tree depends on the chains and their order in {@code
 * freeze} only, not on the order of insertion.
 *
 * <p>Not thread-safe. Inserting costs O(length of the chain).
 */
public final class PromptTreeBuilder {
  private static final int NONE = -1;

  /** Children lists longer than this get a hash map, so that wide nodes stay cheap. */
  private static final int LINEAR_CHILDREN = 8;

  private final int blockTokens;
  private final IntArrayList parent = new IntArrayList();
  private final IntArrayList start = new IntArrayList();
  private final IntArrayList end = new IntArrayList();
  private final IntArrayList offset = new IntArrayList();
  private final IntArrayList firstChild = new IntArrayList();
  private final IntArrayList nextSibling = new IntArrayList();
  private final IntArrayList childCount = new IntArrayList();
  private final ObjectArrayList<@Nullable Long2IntOpenHashMap> childMap = new ObjectArrayList<>();
  private final LongArrayList hashes = new LongArrayList();

  /**
   * Creates an empty builder.
   *
   * @param blockTokens tokens per block, at least 1
   */
  public PromptTreeBuilder(int blockTokens) {
    if (blockTokens < 1) {
      throw new IllegalArgumentException("blockTokens must be >= 1, got " + blockTokens);
    }
    this.blockTokens = blockTokens;
  }

  /** Tokens per block. */
  public int blockTokens() {
    return blockTokens;
  }

  /** Adds a root: an own scope of identity. Chains under different roots never share a block. */
  public int newRoot() {
    return newNode(NONE, 0, 0, 0);
  }

  /**
   * Interns a chain of {@code count} hashes below {@code root} and returns its provisional node.
   *
   * @throws IllegalStateException if the tree would hold more than 2^31 - 1 distinct blocks
   */
  public int insert(int root, long[] chain, int count) {
    int node = root;
    int at = 0;
    while (at < count) {
      int child = child(node, chain[at]);
      if (child == NONE) {
        return append(node, chain, at, count);
      }
      int run = end.getInt(child) - start.getInt(child);
      int runOffset = offset.getInt(child);
      int length = Math.min(run, count - at);
      int same =
          Arrays.mismatch(chain, at, at + length, hashes.elements(), runOffset, runOffset + length);
      if (same < 0) {
        same = length;
      }
      if (same < run && at + same < count) {
        node = split(child, same);
      } else {
        node = child;
      }
      at += same;
    }
    return node;
  }

  /**
   * The final tree and the final nodes of the given prompts.
   *
   * @param nodes provisional nodes in load order; {@code -1} entries are kept as they are. The
   *     array is overwritten with the final nodes
   * @param depths the depth in blocks of each prompt
   */
  public PromptTree freeze(int[] nodes, int[] depths) {
    return new PromptTreeFreezer(this).freeze(nodes, depths);
  }

  private int append(int node, long[] chain, int from, int count) {
    boolean extendable =
        childCount.getInt(node) == 0
            && end.getInt(node) > start.getInt(node)
            && offset.getInt(node) + end.getInt(node) - start.getInt(node) == hashes.size();
    int target = node;
    if (extendable) {
      end.set(node, count);
    } else {
      target = newNode(node, from, count, hashes.size());
    }
    if ((long) hashes.size() + count - from > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("more than 2^31 - 1 distinct trace blocks");
    }
    hashes.addElements(hashes.size(), chain, from, count - from);
    if (!extendable) {
      link(node, target);
    }
    return target;
  }

  /** Cuts {@code child} after {@code length} blocks; the new upper part is returned. */
  private int split(int child, int length) {
    int above = parent.getInt(child);
    int upper =
        newNode(above, start.getInt(child), start.getInt(child) + length, offset.getInt(child));
    replaceChild(above, child, upper);
    parent.set(child, upper);
    start.set(child, start.getInt(child) + length);
    offset.set(child, offset.getInt(child) + length);
    nextSibling.set(child, NONE);
    link(upper, child);
    return upper;
  }

  private int newNode(int above, int from, int to, int hashOffset) {
    parent.add(above);
    start.add(from);
    end.add(to);
    offset.add(hashOffset);
    firstChild.add(NONE);
    nextSibling.add(NONE);
    childCount.add(0);
    childMap.add(null);
    return parent.size() - 1;
  }

  private int child(int node, long hash) {
    Long2IntOpenHashMap map = childMap.get(node);
    if (map != null) {
      return map.get(hash);
    }
    int child = firstChild.getInt(node);
    while (child != NONE && hashes.getLong(offset.getInt(child)) != hash) {
      child = nextSibling.getInt(child);
    }
    return child;
  }

  private void link(int above, int child) {
    nextSibling.set(child, firstChild.getInt(above));
    firstChild.set(above, child);
    int count = childCount.getInt(above) + 1;
    childCount.set(above, count);
    Long2IntOpenHashMap map = childMap.get(above);
    if (map != null) {
      map.put(hashes.getLong(offset.getInt(child)), child);
    } else if (count > LINEAR_CHILDREN) {
      childMap.set(above, mapOfChildren(above));
    }
  }

  private Long2IntOpenHashMap mapOfChildren(int above) {
    Long2IntOpenHashMap map = new Long2IntOpenHashMap();
    map.defaultReturnValue(NONE);
    for (int c = firstChild.getInt(above); c != NONE; c = nextSibling.getInt(c)) {
      map.put(hashes.getLong(offset.getInt(c)), c);
    }
    return map;
  }

  /**
   * Puts {@code by} where {@code old} stood among the children of {@code above}. With a map the
   * sibling list is not consulted any more, so it is not kept.
   */
  private void replaceChild(int above, int old, int by) {
    Long2IntOpenHashMap map = childMap.get(above);
    if (map != null) {
      map.put(hashes.getLong(offset.getInt(by)), by);
      return;
    }
    nextSibling.set(by, nextSibling.getInt(old));
    if (firstChild.getInt(above) == old) {
      firstChild.set(above, by);
      return;
    }
    int before = firstChild.getInt(above);
    while (nextSibling.getInt(before) != old) {
      before = nextSibling.getInt(before);
    }
    nextSibling.set(before, by);
  }

  int nodeCount() {
    return parent.size();
  }

  int parent(int node) {
    return parent.getInt(node);
  }

  int start(int node) {
    return start.getInt(node);
  }

  int end(int node) {
    return end.getInt(node);
  }

  int offset(int node) {
    return offset.getInt(node);
  }

  LongArrayList hashes() {
    return hashes;
  }
}

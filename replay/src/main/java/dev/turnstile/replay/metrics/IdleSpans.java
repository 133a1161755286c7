package dev.turnstile.replay.metrics;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.Arrays;

/**
 * The spans of time over which a cache has to keep idle blocks to have them when they are asked for
 * again, and which of them fit into a pool at best.
 *
 * <p>A span begins where the last request that held its blocks ends, and ends where they are asked
 * for. Whenever more blocks are kept than fit, those go that are asked for last, the deepest of
 * these first (L. A. Belady, "A study of replacement algorithms for a virtual-storage computer",
 * IBM Systems Journal 5, 1966). As every block kept to the end of its span counts once, that is the
 * most that any choice can keep.
 *
 * <p>Spans are added in the order of their ends, those with the same end from the start of the
 * prompt on; so the span to give up first is always the one that was added last.
 */
final class IdleSpans {
  private static final int NONE = -1;

  /** Newest span that begins at a time; the others hang behind it. */
  private int[] lastBegun = {};

  private final IntArrayList blocks = new IntArrayList();
  private final IntArrayList begins = new IntArrayList();
  private final IntArrayList ends = new IntArrayList();
  private final IntArrayList alsoBegun = new IntArrayList();

  /**
   * Forgets everything.
   *
   * @param times times will be less than this
   */
  void clear(int times) {
    blocks.clear();
    begins.clear();
    ends.clear();
    alsoBegun.clear();
    if (lastBegun.length < times) {
      lastBegun = new int[times];
    }
    Arrays.fill(lastBegun, 0, times, NONE);
  }

  /** Adds a span. Neighbours along a prompt with the same times become one. */
  void add(int count, int begin, int end) {
    int last = blocks.size() - 1;
    if (last >= 0 && begins.getInt(last) == begin && ends.getInt(last) == end) {
      blocks.set(last, blocks.getInt(last) + count);
      return;
    }
    blocks.add(count);
    begins.add(begin);
    ends.add(end);
    alsoBegun.add(lastBegun[begin]);
    lastBegun[begin] = last + 1;
  }

  /** Blocks of all spans together. */
  long total() {
    long sum = 0;
    for (int i = 0; i < blocks.size(); i++) {
      sum += blocks.getInt(i);
    }
    return sum;
  }

  /**
   * How many blocks can be kept to the end of their spans. May be called once.
   *
   * @param times as told to {@link #clear}
   * @param capacityBlocks blocks that fit at any time
   */
  long kept(int times, long capacityBlocks) {
    IntHeapPriorityQueue latestFirst = new IntHeapPriorityQueue((a, b) -> Integer.compare(b, a));
    long held = 0;
    long kept = 0;
    int ending = 0;
    for (int now = 0; now < times; now++) {
      for (; ending < blocks.size() && ends.getInt(ending) == now; ending++) {
        kept += blocks.getInt(ending);
        held -= blocks.set(ending, 0);
      }
      for (int span = lastBegun[now]; span != NONE; span = alsoBegun.getInt(span)) {
        held += blocks.getInt(span);
        latestFirst.enqueue(span);
      }
      while (held > capacityBlocks) {
        int span = latestFirst.firstInt();
        int left = (int) Math.max(0, blocks.getInt(span) - (held - capacityBlocks));
        held -= blocks.set(span, left) - left;
        if (left == 0) {
          latestFirst.dequeueInt();
        }
      }
    }
    return kept;
  }
}

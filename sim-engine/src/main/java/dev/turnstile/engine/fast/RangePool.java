package dev.turnstile.engine.fast;

import dev.turnstile.engine.fast.Segment.Kind;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;

/**
 * The KV blocks of a worker's HBM as ranges (worker model, sections 2.2 and 2.3).
 *
 * <p>A request that runs holds, from the start of its prompt: the first copies that it hit, the
 * segments that it computed, and private blocks that are not addressable yet. Everything costs
 * O(segments touched). Free blocks are a number; only under {@code strict_queue}, where it matters
 * which block is overwritten, those that were used before queue with the inactive segments.
 */
final class RangePool {
  private final WorkerConfig config;
  private final long capacity;
  private final boolean strictQueue;
  private final SegmentStore segments = new SegmentStore();
  private final RecencyList recency = new RecencyList();
  private final ResidentRanges ranges;

  /** Under {@code strict_queue} the blocks that were ever used. */
  private long usedBefore;

  private long privateBlocks;
  private long activeBlocks;
  private long inactiveBlocks;
  private long evictedBlocks;

  RangePool(WorkerConfig config, KvEvents events) {
    this.config = config;
    capacity = config.kvBlocks();
    strictQueue = config.freeOrder() == FreeOrder.STRICT_QUEUE;
    ranges = new ResidentRanges(segments, recency, events);
  }

  long capacity() {
    return capacity;
  }

  long free() {
    return capacity - privateBlocks - activeBlocks - inactiveBlocks;
  }

  long referenced() {
    return privateBlocks + activeBlocks;
  }

  long inactive() {
    return inactiveBlocks;
  }

  ResidentRanges ranges() {
    return ranges;
  }

  /** A pass begins that gives and takes blocks. */
  void beginPass(long nowNanos) {
    ranges.evicted().setNow(nowNanos);
  }

  RecencyList recency() {
    return recency;
  }

  /** Cached blocks overwritten since the last call. */
  long takeEvictedCount() {
    long count = evictedBlocks;
    evictedBlocks = 0;
    return count;
  }

  /** Blocks that can be taken before the first one is evicted; a lower bound. */
  long freeWithoutEviction() {
    if (!strictQueue) {
      return free();
    }
    Segment head = recency.first();
    return capacity - usedBefore + (head != null && head.kind == Kind.FREE ? head.length() : 0);
  }

  /** How many of the first {@code hits} blocks of a path, all resident, are inactive. */
  long inactiveBlocks(BlockPath path, int hits) {
    long count = 0;
    int at = 0;
    for (int run = 0; at < hits; run++) {
      int end = Math.min(path.end(run), hits);
      for (Segment s = holding(path.owner(run), at); s != null && s.from < end; s = s.deeper) {
        if (s.references == 0) {
          count += Math.min(s.to, end) - Math.max(s.from, at);
        }
      }
      at = end;
    }
    return count;
  }

  private Segment holding(int ownerNumber, int block) {
    OwnerBlocks owner = ranges.find(ownerNumber);
    Segment segment = owner == null ? null : owner.endingAfter(block);
    if (segment == null) {
      throw new IllegalStateException("block " + block + " of " + ownerNumber + " is not resident");
    }
    return segment;
  }

  /**
   * Whether {@code need} blocks can be taken after reviving {@code revived} inactive ones: the
   * check before every mutation. A revived block is no longer there to be evicted.
   */
  boolean canTake(long need, long revived) {
    return need <= free() + inactiveBlocks - revived;
  }

  /** Lets a sequence hold the first {@code hits} blocks of its path, all resident. */
  void touch(Sequence sequence, int hits) {
    BlockPath path = sequence.path;
    int at = 0;
    for (int run = 0; at < hits; run++) {
      int end = Math.min(path.end(run), hits);
      Segment segment = holding(path.owner(run), at);
      if (segment.from < at) {
        ranges.split(segment, at);
      }
      while (at < end) {
        Segment part = segment.to > end ? ranges.split(segment, end) : segment;
        at = part.to;
        reference(part);
        segment = part.deeper == null ? part : part.deeper;
      }
    }
    sequence.blocks = hits;
    sequence.hitBlocks = hits;
    sequence.cachedBlocks = hits;
  }

  private void reference(Segment segment) {
    if (segment.references++ == 0) {
      recency.remove(segment);
      inactiveBlocks -= segment.length();
      activeBlocks += segment.length();
    }
  }

  /** Gives a sequence the blocks of its first tokens and makes those that they fill addressable. */
  void allocate(Sequence sequence, long tokens) {
    long missing = config.blocksFor(tokens) - sequence.blocks;
    if (missing > 0) {
      take(sequence, missing);
    }
    int full = Math.toIntExact(tokens / config.blockTokens());
    if (config.enablePrefixCaching() && full > sequence.cachedBlocks) {
      cache(sequence, full);
    }
  }

  /** Gives a sequence private blocks, evicting where needed. */
  void take(Sequence sequence, long count) {
    long unused = strictQueue ? capacity - usedBefore : free();
    long evicted = Math.max(0, count - unused);
    if (strictQueue) {
      usedBefore += count - evicted;
    }
    privateBlocks += count;
    sequence.blocks = Math.toIntExact(sequence.blocks + count);
    if (evicted > 0) {
      overwrite(evicted, sequence.request);
    }
  }

  private void overwrite(long count, int request) {
    long left = count;
    while (left > 0) {
      Segment head = recency.first();
      if (head == null) {
        throw new IllegalStateException("no block is left to overwrite");
      }
      int length = (int) Math.min(left, head.length());
      left -= length;
      boolean whole = length == head.length();
      if (whole) {
        recency.remove(head);
      }
      if (head.kind == Kind.FREE) {
        head.to -= length;
        if (whole) {
          segments.giveBack(head);
        }
      } else {
        inactiveBlocks -= length;
        evictedBlocks += length;
        ranges.dropTail(head, head.to - length, request);
      }
    }
  }

  /** Makes the blocks of a sequence up to {@code end} addressable. */
  void cache(Sequence sequence, int end) {
    BlockPath path = sequence.path;
    int at = sequence.cachedBlocks;
    privateBlocks -= end - at;
    activeBlocks += end - at;
    for (int run = path.runOf(at); at < end; run++) {
      int to = Math.min(path.end(run), end);
      sequence.computedTop = ranges.cache(path.owner(run), at, to, sequence.computedTop);
      at = to;
    }
    sequence.cachedBlocks = end;
  }

  /** Makes the blocks of a sequence from {@code end} on private again; nobody else holds them. */
  void uncache(Sequence sequence, int end) {
    int count = sequence.cachedBlocks - end;
    activeBlocks -= count;
    privateBlocks += count;
    while (sequence.cachedBlocks > end) {
      Segment top = sequence.computedTop;
      if (top == null || top.references != 1) {
        throw new IllegalStateException("uncached a block that others hold: " + top);
      }
      int from = Math.max(top.from, end);
      sequence.cachedBlocks = from;
      if (from == top.from) {
        sequence.computedTop = top.computedBefore;
      }
      ranges.dropTail(top, from, sequence.request);
    }
  }

  /** Gives back all blocks of a sequence, the last one first. */
  void release(Sequence sequence) {
    int unfilled = sequence.blocks - sequence.cachedBlocks;
    privateBlocks -= unfilled;
    if (strictQueue && unfilled > 0) {
      addFree(unfilled);
    }
    Segment computed = sequence.computedTop;
    while (computed != null) {
      Segment before = computed.computedBefore;
      computed.computing = false;
      computed.computedBefore = null;
      dereference(computed);
      computed = before;
    }
    releaseHits(sequence.path, sequence.hitBlocks);
    sequence.computedTop = null;
    sequence.blocks = 0;
    sequence.hitBlocks = 0;
    sequence.cachedBlocks = 0;
  }

  private void addFree(int count) {
    Segment last = recency.last();
    if (last != null && last.kind == Kind.FREE) {
      last.to += count;
    } else {
      recency.addLast(segments.take(Kind.FREE, null, 0, count));
    }
  }

  private void releaseHits(BlockPath path, int hits) {
    int end = hits;
    for (int run = hits == 0 ? -1 : path.runOf(hits - 1); run >= 0; run--) {
      int start = path.start(run);
      Segment segment = holding(path.owner(run), end - 1);
      while (end > start) {
        Segment next = segment.shallower;
        end = segment.from;
        dereference(segment);
        if (end > start && next == null) {
          throw new IllegalStateException("a block in front of block " + end + " is not resident");
        }
        segment = next == null ? segment : next;
      }
    }
  }

  private void dereference(Segment segment) {
    if (--segment.references > 0) {
      return;
    }
    activeBlocks -= segment.length();
    inactiveBlocks += segment.length();
    Segment last = recency.last();
    OwnerBlocks owner = segment.owner;
    if (last != null && owner != null && joins(segment, last)) {
      last.from = segment.from;
      owner.remove(segment);
      segments.giveBack(segment);
    } else {
      recency.addLast(segment);
    }
  }

  /** Whether the blocks of a released segment continue those that were released just before. */
  private static boolean joins(Segment segment, Segment last) {
    return last.kind == segment.kind && last == segment.deeper && last.from == segment.to;
  }
}

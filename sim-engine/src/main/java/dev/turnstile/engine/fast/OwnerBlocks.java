package dev.turnstile.engine.fast;

import org.jspecify.annotations.Nullable;

/**
 * What a pool holds of one owner, that is of one node of the prompt tree or of one request's own
 * blocks.
 *
 * <p>{@link Segment.Kind#FIRST First} copies form a list in block order without overlaps; further
 * copies form a second list in the order in which they were cached.
 */
final class OwnerBlocks {
  /** The node of the prompt tree, or {@code ~request}. */
  int owner;

  /** Its list of {@link EvictedBlocks}. */
  int evicted;

  private @Nullable Segment head;
  private @Nullable Segment tail;
  private @Nullable Segment firstExtra;
  private @Nullable Segment lastExtra;

  /** The first copy that is closest to the start of the prompt, or null. */
  @Nullable Segment head() {
    return head;
  }

  /** The first copy that is farthest from the start of the prompt, or null. */
  @Nullable Segment tail() {
    return tail;
  }

  /** The further copy that was cached first, or null. */
  @Nullable Segment firstExtra() {
    return firstExtra;
  }

  /** The further copy that was cached last, or null. */
  @Nullable Segment lastExtra() {
    return lastExtra;
  }

  /** The first copy that ends behind the block, its own or a deeper one, or null. */
  @Nullable Segment endingAfter(int block) {
    Segment at = tail;
    if (at == null || at.to <= block) {
      return null;
    }
    if (at.from <= block) {
      return at;
    }
    at = head;
    while (at != null && at.to <= block) {
      at = at.deeper;
    }
    return at;
  }

  /** The end of the resident blocks that follow one another from {@code block}, up to a limit. */
  int residentEnd(int block, int limit) {
    int end = block;
    for (Segment at = endingAfter(block);
        at != null && at.from <= end && end < limit;
        at = at.deeper) {
      end = at.to;
    }
    return Math.min(end, limit);
  }

  /** Adds a first copy between its neighbours; {@code before} is null for the head. */
  void insertAfter(@Nullable Segment before, Segment segment) {
    Segment after = before == null ? head : before.deeper;
    segment.shallower = before;
    segment.deeper = after;
    if (before == null) {
      head = segment;
    } else {
      before.deeper = segment;
    }
    if (after == null) {
      tail = segment;
    } else {
      after.shallower = segment;
    }
  }

  /** Adds a further copy behind all others. */
  void addExtra(Segment segment) {
    insertExtraBefore(null, segment);
  }

  /** Adds a further copy right before another one, or behind all others for null. */
  void insertExtraBefore(@Nullable Segment next, Segment segment) {
    Segment before = next == null ? lastExtra : next.shallower;
    segment.shallower = before;
    segment.deeper = next;
    if (before == null) {
      firstExtra = segment;
    } else {
      before.deeper = segment;
    }
    if (next == null) {
      lastExtra = segment;
    } else {
      next.shallower = segment;
    }
  }

  /** Takes a segment out of its list. */
  void remove(Segment segment) {
    Segment before = segment.shallower;
    Segment after = segment.deeper;
    boolean extra = segment.kind == Segment.Kind.EXTRA;
    if (before != null) {
      before.deeper = after;
    } else if (extra) {
      firstExtra = after;
    } else {
      head = after;
    }
    if (after != null) {
      after.shallower = before;
    } else if (extra) {
      lastExtra = before;
    } else {
      tail = before;
    }
    segment.shallower = null;
    segment.deeper = null;
  }

  /** Whether no segment is left. */
  boolean isEmpty() {
    return head == null;
  }
}

package dev.turnstile.engine.fast;

import org.jspecify.annotations.Nullable;

/**
 * A range of KV blocks that share one state: blocks {@code [from, to)} of one owner, counted from
 * the start of the prompt.
 *
 * <p>A segment is in the list of its owner ({@link OwnerBlocks}); while nobody references it, it is
 * in the {@link RecencyList} as well, and then its deepest block is its least recent one. While the
 * request that computed it runs, it is in that request's chain, the deepest segment first. Segments
 * are recycled by {@link SegmentStore}.
 */
final class Segment {
  /** What the blocks of a segment are. */
  enum Kind {
    /** The copy of each block that lookups find. */
    FIRST,
    /** A further copy, which becomes the first when all that were cached before it are gone. */
    EXTRA,
    /** So many blocks that hold nothing, in the queue of {@code strict_queue}; without an owner. */
    FREE
  }

  Kind kind = Kind.FREE;
  @Nullable OwnerBlocks owner;
  int from;
  int to;

  /** Requests that hold the blocks. */
  int references;

  /** Neighbours in the owner's list. */
  @Nullable Segment shallower;

  @Nullable Segment deeper;

  /** Neighbours in the recency list, both null outside of it. */
  @Nullable Segment lessRecent;

  @Nullable Segment moreRecent;

  /** Whether the request that computed the blocks still runs. */
  boolean computing;

  /** The next segment towards the start of the prompt that the same request computed. */
  @Nullable Segment computedBefore;

  int length() {
    return to - from;
  }

  boolean isResident() {
    return kind == Kind.FIRST || kind == Kind.EXTRA;
  }

  @Override
  public String toString() {
    return kind + " [" + from + ", " + to + ") x " + references;
  }
}

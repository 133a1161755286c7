package dev.turnstile.engine.fast;

import org.jspecify.annotations.Nullable;

/**
 * The segments that nobody references, in the order of their release, the least recent first.
 *
 * <p>Under {@code strict_queue} runs of free blocks queue with them (worker model, section 2.3).
 */
final class RecencyList {
  private @Nullable Segment first;
  private @Nullable Segment last;

  /** The least recent segment, or null if there is none. */
  @Nullable Segment first() {
    return first;
  }

  /** The most recent segment, or null if there is none. */
  @Nullable Segment last() {
    return last;
  }

  void addLast(Segment segment) {
    segment.lessRecent = last;
    segment.moreRecent = null;
    if (last == null) {
      first = segment;
    } else {
      last.moreRecent = segment;
    }
    last = segment;
  }

  /** Puts a segment where it is a little more recent than another one. */
  void addAfter(Segment segment, Segment other) {
    Segment next = other.moreRecent;
    segment.lessRecent = other;
    segment.moreRecent = next;
    other.moreRecent = segment;
    if (next == null) {
      last = segment;
    } else {
      next.lessRecent = segment;
    }
  }

  void remove(Segment segment) {
    Segment before = segment.lessRecent;
    Segment after = segment.moreRecent;
    if (before == null) {
      first = after;
    } else {
      before.moreRecent = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.lessRecent = before;
    }
    segment.lessRecent = null;
    segment.moreRecent = null;
  }
}

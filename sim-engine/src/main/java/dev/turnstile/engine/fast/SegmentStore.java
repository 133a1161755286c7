package dev.turnstile.engine.fast;

import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import org.jspecify.annotations.Nullable;

/** Makes segments and takes back those that are no longer needed. */
final class SegmentStore {
  private final ObjectArrayList<Segment> unused = new ObjectArrayList<>();

  Segment take(Segment.Kind kind, @Nullable OwnerBlocks owner, int from, int to) {
    Segment segment = unused.isEmpty() ? new Segment() : unused.pop();
    segment.kind = kind;
    segment.owner = owner;
    segment.from = from;
    segment.to = to;
    segment.references = 0;
    segment.computing = false;
    return segment;
  }

  /** Takes back a segment that is in no list. */
  void giveBack(Segment segment) {
    segment.owner = null;
    segment.computedBefore = null;
    unused.push(segment);
  }
}

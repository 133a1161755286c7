package dev.turnstile.engine.fast;

import dev.turnstile.engine.fast.Segment.Kind;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.Evictions;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The hash-addressable blocks of a worker, by owner, as ranges.
 *
 * <p>Several physical copies may carry one hash. Lookups find the copy that was cached first of
 * those that are here; the others stand behind it in the order in which they were cached, and when
 * it goes, the next one takes its place (worker model, section 2.2). Blocks of the prompt tree that
 * were here and are gone are remembered, those of one request alone are not. Only owners with
 * something resident have a record; for the others one number is kept.
 */
final class ResidentRanges {
  private final SegmentStore segments;
  private final RecencyList recency;
  private final KvEvents events;
  private final Int2ObjectOpenHashMap<OwnerBlocks> owners = new Int2ObjectOpenHashMap<>();
  private final ObjectArrayList<OwnerBlocks> unused = new ObjectArrayList<>();

  private final EvictedBlocks evicted = new EvictedBlocks();

  /** The lists of evicted blocks of the nodes that have no record. */
  private final Int2IntOpenHashMap evictedOf = new Int2IntOpenHashMap();

  ResidentRanges(SegmentStore segments, RecencyList recency, KvEvents events) {
    this.segments = segments;
    this.recency = recency;
    this.events = events;
    evictedOf.defaultReturnValue(EvictedBlocks.NONE);
  }

  /** The record of an owner, or null if nothing of it is resident. */
  @Nullable OwnerBlocks find(int owner) {
    return owners.get(owner);
  }

  /** The records of all owners, in no particular order. */
  Iterable<OwnerBlocks> owners() {
    return owners.values();
  }

  /** The blocks that were here and are gone. */
  EvictedBlocks evicted() {
    return evicted;
  }

  /** Leading blocks of a path that are resident, at most {@code limit}. */
  int residentBlocks(BlockPath path, int limit) {
    int at = 0;
    for (int run = 0; at < limit; run++) {
      OwnerBlocks owner = owners.get(path.owner(run));
      if (owner == null) {
        return at;
      }
      int end = Math.min(path.end(run), limit);
      at = owner.residentEnd(at, end);
      if (at < end) {
        return at;
      }
    }
    return at;
  }

  /**
   * Counts the blocks {@code [from, to)} of a path that are in the prompt tree, were here and are
   * gone, and tells who took them.
   */
  int goneBlocks(BlockPath path, int from, int to, Evictions evictions) {
    int count = 0;
    int end = Math.min(to, path.namedEnd());
    int at = from;
    for (int run = path.runOf(from); at < end; run++) {
      int runEnd = Math.min(path.end(run), end);
      OwnerBlocks owner = owners.get(path.owner(run));
      int list = owner == null ? evictedOf.get(path.owner(run)) : owner.evicted;
      count += evicted.tell(list, at, runEnd, evictions);
      at = runEnd;
    }
    return count;
  }

  /**
   * Makes blocks of a running request addressable.
   *
   * @param computed the deepest segment that the request computed before, or null
   * @return the deepest segment that the request computed now
   */
  @Nullable Segment cache(int ownerNumber, int from, int to, @Nullable Segment computed) {
    OwnerBlocks last = computed == null ? null : computed.owner;
    OwnerBlocks owner = last != null && last.owner == ownerNumber ? last : open(ownerNumber);
    Segment deepest = computed;
    int at = from;
    while (at < to) {
      Segment here = owner.endingAfter(at);
      if (here != null && here.from <= at) {
        int end = owner.residentEnd(at, to);
        deepest = addExtra(owner, at, end, deepest);
        at = end;
      } else {
        int end = here == null ? to : Math.min(to, here.from);
        deepest = addFirst(owner, at, end, here, deepest);
        at = end;
      }
    }
    return deepest;
  }

  private OwnerBlocks open(int number) {
    OwnerBlocks owner = owners.get(number);
    if (owner == null) {
      owner = unused.isEmpty() ? new OwnerBlocks() : unused.pop();
      owner.owner = number;
      owners.put(number, owner);
      owner.evicted =
          BlockIdentity.isPrivate(number) ? EvictedBlocks.NONE : evictedOf.remove(number);
    }
    return owner;
  }

  private Segment addExtra(OwnerBlocks owner, int from, int to, @Nullable Segment computed) {
    if (computed != null && computed == owner.lastExtra() && computed.to == from) {
      computed.to = to;
      return computed;
    }
    Segment extra = segments.take(Kind.EXTRA, owner, from, to);
    owner.addExtra(extra);
    return computedAfter(extra, computed);
  }

  private Segment addFirst(
      OwnerBlocks owner, int from, int to, @Nullable Segment here, @Nullable Segment computed) {
    Segment before = here == null ? owner.tail() : here.shallower;
    if (owner.evicted != EvictedBlocks.NONE) {
      owner.evicted = evicted.remove(owner.evicted, from, to);
    }
    events.stored(owner.owner, from, to);
    if (computed != null
        && computed == before
        && computed.to == from
        && computed.kind == Kind.FIRST
        && computed.references == 1) {
      computed.to = to;
      return computed;
    }
    Segment first = segments.take(Kind.FIRST, owner, from, to);
    owner.insertAfter(before, first);
    return computedAfter(first, computed);
  }

  private static Segment computedAfter(Segment segment, @Nullable Segment computed) {
    segment.references = 1;
    segment.computing = true;
    segment.computedBefore = computed;
    return segment;
  }

  /**
   * Cuts a segment in two. The given one keeps the deeper part.
   *
   * @return the part in front of block {@code at}
   */
  Segment split(Segment segment, int at) {
    OwnerBlocks owner = segment.owner;
    if (owner == null) {
      throw new IllegalStateException("split of " + segment + " without an owner");
    }
    Segment front = segments.take(segment.kind, owner, segment.from, at);
    segment.from = at;
    front.references = segment.references;
    front.computing = segment.computing;
    front.computedBefore = segment.computedBefore;
    if (segment.kind == Kind.EXTRA) {
      owner.insertExtraBefore(segment, front);
    } else {
      owner.insertAfter(segment.shallower, front);
    }
    if (segment.computing) {
      segment.computedBefore = front;
    }
    if (segment.isResident() && segment.references == 0) {
      recency.addAfter(front, segment);
    }
    return front;
  }

  /**
   * One copy of the blocks behind {@code at} is gone; a segment of which nothing is left is given
   * back, and has to be out of the recency list before.
   *
   * @param request for whom they go
   */
  void dropTail(Segment segment, int at, int request) {
    OwnerBlocks owner = segment.owner;
    if (owner == null) {
      throw new IllegalStateException("drop of " + segment + " without an owner");
    }
    int end = segment.to;
    segment.to = at;
    if (segment.kind == Kind.FIRST) {
      while (end > at) {
        end = replace(owner, segment, at, end, request);
      }
    }
    if (segment.length() == 0) {
      owner.remove(segment);
      segments.giveBack(segment);
      closeIfEmpty(owner);
    }
  }

  /**
   * Lets the next copies take the place of gone first copies, from the deepest block down.
   *
   * @param before the segment in front of the gone blocks
   * @param from first of the gone blocks
   * @param to end of those that have not been replaced yet
   * @param request for whom they go
   * @return the new end
   */
  private int replace(OwnerBlocks owner, Segment before, int from, int to, int request) {
    int start = from;
    for (Segment extra = owner.firstExtra(); extra != null; extra = extra.deeper) {
      if (extra.to < to) {
        start = Math.max(start, extra.to);
      } else if (extra.from < to) {
        start = Math.max(start, extra.from);
        promote(owner, before, extra, start, to);
        return start;
      }
    }
    forget(owner, start, to, request);
    return start;
  }

  private void promote(OwnerBlocks owner, Segment before, Segment extra, int from, int to) {
    Segment part = extra.to > to ? split(extra, to) : extra;
    if (part.from < from) {
      split(part, from);
    }
    owner.remove(part);
    part.kind = Kind.FIRST;
    owner.insertAfter(before, part);
  }

  private void forget(OwnerBlocks owner, int from, int to, int request) {
    events.removed(owner.owner, from, to);
    if (!BlockIdentity.isPrivate(owner.owner)) {
      owner.evicted = evicted.add(owner.evicted, from, to, request);
    }
  }

  private void closeIfEmpty(OwnerBlocks owner) {
    if (owner.isEmpty()) {
      if (owner.evicted != EvictedBlocks.NONE) {
        evictedOf.put(owner.owner, owner.evicted);
      }
      owners.remove(owner.owner);
      unused.push(owner);
    }
  }
}

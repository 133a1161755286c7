package dev.turnstile.engine.fast;

import dev.turnstile.engine.fast.Segment.Kind;
import dev.turnstile.engine.worker.Evictions;
import dev.turnstile.engine.worker.WorkerConfig;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

/** The rules that hold on a worker between any two events, checked from scratch. */
final class FastChecks {
  private final int worker;
  private final WorkerConfig config;
  private final RangePool pool;
  private final RunningSequences running;
  private final FastScheduler scheduler;
  private final Object2IntOpenHashMap<Segment> held = new Object2IntOpenHashMap<>();
  private long heldBlocks;
  private long privateBlocks;
  private long activeBlocks;
  private long inactiveBlocks;
  private int inactiveSegments;

  FastChecks(
      int worker,
      WorkerConfig config,
      RangePool pool,
      RunningSequences running,
      FastScheduler scheduler) {
    this.worker = worker;
    this.config = config;
    this.pool = pool;
    this.running = running;
    this.scheduler = scheduler;
  }

  void check() {
    require(running.size() <= config.maxNumSeqs(), "running requests", running.size());
    require(
        scheduler.batchTokens() <= config.maxNumBatchedTokens(),
        "batch tokens",
        scheduler.batchTokens());
    int decoding = 0;
    long place = -1;
    for (Sequence at = running.first(); at != null; at = at.after) {
      require(at.place > place, "place in the running order", at.place);
      place = at.place;
      decoding += at.decoding ? 1 : 0;
      checkSequence(at);
      hold(at);
    }
    require(decoding == running.decoders().size(), "decoders", running.decoders().size());
    require(decoding == running.decoders().ends().size(), "ends", decoding);
    require(
        decoding + running.others().size() == running.size(), "others", running.others().size());
    scheduler
        .waiting()
        .forEach(sequence -> require(sequence.blocks == 0, "waiting blocks", sequence.blocks));
    checkPool();
  }

  private void checkSequence(Sequence sequence) {
    long computed = sequence.decoding ? running.decoders().computed(sequence) : sequence.computed;
    long known = sequence.decoding ? computed + 1 : sequence.known;
    // Of a decoder, the blocks of the step under way are there, those of the next one are not.
    long tokens = computed + sequence.scheduled;
    long blocks = config.blocksFor(tokens);
    require(tokens <= known, "computed tokens", tokens);
    require(
        sequence.blocks == blocks
            || (sequence.decoding && sequence.blocks == config.blocksFor(tokens + 1)),
        "blocks",
        sequence.blocks);
    require(
        sequence.hitBlocks <= sequence.cachedBlocks && sequence.cachedBlocks <= sequence.blocks,
        "cached blocks",
        sequence.cachedBlocks);
    privateBlocks += sequence.blocks - sequence.cachedBlocks;
    heldBlocks += sequence.cachedBlocks;
  }

  private void hold(Sequence sequence) {
    int end = sequence.cachedBlocks;
    for (Segment at = sequence.computedTop; at != null; at = at.computedBefore) {
      require(at.computing && at.to == end, "end of a computed segment", at.to);
      end = at.from;
      held.addTo(at, 1);
    }
    require(end == sequence.hitBlocks, "start of the computed segments", end);
    for (int run = 0; run < Integer.MAX_VALUE && sequence.path.start(run) < end; run++) {
      OwnerBlocks owner = pool.ranges().find(sequence.path.owner(run));
      int block = sequence.path.start(run);
      int runEnd = Math.min(sequence.path.end(run), end);
      while (block < runEnd) {
        Segment at = owner == null ? null : owner.endingAfter(block);
        require(at != null && at.kind == Kind.FIRST, "hit that is not resident", block);
        if (at != null) {
          require(at.from == block && at.to <= runEnd, "bounds of a hit segment", at.from);
          held.addTo(at, 1);
          block = at.to;
        }
      }
      if (sequence.path.end(run) >= end) {
        break;
      }
    }
  }

  private void checkPool() {
    for (OwnerBlocks owner : pool.ranges().owners()) {
      int end = 0;
      for (Segment at = owner.head(); at != null; at = at.deeper) {
        require(at.from >= end && at.from < at.to, "order of segments", at.from);
        require(at.kind == Kind.FIRST, "kind in the list", at.from);
        require(evicted(owner, at) == 0, "blocks that are here and gone", at.from);
        end = at.to;
        count(owner, at);
      }
      for (Segment at = owner.firstExtra(); at != null; at = at.deeper) {
        require(at.kind == Kind.EXTRA && at.from < at.to, "further copy", at.from);
        require(owner.residentEnd(at.from, at.to) == at.to, "copy of what is gone", at.from);
        count(owner, at);
      }
    }
    long free = 0;
    Segment before = null;
    for (Segment at = pool.recency().first(); at != null; at = at.moreRecent) {
      require(at.lessRecent == before, "link in the recency list", at.from);
      require(at.references == 0, "references of an inactive segment", at.references);
      inactiveSegments -= at.kind == Kind.FREE ? 0 : 1;
      free += at.kind == Kind.FREE ? at.length() : 0;
      before = at;
    }
    require(before == pool.recency().last(), "end of the recency list", 0);
    require(inactiveSegments == 0, "inactive segments outside the list", inactiveSegments);
    require(pool.referenced() == privateBlocks + activeBlocks, "active", pool.referenced());
    require(pool.inactive() == inactiveBlocks, "inactive blocks", pool.inactive());
    require(pool.free() >= free, "free blocks", pool.free());
    require(heldBlocks >= activeBlocks, "active blocks", activeBlocks);
  }

  private int evicted(OwnerBlocks owner, Segment segment) {
    EvictedBlocks evicted = pool.ranges().evicted();
    return evicted.tell(owner.evicted, segment.from, segment.to, new Evictions());
  }

  private void count(OwnerBlocks owner, Segment segment) {
    require(segment.owner == owner, "owner of a segment", segment.from);
    if (!segment.isResident()) {
      return;
    }
    require(segment.references == held.getInt(segment), "references", segment.references);
    if (segment.references > 0) {
      activeBlocks += segment.length();
    } else {
      inactiveBlocks += segment.length();
      inactiveSegments++;
    }
  }

  private void require(boolean holds, String what, @Nullable Object value) {
    if (!holds) {
      throw new IllegalStateException(
          "worker " + worker + " is inconsistent: " + what + ", got " + value);
    }
  }
}

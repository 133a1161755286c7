package dev.turnstile.engine.literal;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The physical KV blocks of a worker's HBM (worker model, sections 2.2 and 2.3).
 *
 * <p>A block is <em>free</em> (no hash, no reference), <em>private</em> (no hash, held by one
 * request), <em>active</em> (hash-addressable and referenced) or <em>inactive</em>
 * (hash-addressable and evictable). Several copies may carry one hash. Blocks are numbers that are
 * given out when they are first used, so a pool without limit costs no more than what is used of
 * it.
 */
final class LiteralPool {
  private static final int NO_HASH = -1;
  private static final int INITIAL_CAPACITY = 64;

  private final long capacity;
  private final FreeOrder freeOrder;
  private final HashTable hashes;
  private final KvEvents events;

  /** Inactive blocks in the order of their release. */
  private final BlockList inactive = new BlockList();

  /** Free blocks that were used before; under {@code strict_queue} they queue with the inactive. */
  private final BlockList freed;

  private int[] references = new int[INITIAL_CAPACITY];
  private int[] owner = new int[INITIAL_CAPACITY];
  private int[] index = new int[INITIAL_CAPACITY];

  /** The copies of one hash form a ring in the order in which they were cached. */
  private int[] nextCopy = new int[INITIAL_CAPACITY];

  private int[] previousCopy = new int[INITIAL_CAPACITY];

  /** For each block that is gone, the request for which its last copy went, and when. */
  private final Map<Name, Eviction> evictions = new HashMap<>();

  private int usedBefore;
  private long privateBlocks;
  private long activeBlocks;
  private long inactiveBlocks;
  private long evictedBlocks;

  /** A block by its identity. */
  private record Name(int owner, int block) {}

  /** What made a block go. */
  record Eviction(int request, long timeNanos) {}

  LiteralPool(WorkerConfig config, BlockTree blocks, KvEvents events) {
    capacity = config.kvBlocks();
    freeOrder = config.freeOrder();
    hashes = new HashTable(blocks);
    freed = freeOrder == FreeOrder.STRICT_QUEUE ? inactive : new BlockList();
    this.events = events;
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

  /** Cached blocks overwritten since the last call. */
  long takeEvictedCount() {
    long count = evictedBlocks;
    evictedBlocks = 0;
    return count;
  }

  /** Leading blocks of a path that are hash-addressable, at most {@code limit}. */
  int residentBlocks(BlockPath path, int limit) {
    int block = 0;
    for (int run = 0; block < limit; run++) {
      int end = Math.min(path.end(run), limit);
      for (; block < end; block++) {
        if (hashes.first(path.owner(run), block) < 0) {
          return block;
        }
      }
    }
    return block;
  }

  /** How many of the first {@code hits} blocks of a path, all resident, are inactive. */
  int inactiveBlocks(BlockPath path, int hits) {
    int count = 0;
    int block = 0;
    for (int run = 0; block < hits; run++) {
      for (; block < Math.min(path.end(run), hits); block++) {
        if (references[hashes.first(path.owner(run), block)] == 0) {
          count++;
        }
      }
    }
    return count;
  }

  /** Blocks of the path in {@code [from, to)} that were cached here once and are gone. */
  int goneBlocks(BlockPath path, int from, int to) {
    int count = 0;
    int block = from;
    for (int run = path.runOf(from); block < to; run++) {
      for (; block < Math.min(path.end(run), to); block++) {
        if (hashes.first(path.owner(run), block) == HashTable.GONE) {
          count++;
        }
      }
    }
    return count;
  }

  /**
   * What made a block of the path go that was cached here once; null if it is here or never was.
   */
  @Nullable Eviction eviction(BlockPath path, int block) {
    return evictions.get(new Name(path.owner(path.runOf(block)), block));
  }

  /**
   * Whether {@code need} blocks can be taken after reviving {@code revived} inactive ones: the
   * check before every mutation. A revived block is no longer there to be evicted.
   */
  boolean canTake(long need, long revived) {
    return need <= free() + inactiveBlocks - revived;
  }

  /** References the first {@code hits} blocks of a path, all resident, and adds them to a table. */
  void touch(BlockPath path, int hits, IntArrayList table) {
    int at = 0;
    for (int run = 0; at < hits; run++) {
      for (; at < Math.min(path.end(run), hits); at++) {
        int block = hashes.first(path.owner(run), at);
        if (references[block]++ == 0) {
          inactive.remove(block);
          inactiveBlocks--;
          activeBlocks++;
        }
        table.add(block);
      }
    }
  }

  /**
   * Takes {@code count} private blocks, evicting where needed, and adds them to a table.
   *
   * @param cause the request that takes them, and when
   */
  void take(long count, IntArrayList table, Eviction cause) {
    for (long i = 0; i < count; i++) {
      int block = nextBlock(cause);
      references[block] = 1;
      privateBlocks++;
      table.add(block);
    }
  }

  private int nextBlock(Eviction cause) {
    if (freeOrder == FreeOrder.FREE_FIRST && !freed.isEmpty()) {
      return freed.removeFirst();
    }
    if (usedBefore < capacity) {
      return useFirstTime();
    }
    int block = inactive.removeFirst();
    if (index[block] != NO_HASH) {
      evict(block, cause);
    }
    return block;
  }

  private int useFirstTime() {
    if (usedBefore == references.length) {
      int size = Math.addExact(usedBefore, usedBefore >> 1);
      references = Arrays.copyOf(references, size);
      owner = Arrays.copyOf(owner, size);
      index = Arrays.copyOf(index, size);
      nextCopy = Arrays.copyOf(nextCopy, size);
      previousCopy = Arrays.copyOf(previousCopy, size);
    }
    index[usedBefore] = NO_HASH;
    return usedBefore++;
  }

  private void evict(int block, Eviction cause) {
    removeCopy(block, cause);
    inactiveBlocks--;
    evictedBlocks++;
  }

  /** Makes a private block hash-addressable as block {@code blockIndex} of {@code hashOwner}. */
  void cache(int block, int hashOwner, int blockIndex) {
    owner[block] = hashOwner;
    index[block] = blockIndex;
    privateBlocks--;
    activeBlocks++;
    int first = hashes.first(hashOwner, blockIndex);
    if (first < 0) {
      hashes.setFirst(hashOwner, blockIndex, block);
      nextCopy[block] = block;
      previousCopy[block] = block;
      events.stored(hashOwner, blockIndex);
      evictions.remove(new Name(hashOwner, blockIndex));
    } else {
      int last = previousCopy[first];
      nextCopy[last] = block;
      previousCopy[block] = last;
      nextCopy[block] = first;
      previousCopy[first] = block;
    }
  }

  /**
   * Makes an active block of one holder private again.
   *
   * @param cause the holder, and when
   */
  void uncache(int block, Eviction cause) {
    removeCopy(block, cause);
    activeBlocks--;
    privateBlocks++;
  }

  private void removeCopy(int block, Eviction cause) {
    int next = nextCopy[block];
    if (next == block) {
      hashes.remove(owner[block], index[block]);
      events.removed(owner[block], index[block]);
      evictions.put(new Name(owner[block], index[block]), cause);
    } else {
      nextCopy[previousCopy[block]] = next;
      previousCopy[next] = previousCopy[block];
      if (hashes.first(owner[block], index[block]) == block) {
        hashes.setFirst(owner[block], index[block], next);
      }
    }
    index[block] = NO_HASH;
  }

  /** Gives back the blocks of a table, the last one first, and empties it. */
  void release(IntArrayList table) {
    for (int i = table.size() - 1; i >= 0; i--) {
      int block = table.getInt(i);
      if (--references[block] > 0) {
        continue;
      }
      if (index[block] == NO_HASH) {
        privateBlocks--;
        freed.addLast(block);
      } else {
        activeBlocks--;
        inactiveBlocks++;
        inactive.addLast(block);
      }
    }
    table.clear();
  }

  /** Checks states, counters, references and copies from scratch, given all block tables. */
  void check(List<IntArrayList> tables) {
    int[] held = new int[usedBefore];
    for (IntArrayList table : tables) {
      for (int i = 0; i < table.size(); i++) {
        held[table.getInt(i)]++;
      }
    }
    long privateNow = 0;
    long activeNow = 0;
    long inactiveNow = 0;
    for (int block = 0; block < usedBefore; block++) {
      require(references[block] == held[block], "references of a block", references[block]);
      if (index[block] == NO_HASH) {
        require(held[block] <= 1, "holders of a private block", held[block]);
        privateNow += held[block];
      } else {
        checkCopy(block);
        activeNow += held[block] > 0 ? 1 : 0;
        inactiveNow += held[block] > 0 ? 0 : 1;
      }
    }
    require(privateNow == privateBlocks, "private blocks", privateBlocks);
    require(activeNow == activeBlocks, "active blocks", activeBlocks);
    require(inactiveNow == inactiveBlocks, "inactive blocks", inactiveBlocks);
    require(free() >= 0, "free blocks", free());
  }

  private void checkCopy(int block) {
    int first = hashes.first(owner[block], index[block]);
    require(first >= 0, "cached block without an entry", block);
    int copy = first;
    while (copy != block) {
      copy = nextCopy[copy];
      require(copy != first, "cached block outside the ring of its copies", block);
    }
  }

  private static void require(boolean holds, String what, long value) {
    if (!holds) {
      throw new IllegalStateException("KV pool is inconsistent: " + what + ", got " + value);
    }
  }
}

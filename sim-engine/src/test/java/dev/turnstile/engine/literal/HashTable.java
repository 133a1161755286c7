package dev.turnstile.engine.literal;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.worker.BlockIdentity;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The first physical copy of every hash-addressable block of a worker.
 *
 * <p>Blocks of the prompt tree have an array per node, made when the worker first caches a block of
 * that node; it also remembers blocks that were here and are gone. The other blocks, those of one
 * request alone, are in a map and are forgotten with their last copy.
 */
final class HashTable {
  /** No copy is here, nor was there ever one. */
  static final int NEVER = -2;

  /** No copy is here any more. */
  static final int GONE = -1;

  private static final int OWNER_BITS = 32;

  private final BlockTree blocks;
  private final int[] @Nullable [] firstOfNode;
  private final Long2IntOpenHashMap firstOfPrivate = new Long2IntOpenHashMap();

  HashTable(BlockTree blocks) {
    this.blocks = blocks;
    firstOfNode = new int[blocks.nodeCount()][];
    firstOfPrivate.defaultReturnValue(NEVER);
  }

  /** The first copy of a block, {@link #NEVER} or {@link #GONE}; copies are 0 or more. */
  int first(int owner, int block) {
    if (BlockIdentity.isPrivate(owner)) {
      return firstOfPrivate.get(key(owner, block));
    }
    int[] first = firstOfNode[owner];
    return first == null ? NEVER : first[block - blocks.start(owner)];
  }

  void setFirst(int owner, int block, int copy) {
    if (BlockIdentity.isPrivate(owner)) {
      firstOfPrivate.put(key(owner, block), copy);
      return;
    }
    int[] first = firstOfNode[owner];
    if (first == null) {
      first = new int[blocks.end(owner) - blocks.start(owner)];
      Arrays.fill(first, NEVER);
      firstOfNode[owner] = first;
    }
    first[block - blocks.start(owner)] = copy;
  }

  /** Notes that the last copy of a block disappears. */
  void remove(int owner, int block) {
    if (BlockIdentity.isPrivate(owner)) {
      firstOfPrivate.remove(key(owner, block));
    } else {
      setFirst(owner, block, GONE);
    }
  }

  private static long key(int owner, int block) {
    return (long) owner << OWNER_BITS | block;
  }
}

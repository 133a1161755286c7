package dev.turnstile.engine.literal;

import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A KV pool without any index: a list of block objects that is searched from end to end.
 *
 * <p>A hash is the text of the prompt up to the end of the block.
 */
final class NaivePool {

  /** A physical block. */
  static final class Block {
    String hash = "";
    int references;
    long cachedAt;
    long releasedAt;
  }

  private final FreeOrder order;
  private final List<Block> blocks = new ArrayList<>();
  private long clock;
  private int evicted;

  NaivePool(int capacity, FreeOrder order) {
    this.order = order;
    for (int i = 0; i < capacity; i++) {
      blocks.add(new Block());
    }
  }

  /** The copy of a hash that was cached first. */
  Optional<Block> lookup(String hash) {
    return blocks.stream()
        .filter(block -> block.hash.equals(hash))
        .min(Comparator.comparingLong(block -> block.cachedAt));
  }

  long inactive() {
    return blocks.stream().filter(b -> b.references == 0 && !b.hash.isEmpty()).count();
  }

  long free() {
    return blocks.stream().filter(b -> b.references == 0 && b.hash.isEmpty()).count();
  }

  int evicted() {
    return evicted;
  }

  Block touch(String hash) {
    Block block = lookup(hash).orElseThrow();
    block.references++;
    return block;
  }

  /** A block for new content: the one released first, or a free one first of all. */
  Block take() {
    Comparator<Block> byRelease = Comparator.comparingLong(block -> block.releasedAt);
    Comparator<Block> freeFirst = Comparator.comparing(block -> !block.hash.isEmpty());
    Block block =
        blocks.stream()
            .filter(candidate -> candidate.references == 0)
            .min(order == FreeOrder.FREE_FIRST ? freeFirst.thenComparing(byRelease) : byRelease)
            .orElseThrow();
    if (!block.hash.isEmpty()) {
      evicted++;
      block.hash = "";
    }
    block.references = 1;
    return block;
  }

  void cache(Block block, String hash) {
    block.hash = hash;
    block.cachedAt = ++clock;
  }

  void uncache(Block block) {
    block.hash = "";
  }

  void release(List<Block> held) {
    for (int i = held.size() - 1; i >= 0; i--) {
      held.get(i).references--;
      held.get(i).releasedAt = ++clock;
    }
    held.clear();
  }
}

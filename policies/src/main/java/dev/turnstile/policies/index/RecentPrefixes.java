package dev.turnstile.policies.index;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.spi.PrefixView;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes that a router guesses its workers to hold, because it has sent them there.
 *
 * <p>It hears no KV events. What a worker got counts as held in GPU memory for a time after its
 * last use, and until it is trimmed. Per node and worker the last uses form stairs: a use up to
 * some depth is newer than all that reach deeper.
 *
 * <p>A lookup for one worker takes time proportional to the nodes on the prompt's path, a lookup
 * for all workers to the entries of those nodes; memory grows with the entries.
 */
public final class RecentPrefixes implements PrefixView {
  /** A lifetime without end. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  private final BlockTree blocks;
  private final long ttlNanos;
  private final LongSupplier clock;
  private final long[] heldBlocks;

  /** Value: index behind the last block of the run that counts, expired or not. */
  private final NodeWorkers held;

  /** By slot of {@link #held}. */
  private @Nullable Stairs[] stairs = new Stairs[0];

  private final PromptPath paths;

  /**
   * Creates an empty index.
   *
   * @param workers number of workers, at least 1
   * @param blocks the prompt tree at the engine's block size
   * @param ttlNanos how long a prefix counts after its last use, or {@link #FOR_EVER}
   * @param clock simulated time
   */
  public RecentPrefixes(int workers, BlockTree blocks, long ttlNanos, LongSupplier clock) {
    this.blocks = blocks;
    this.ttlNanos = ttlNanos;
    this.clock = clock;
    heldBlocks = new long[workers];
    held = new NodeWorkers(blocks.nodeCount());
    paths = new PromptPath(blocks);
  }

  /** Remembers that a request was sent to a worker now. */
  public void use(RequestView request, int worker) {
    long now = clock.getAsLong();
    int hashed = request.hashedBlocks();
    IntArrayList path = paths.of(request);
    for (int i = 0; i < path.size(); i++) {
      int node = path.getInt(i);
      int slot = held.find(node, worker);
      if (slot == NodeWorkers.NONE) {
        slot = held.add(node, worker, blocks.start(node));
        stairsOf(slot).clear();
      }
      int end = Math.min(hashed, blocks.end(node));
      stairsOf(slot).use(end, now);
      setReach(slot, Math.max(held.value(slot), end));
    }
  }

  /**
   * Forgets the least recently used blocks of every worker that has more than {@code maxBlocks}, of
   * equal uses the deeper ones first. A stretch of blocks with one last use goes at once.
   */
  public void trim(long maxBlocks) {
    for (int worker = 0; worker < heldBlocks.length; worker++) {
      if (heldBlocks[worker] > maxBlocks) {
        trim(worker, maxBlocks);
      }
    }
  }

  /** Forgets all that a worker got. */
  public void onWorkerRemoved(int worker) {
    held.removeWorker(worker);
    heldBlocks[worker] = 0;
  }

  @Override
  public long blocks(RequestView request, int worker, KvTier tier) {
    if (tier != KvTier.HBM) {
      return 0;
    }
    IntArrayList path = paths.of(request);
    long reach = 0;
    for (int i = path.size() - 1; i >= 0 && reach == blocks.start(path.getInt(i)); i--) {
      int slot = held.find(path.getInt(i), worker);
      if (slot != NodeWorkers.NONE) {
        reach = Math.max(reach, Math.min(request.hashedBlocks(), liveReach(slot)));
      }
    }
    return reach;
  }

  @Override
  public void blocks(RequestView request, KvTier tier, long[] perWorker) {
    Arrays.fill(perWorker, 0);
    if (tier != KvTier.HBM) {
      return;
    }
    IntArrayList path = paths.of(request);
    for (int i = path.size() - 1; i >= 0; i--) {
      int node = path.getInt(i);
      for (int slot = held.first(node); slot != NodeWorkers.NONE; slot = held.next(slot)) {
        int worker = held.worker(slot);
        if (perWorker[worker] == blocks.start(node)) {
          perWorker[worker] = Math.min(request.hashedBlocks(), liveReach(slot));
        }
      }
    }
  }

  /** Blocks that count for a worker, expired ones that nobody has asked for since included. */
  public long heldBlocks(int worker) {
    return heldBlocks[worker];
  }

  /** Drops what has expired and returns what is left. */
  private int liveReach(int slot) {
    if (ttlNanos != FOR_EVER) {
      Stairs steps = stairsOf(slot);
      steps.expire(clock.getAsLong() - ttlNanos);
      setReach(slot, steps.reach(blocks.start(held.node(slot))));
    }
    return held.value(slot);
  }

  private void setReach(int slot, int reach) {
    heldBlocks[held.worker(slot)] += reach - held.value(slot);
    held.setValue(slot, reach);
  }

  private Stairs stairsOf(int slot) {
    if (slot >= stairs.length) {
      stairs = Arrays.copyOf(stairs, Math.max(slot + 1, stairs.length + (stairs.length >> 1)));
    }
    Stairs steps = stairs[slot];
    if (steps == null) {
      steps = new Stairs();
      stairs[slot] = steps;
    }
    return steps;
  }

  private record Stretch(int slot, long lastUseNanos, int end) {}

  private void trim(int worker, long maxBlocks) {
    ObjectArrayList<Stretch> stretches = new ObjectArrayList<>();
    for (int slot = 0; slot < held.slotCount(); slot++) {
      if (held.isUsed(slot) && held.worker(slot) == worker) {
        Stairs steps = stairsOf(slot);
        for (int step = 0; step < steps.size(); step++) {
          stretches.add(new Stretch(slot, steps.lastUse(step), steps.end(step)));
        }
      }
    }
    stretches.sort(
        Comparator.comparingLong(Stretch::lastUseNanos)
            .thenComparing(Comparator.comparingInt(Stretch::end).reversed())
            .thenComparingInt(Stretch::slot));
    for (int i = 0; i < stretches.size() && heldBlocks[worker] > maxBlocks; i++) {
      int slot = stretches.get(i).slot();
      stairsOf(slot).dropDeepest();
      setReach(slot, stairsOf(slot).reach(blocks.start(held.node(slot))));
      if (stairsOf(slot).size() == 0) {
        held.remove(slot);
      }
    }
  }
}

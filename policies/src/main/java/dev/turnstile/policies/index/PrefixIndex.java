package dev.turnstile.policies.index;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.spi.PrefixView;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The router's index of the prefixes that each worker holds, learnt from KV events.
 *
 * <p>Engines release a prompt's blocks from its tail, so what a worker holds of a node's run is a
 * prefix of the run: one number per node, worker and tier. Ranges may arrive block by block or as
 * whole runs, as long as each continues or shortens that prefix.
 *
 * <p>A lookup for one worker takes time proportional to the nodes on the prompt's path, a lookup
 * for all workers to the entries of those nodes; memory grows with the entries.
 */
public final class PrefixIndex implements PrefixView {
  private final int workers;
  private final BlockTree blocks;

  /** By tier; value: index behind the last block of the run that the worker holds. */
  private final @Nullable NodeWorkers[] held = new NodeWorkers[KvTier.values().length];

  private final PromptPath paths;

  private final long[] fasterReach;

  /**
   * Creates an empty index.
   *
   * @param workers number of workers, at least 1
   * @param blocks the prompt tree at the engine's block size
   */
  public PrefixIndex(int workers, BlockTree blocks) {
    this.workers = workers;
    this.blocks = blocks;
    fasterReach = new long[workers];
    paths = new PromptPath(blocks);
  }

  /**
   * Learns that blocks {@code [fromBlock, toBlock)} of a node became available.
   *
   * @param tier a tier of the worker's own, not {@link KvTier#REMOTE}
   * @throws IllegalStateException if the blocks before them are not held
   */
  public void onStored(int worker, KvTier tier, int node, int fromBlock, int toBlock) {
    checkRange(worker, tier, node, fromBlock, toBlock);
    NodeWorkers table = table(tier);
    int slot = table.find(node, worker);
    int reach = slot == NodeWorkers.NONE ? blocks.start(node) : table.value(slot);
    if (fromBlock > reach) {
      throw broken("stored", worker, tier, node, fromBlock, toBlock, reach);
    }
    if (slot == NodeWorkers.NONE) {
      table.add(node, worker, toBlock);
    } else {
      table.setValue(slot, Math.max(reach, toBlock));
    }
  }

  /**
   * Learns that blocks {@code [fromBlock, toBlock)} of a node are gone.
   *
   * @param tier a tier of the worker's own, not {@link KvTier#REMOTE}
   * @throws IllegalStateException if they are not the last ones held
   */
  public void onRemoved(int worker, KvTier tier, int node, int fromBlock, int toBlock) {
    checkRange(worker, tier, node, fromBlock, toBlock);
    NodeWorkers table = table(tier);
    int slot = table.find(node, worker);
    int reach = slot == NodeWorkers.NONE ? blocks.start(node) : table.value(slot);
    if (toBlock != reach) {
      throw broken("removed", worker, tier, node, fromBlock, toBlock, reach);
    }
    if (fromBlock == blocks.start(node)) {
      table.remove(slot);
    } else {
      table.setValue(slot, fromBlock);
    }
  }

  /** Forgets all that a worker held. */
  public void onWorkerRemoved(int worker) {
    for (NodeWorkers table : held) {
      if (table != null) {
        table.removeWorker(worker);
      }
    }
  }

  @Override
  public long blocks(RequestView request, int worker, KvTier tier) {
    if (held[tier.ordinal()] == null) {
      return 0;
    }
    IntArrayList path = paths.of(request);
    long slower = reach(path, request.hashedBlocks(), worker, tier.ordinal());
    return tier == KvTier.HBM
        ? slower
        : slower - reach(path, request.hashedBlocks(), worker, tier.ordinal() - 1);
  }

  @Override
  public void blocks(RequestView request, KvTier tier, long[] perWorker) {
    if (held[tier.ordinal()] == null) {
      Arrays.fill(perWorker, 0);
      return;
    }
    IntArrayList path = paths.of(request);
    reaches(path, request.hashedBlocks(), tier.ordinal(), perWorker);
    if (tier != KvTier.HBM) {
      reaches(path, request.hashedBlocks(), tier.ordinal() - 1, fasterReach);
      for (int worker = 0; worker < workers; worker++) {
        perWorker[worker] -= fasterReach[worker];
      }
    }
  }

  /**
   * The most leading blocks of a prompt that one worker holds in GPU memory.
   *
   * <p>Takes time proportional to the workers that hold something of the deepest node of the path
   * of which one holds anything; no more than the first of them if it holds all of the node.
   */
  public long mostDeviceBlocks(RequestView request) {
    NodeWorkers table = held[KvTier.HBM.ordinal()];
    if (table == null) {
      return 0;
    }
    IntArrayList path = paths.of(request);
    int hashed = request.hashedBlocks();
    long most = 0;
    for (int i = 0; i < path.size() && most <= blocks.start(path.getInt(i)); i++) {
      long end = Math.min(hashed, blocks.end(path.getInt(i)));
      int slot = table.first(path.getInt(i));
      for (; slot != NodeWorkers.NONE && most < end; slot = table.next(slot)) {
        if (Math.min(hashed, table.value(slot)) > most) {
          most = Math.max(most, reach(path, hashed, table.worker(slot), KvTier.HBM.ordinal()));
        }
      }
    }
    return most;
  }

  private NodeWorkers table(KvTier tier) {
    NodeWorkers table = held[tier.ordinal()];
    if (table == null) {
      table = new NodeWorkers(blocks.nodeCount());
      held[tier.ordinal()] = table;
    }
    return table;
  }

  /** Leading blocks of the path that the worker holds in the tiers up to {@code lastTier}. */
  private long reach(IntArrayList path, int hashed, int worker, int lastTier) {
    long reach = 0;
    for (int i = path.size() - 1; i >= 0 && reach == blocks.start(path.getInt(i)); i--) {
      for (int tier = 0; tier <= lastTier; tier++) {
        NodeWorkers table = held[tier];
        int slot = table == null ? NodeWorkers.NONE : table.find(path.getInt(i), worker);
        if (table != null && slot != NodeWorkers.NONE) {
          reach = Math.max(reach, Math.min(hashed, table.value(slot)));
        }
      }
    }
    return reach;
  }

  /** {@link #reach} of every worker, walking each node's holders only. */
  private void reaches(IntArrayList path, int hashed, int lastTier, long[] perWorker) {
    Arrays.fill(perWorker, 0);
    for (int i = path.size() - 1; i >= 0; i--) {
      int node = path.getInt(i);
      for (int tier = 0; tier <= lastTier; tier++) {
        NodeWorkers table = held[tier];
        if (table != null) {
          extend(table, node, hashed, perWorker);
        }
      }
    }
  }

  private void extend(NodeWorkers table, int node, int hashed, long[] perWorker) {
    int start = blocks.start(node);
    for (int slot = table.first(node); slot != NodeWorkers.NONE; slot = table.next(slot)) {
      int worker = table.worker(slot);
      if (perWorker[worker] >= start) {
        perWorker[worker] = Math.max(perWorker[worker], Math.min(hashed, table.value(slot)));
      }
    }
  }

  private void checkRange(int worker, KvTier tier, int node, int fromBlock, int toBlock) {
    if (tier == KvTier.REMOTE) {
      throw new IllegalArgumentException("a shared store's blocks belong to no worker");
    }
    if (worker < 0 || worker >= workers) {
      throw new IllegalArgumentException("no worker " + worker);
    }
    if (fromBlock < blocks.start(node) || toBlock > blocks.end(node) || fromBlock >= toBlock) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "blocks [%d,%d) are not a part of node %d, which is [%d,%d)",
              fromBlock,
              toBlock,
              node,
              blocks.start(node),
              blocks.end(node)));
    }
  }

  private IllegalStateException broken(
      String event, int worker, KvTier tier, int node, int from, int to, int reach) {
    return new IllegalStateException(
        String.format(
            Locale.ROOT,
            "worker %d %s blocks [%d,%d) of node %d in %s, but holds [%d,%d)",
            worker,
            event,
            from,
            to,
            node,
            tier.label(),
            blocks.start(node),
            reach));
  }
}

package dev.turnstile.replay;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.index.LoadTracker;
import dev.turnstile.policies.index.PrefixIndex;
import dev.turnstile.policies.spi.RequestView;
import org.jspecify.annotations.Nullable;

/**
 * The books of a run about its workers: load as the router knows it, and the prefixes that KV
 * events have told of.
 *
 * <p>Loads are kept once a policy has asked for them. Prefixes are kept once a policy has asked, or
 * if there are many workers: then they tell what a choice loses, where asking each worker would
 * take too long.
 */
final class RouterBooks {
  /** Up to this many workers are asked one by one. */
  private static final int FEW_WORKERS = 8;

  private final Cluster cluster;
  private final BlockTree blocks;
  private @Nullable LoadTracker loads;
  private @Nullable PrefixIndex prefixes;
  private boolean prefixesAsked;

  /** Whether KV events are being told, so that a worker may know more than the index. */
  private boolean telling;

  RouterBooks(Cluster cluster, BlockTree blocks) {
    this.cluster = cluster;
    this.blocks = blocks;
    if (cluster.size() > FEW_WORKERS && cluster.tellsAtOnce()) {
      prefixes = new PrefixIndex(cluster.size(), blocks);
    }
  }

  LoadTracker loads() {
    if (loads == null) {
      loads = new LoadTracker(cluster.size(), blocks);
    }
    return loads;
  }

  PrefixIndex prefixes() {
    prefixesAsked = true;
    if (prefixes == null) {
      prefixes = new PrefixIndex(cluster.size(), blocks);
    }
    return prefixes;
  }

  /**
   * Tokens of the prompt that some worker holds now beyond what the given one holds: what the
   * choice of that worker loses.
   */
  long routingLossTokens(RequestView request, int chosen) {
    if (cluster.size() == 1) {
      return 0;
    }
    long own = cluster.cachedTokens(request.number(), chosen);
    if (prefixes == null || telling || cluster.size() <= FEW_WORKERS || !cluster.tellsAtOnce()) {
      return cluster.mostCachedTokens(request.number()) - own;
    }
    return cluster.usableTokens(request.number(), prefixes.mostDeviceBlocks(request)) - own;
  }

  /**
   * The most leading blocks of the prompt that a worker other than the given one holds now, as
   * {@link dev.turnstile.replay.metrics.HeldElsewhere}. The index does not know blocks behind the
   * hashes of the prompt, which an output may name.
   */
  int blocksElsewhere(RequestView request, int worker, int limit) {
    if (prefixes != null && cluster.size() > FEW_WORKERS && cluster.tellsAtOnce()) {
      int most = Math.toIntExact(prefixes.mostDeviceBlocks(request));
      if (most < request.hashedBlocks() || limit <= request.hashedBlocks()) {
        return most;
      }
    }
    return cluster.mostHeldBlocks(request.number(), worker);
  }

  /**
   * Books a dispatch. The prompt is charged without what the index knows to be cached on the
   * worker; in full if no policy has asked for the index.
   */
  void onDispatch(RequestView request, int worker) {
    if (loads != null) {
      long cached = 0;
      if (prefixes != null && prefixesAsked) {
        cached = prefixes.deviceBlocks(request, worker) * blocks.blockTokens();
      }
      loads.onDispatch(request, worker, Math.max(0, request.inputTokens() - cached));
    }
  }

  void onFirstToken(RequestView request) {
    if (loads != null) {
      loads.onFirstToken(request);
    }
  }

  void onComplete(RequestView request) {
    if (loads != null) {
      loads.onComplete(request);
    }
  }

  void onStored(int worker, int node, int fromBlock, int toBlock) {
    telling = true;
    if (prefixes != null) {
      prefixes.onStored(worker, KvTier.HBM, node, fromBlock, toBlock);
    }
  }

  void onRemoved(int worker, int node, int fromBlock, int toBlock) {
    telling = true;
    if (prefixes != null) {
      prefixes.onRemoved(worker, KvTier.HBM, node, fromBlock, toBlock);
    }
  }

  /** What followed from the KV event told last is done. */
  void told() {
    telling = false;
  }

  /**
   * Checks that no request is on the books any more.
   *
   * @throws IllegalStateException naming the counter that is not zero
   */
  void checkIdle() {
    if (loads != null) {
      loads.checkIdle();
    }
  }
}

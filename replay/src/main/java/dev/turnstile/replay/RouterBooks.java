package dev.turnstile.replay;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.index.LoadTracker;
import dev.turnstile.policies.index.PrefixIndex;
import dev.turnstile.policies.spi.RequestView;
import org.jspecify.annotations.Nullable;

/**
 * The router's own books, kept only once a policy has asked for them: load per worker, and the
 * prefixes that workers hold as far as KV events have told.
 */
final class RouterBooks {
  private final int workers;
  private final BlockTree blocks;
  private @Nullable LoadTracker loads;
  private @Nullable PrefixIndex prefixes;

  RouterBooks(int workers, BlockTree blocks) {
    this.workers = workers;
    this.blocks = blocks;
  }

  LoadTracker loads() {
    if (loads == null) {
      loads = new LoadTracker(workers, blocks);
    }
    return loads;
  }

  PrefixIndex prefixes() {
    if (prefixes == null) {
      prefixes = new PrefixIndex(workers, blocks);
    }
    return prefixes;
  }

  /**
   * Books a dispatch. The prompt is charged without what the index knows to be cached on the
   * worker; in full if there is no index.
   */
  void onDispatch(RequestView request, int worker) {
    if (loads != null) {
      long cached = 0;
      if (prefixes != null) {
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
    if (prefixes != null) {
      prefixes.onStored(worker, KvTier.HBM, node, fromBlock, toBlock);
    }
  }

  void onRemoved(int worker, int node, int fromBlock, int toBlock) {
    if (prefixes != null) {
      prefixes.onRemoved(worker, KvTier.HBM, node, fromBlock, toBlock);
    }
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

package dev.turnstile.policies.spi;

import dev.turnstile.engine.kv.KvTier;

/**
 * The router's index of which worker and tier holds which prefix, fed by KV events.
 *
 * <p>It may lag behind the engine where events are delayed.
 */
public interface PrefixView {
  /**
   * Leading full blocks of the request's prompt that the worker holds in a tier. Slower tiers count
   * only the contiguous continuation of what the faster ones hold. For {@link KvTier#REMOTE}: the
   * full blocks, at or behind the end of what the worker holds in GPU memory, that the shared store
   * holds, gaps or not; 0 without a store.
   */
  long blocks(RequestView request, int worker, KvTier tier);

  /**
   * {@link #blocks(RequestView, int, KvTier)} of every worker at once.
   *
   * @param perWorker receives the numbers, by worker; as long as there are workers
   */
  default void blocks(RequestView request, KvTier tier, long[] perWorker) {
    for (int worker = 0; worker < perWorker.length; worker++) {
      perWorker[worker] = blocks(request, worker, tier);
    }
  }

  /** Leading full blocks that the worker holds in GPU memory. */
  default long deviceBlocks(RequestView request, int worker) {
    return blocks(request, worker, KvTier.HBM);
  }
}

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
   * only the contiguous continuation of what the faster ones hold.
   */
  long blocks(RequestView request, int worker, KvTier tier);

  /** Leading full blocks that the worker holds in GPU memory. */
  default long deviceBlocks(RequestView request, int worker) {
    return blocks(request, worker, KvTier.HBM);
  }
}

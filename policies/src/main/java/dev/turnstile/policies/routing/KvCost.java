package dev.turnstile.policies.routing;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The cost of a request on each candidate: prefill left after the credit for cached blocks, plus
 * the blocks in use there, plus a term per active request.
 *
 * <pre>
 * credit  = overlap_score_credit * decay * device + host_cache_hit_weight * host
 *         + disk_cache_hit_weight * disk + shared_cache_multiplier * shared
 * decay   = 1 / (1 + overlap_score_credit_decay * excess / request_blocks)
 * excess  = (active_prefill_tokens - the least of the candidates) / block
 * prefill = max(0, (active_prefill_tokens + ISL) / block - credit)
 * cost    = prefill_load_scale * prefill + decode_cost_blocks
 *         + decode_active_request_weight * active_requests
 * </pre>
 *
 * <p>A credit cancels prefill, never decode. Without {@code track_prefill_tokens} there is neither
 * prefill nor credit; without {@code track_active_blocks} no decode term.
 */
final class KvCost {
  private static final KvTier[] TIERS = KvTier.values();

  private final KvBooks books;
  private final int blockTokens;
  private final double[] tierWeights = new double[TIERS.length];
  private final double creditDecay;
  private final double prefillScale;
  private final double requestWeight;
  private final boolean tracksPrefill;
  private final boolean tracksBlocks;
  private final long[][] tierBlocks;

  /** Blocks in use on a worker, those that the request adds included. */
  private final long[] decodeBlocks;

  private final double[] costs;

  KvCost(PolicyParams params, PolicyContext context, KvBooks books) {
    this.books = books;
    blockTokens = context.blocks().blockTokens();
    tierWeights[KvTier.HBM.ordinal()] = params.number("overlap_score_credit");
    tierWeights[KvTier.DRAM.ordinal()] = params.number("host_cache_hit_weight");
    tierWeights[KvTier.DISK.ordinal()] = params.number("disk_cache_hit_weight");
    tierWeights[KvTier.REMOTE.ordinal()] = params.number("shared_cache_multiplier");
    creditDecay = params.number("overlap_score_credit_decay");
    prefillScale = params.number("prefill_load_scale");
    requestWeight = params.number("decode_active_request_weight");
    tracksPrefill = params.flag("track_prefill_tokens");
    tracksBlocks = params.flag("track_active_blocks");
    tierBlocks = new long[TIERS.length][context.workerCount()];
    decodeBlocks = new long[context.workerCount()];
    costs = new double[context.workerCount()];
  }

  /** Computes the cost on every candidate; read it with {@link #of}. */
  void compute(RequestView request, IntList candidates) {
    for (KvTier tier : TIERS) {
      if (tierWeights[tier.ordinal()] > 0) {
        books.heldBlocks(request, tier, tierBlocks[tier.ordinal()]);
      }
    }
    if (tracksBlocks) {
      books.decodeBlocks(request, decodeBlocks);
    }
    long leastPrefill = creditDecay > 0 ? leastPrefill(candidates) : 0;
    for (int i = 0; i < candidates.size(); i++) {
      int worker = candidates.getInt(i);
      costs[worker] =
          prefillScale * prefillBlocks(request, worker, leastPrefill)
              + decodeBlocks[worker]
              + requestWeight * books.activeRequests(worker);
    }
  }

  private long leastPrefill(IntList candidates) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < candidates.size(); i++) {
      least = Math.min(least, prefillTokens(candidates.getInt(i)));
    }
    return least;
  }

  /** The cost computed last for a candidate. */
  double of(int worker) {
    return costs[worker];
  }

  /** Prompt tokens that wait for their prefill on a worker, as the cost counts them. */
  long prefillTokens(int worker) {
    return tracksPrefill ? books.prefillTokens(worker) : 0;
  }

  /** The most prompt tokens that one of the candidates holds in tiers of its own. */
  long mostCachedTokens(RequestView request, IntList candidates) {
    long most = 0;
    for (int i = 0; i < candidates.size(); i++) {
      most = Math.max(most, books.cachedTokens(request, candidates.getInt(i)));
    }
    return most;
  }

  /** Adds the terms of a candidate to a log entry. */
  void log(DecisionLog.Entry entry, int worker) {
    String prefix = "w" + worker + ".";
    entry.put(prefix + "cost", costs[worker]).put(prefix + "prefill_tokens", prefillTokens(worker));
    for (KvTier tier : TIERS) {
      long blocks = tierBlocks[tier.ordinal()][worker];
      if (tierWeights[tier.ordinal()] > 0 && (blocks > 0 || tier == KvTier.HBM)) {
        entry.put(prefix + tier.label() + "_blocks", blocks);
      }
    }
    entry
        .put(prefix + "decode_blocks", decodeBlocks[worker])
        .put(prefix + "active_requests", books.activeRequests(worker));
  }

  private double prefillBlocks(RequestView request, int worker, long leastPrefill) {
    if (!tracksPrefill) {
      return 0;
    }
    double raw = (double) (prefillTokens(worker) + request.inputTokens()) / blockTokens;
    double decay = 1;
    if (creditDecay > 0) {
      long requestBlocks = (request.inputTokens() + blockTokens - 1) / blockTokens;
      double excess = (double) (prefillTokens(worker) - leastPrefill) / blockTokens;
      decay = 1 / (1 + creditDecay * excess / requestBlocks);
    }
    double credit = tierWeights[0] * decay * tierBlocks[0][worker];
    for (int tier = 1; tier < TIERS.length; tier++) {
      credit += tierWeights[tier] * tierBlocks[tier][worker];
    }
    return Math.max(0, raw - credit);
  }
}

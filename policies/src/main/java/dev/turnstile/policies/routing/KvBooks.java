package dev.turnstile.policies.routing;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.index.LoadTracker;
import dev.turnstile.policies.index.RecentPrefixes;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.PrefixView;
import dev.turnstile.policies.spi.RequestView;
import org.jspecify.annotations.Nullable;

/**
 * What the KV router believes about loads and caches.
 *
 * <p>With KV events these are the books that the run keeps. Without them the router guesses what
 * workers hold, or assumes nothing, and keeps loads of its own, in which prompts are charged by
 * that belief.
 */
final class KvBooks {
  /** Where the router knows from what a worker holds. */
  enum Overlap {
    /** KV events. */
    EVENTS,
    /** Its own dispatches. */
    DISPATCHES,
    /** Nowhere: no worker counts as holding anything. */
    NONE
  }

  private static final PrefixView NOTHING_HELD = (request, worker, tier) -> 0;

  private final PolicyContext context;
  private final int blockTokens;
  private final LoadView loads;
  private final PrefixView prefixes;
  private final @Nullable LoadTracker ownLoads;
  private final @Nullable RecentPrefixes ownPrefixes;
  private final @Nullable OutputBlocks outputs;
  private final @Nullable PrefillDecay decay;

  KvBooks(PolicyParams params, PolicyContext context, Overlap overlap) {
    this.context = context;
    int workers = context.workerCount();
    blockTokens = context.blocks().blockTokens();
    ownLoads = overlap == Overlap.EVENTS ? null : new LoadTracker(workers, context.blocks());
    loads = ownLoads == null ? context.loads() : ownLoads;
    ownPrefixes = overlap == Overlap.DISPATCHES ? guessed(params, context) : null;
    if (ownPrefixes != null) {
      prefixes = ownPrefixes;
    } else {
      prefixes = overlap == Overlap.EVENTS ? context.prefixes() : NOTHING_HELD;
    }
    outputs = params.flag("track_output_blocks") ? new OutputBlocks(context) : null;
    decay =
        params.text("prefill_load_model").equals("rate")
            ? new PrefillDecay(workers, params.number("prefill_load_tokens_per_second"))
            : null;
  }

  private static RecentPrefixes guessed(PolicyParams params, PolicyContext context) {
    return new RecentPrefixes(
        context.workerCount(),
        context.blocks(),
        params.secondsAsNanos("approx_ttl_seconds"),
        context::nowNanos);
  }

  /** Requests in flight on a worker. */
  int activeRequests(int worker) {
    return loads.activeRequests(worker);
  }

  /** Prompt tokens that wait for their prefill on a worker, less what should be done by now. */
  long prefillTokens(int worker) {
    long backlog = loads.activePrefillTokens(worker);
    return decay == null
        ? backlog
        : Math.max(0, backlog - decay.doneTokens(worker, context.nowNanos()));
  }

  /** The request's leading blocks that each worker holds in a tier. */
  void heldBlocks(RequestView request, KvTier tier, long[] perWorker) {
    prefixes.blocks(request, tier, perWorker);
  }

  /** Blocks of requests in flight on each worker, those that the request would add included. */
  void decodeBlocks(RequestView request, long[] perWorker) {
    loads.addedBlocks(request, perWorker);
    for (int worker = 0; worker < perWorker.length; worker++) {
      perWorker[worker] += loads.activeBlocks(worker);
    }
    if (outputs != null) {
      outputs.addTo(perWorker);
    }
  }

  /** Prompt tokens that a worker holds in tiers of its own. */
  long cachedTokens(RequestView request, int worker) {
    long blocks =
        prefixes.blocks(request, worker, KvTier.HBM)
            + prefixes.blocks(request, worker, KvTier.DRAM)
            + prefixes.blocks(request, worker, KvTier.DISK);
    return blocks * blockTokens;
  }

  void onDispatch(RequestView request, int worker) {
    long uncachedTokens =
        ownLoads == null && decay == null
            ? 0
            : Math.max(0, request.inputTokens() - cachedTokens(request, worker));
    if (ownLoads != null) {
      ownLoads.onDispatch(request, worker, uncachedTokens);
    }
    if (decay != null && uncachedTokens > 0) {
      decay.begin(request, worker, context.nowNanos());
    }
    if (ownPrefixes != null) {
      ownPrefixes.use(request, worker);
    }
    if (outputs != null) {
      outputs.onDispatch(request, worker);
    }
  }

  void onFirstToken(RequestView request) {
    if (ownLoads != null) {
      ownLoads.onFirstToken(request);
    }
    if (decay != null) {
      decay.end(request, context.nowNanos());
    }
  }

  /** A request is no longer in flight, if it was. */
  void onEnd(RequestView request) {
    if (ownLoads != null) {
      ownLoads.onAbort(request);
    }
    if (decay != null) {
      decay.end(request, context.nowNanos());
    }
    if (outputs != null) {
      outputs.onEnd(request);
    }
  }

  void onWorkerRemoved(int worker) {
    if (ownPrefixes != null) {
      ownPrefixes.onWorkerRemoved(worker);
    }
  }
}

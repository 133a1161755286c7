package dev.turnstile.policies.admission;

import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;

/**
 * Where a request goes that the gate let go, when no other router decides: to the gate's target, or
 * to the worker with the least prefill and decode work. What the workers' caches hold is not looked
 * at; a session finds its cache because it stays where it is.
 */
final class ThunderPlacement {
  private final PolicyContext context;
  private final LoadView loads;

  ThunderPlacement(PolicyContext context) {
    this.context = context;
    loads = context.loads();
  }

  Placement route(RequestView request, int target) {
    if (target != Admission.NO_TARGET && canServe(request, target)) {
      return Placement.on(target);
    }
    int best = -1;
    long bestTokens = Long.MAX_VALUE;
    for (int worker = 0; worker < context.workerCount(); worker++) {
      if (canServe(request, worker)) {
        long decodeBlocks = loads.activeBlocks(worker) + loads.addedBlocks(request, worker);
        long tokens =
            loads.activePrefillTokens(worker) + decodeBlocks * context.worker(worker).blockTokens();
        if (tokens < bestTokens) {
          best = worker;
          bestTokens = tokens;
        }
      }
    }
    return Placement.on(best);
  }

  private boolean canServe(RequestView request, int worker) {
    return context.live(worker) && context.eligible(request, worker);
  }
}

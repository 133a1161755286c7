package dev.turnstile.policies.admission;

import dev.turnstile.policies.routing.KvRouter;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a request goes that the gate let go, when no other router decides: to the gate's target if
 * that can serve it.
 *
 * <p>Without a target, native takes the worker with the least prefill and decode work; what the
 * caches hold is not looked at, a session finds its cache because it stays where it is. Python asks
 * Dynamo's KV router with its defaults. The original takes the backend with the fewest programs.
 */
final class ThunderPlacement {
  private final PolicyContext context;
  private final WorkerLedger ledger;
  private final ThunderProfile profile;
  private final LoadView loads;
  private final @Nullable Router kv;

  ThunderPlacement(ThunderProfile profile, PolicyContext context, WorkerLedger ledger) {
    this.profile = profile;
    this.context = context;
    this.ledger = ledger;
    loads = context.loads();
    kv = profile == ThunderProfile.PYTHON ? kvRouter(context) : null;
  }

  private static Router kvRouter(PolicyContext context) {
    PolicyFactory factory = new KvRouter.Factory();
    return (Router) factory.create(PolicyParams.of(factory, Map.of()), context);
  }

  Placement route(RequestView request, int target, double prioritySeconds) {
    if (target != Admission.NO_TARGET && canServe(request, target)) {
      return Placement.on(target);
    }
    if (kv != null) {
      return kv.route(request, target, prioritySeconds);
    }
    int best = -1;
    long bestLoad = Long.MAX_VALUE;
    for (int worker = 0; worker < context.workerCount(); worker++) {
      if (canServe(request, worker)) {
        long load = load(request, worker);
        if (load < bestLoad) {
          best = worker;
          bestLoad = load;
        }
      }
    }
    return Placement.on(best);
  }

  private long load(RequestView request, int worker) {
    if (profile == ThunderProfile.ORIGINAL) {
      return ledger.residentCount(worker);
    }
    long decodeBlocks = loads.activeBlocks(worker) + loads.addedBlocks(request, worker);
    return loads.activePrefillTokens(worker) + decodeBlocks * context.worker(worker).blockTokens();
  }

  private boolean canServe(RequestView request, int worker) {
    return context.live(worker) && context.eligible(request, worker);
  }
}

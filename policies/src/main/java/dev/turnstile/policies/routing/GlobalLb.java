package dev.turnstile.policies.routing;

import com.google.auto.service.AutoService;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/**
 * Sends a session's first request to the least loaded worker and the others where that one went.
 *
 * <p>The baseline of the published RL result: VERL's global load balancer. Sessions are remembered
 * in an LRU; a session that fell out of it starts anew. Load is the number of requests in flight,
 * as the router counts them; neither cache nor prompt length counts. The first worker in order wins
 * a tie. A request without session is never remembered, and neither is a worker that left. A bound
 * worker that is too small for a request counts as a miss.
 *
 * <p>With {@code hash=true} a session's worker is the {@code h mod n}-th of the n candidates, h
 * being the FNV-1a-64 hash of its id, unsigned: nothing is remembered and load does not count.
 */
final class GlobalLb implements Router {
  private static final int UNBOUND = -1;

  private final LoadView loads;
  private final boolean hash;
  private final int maxEntries;
  private final Candidates candidates;
  private final RouteLog log;

  /** Worker by session number, least recently used first. */
  private final Int2IntLinkedOpenHashMap workerOfSession = new Int2IntLinkedOpenHashMap();

  private GlobalLb(PolicyParams params, PolicyContext context) {
    loads = context.loads();
    hash = params.flag("hash");
    maxEntries = Math.toIntExact(params.integer("max_entries"));
    candidates = new Candidates(context);
    log = new RouteLog(context);
    workerOfSession.defaultReturnValue(UNBOUND);
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    String session = request.sessionId();
    int worker;
    String rule;
    if (session == null) {
      worker = leastLoaded(candidates.of(request));
      rule = "no_session";
    } else if (hash) {
      IntArrayList workers = candidates.of(request);
      long position = Long.remainderUnsigned(Fnv1a.of(session), workers.size());
      worker = workers.getInt((int) position);
      rule = "hash";
    } else {
      int bound = workerOfSession.getAndMoveToLast(request.sessionNumber());
      boolean hit = candidates.contains(request, bound);
      worker = hit ? bound : leastLoaded(candidates.of(request));
      rule = hit ? "bound" : "least_loaded";
      remember(request.sessionNumber(), worker);
    }
    if (log.enabled()) {
      log.write(request, worker, rule, candidates.of(request), loads);
    }
    return Placement.on(worker);
  }

  @Override
  public void onWorkerRemoved(int worker) {
    workerOfSession.values().removeIf(bound -> bound == worker);
  }

  private int leastLoaded(IntArrayList workers) {
    int best = workers.getInt(0);
    for (int i = 1; i < workers.size(); i++) {
      int worker = workers.getInt(i);
      if (loads.activeRequests(worker) < loads.activeRequests(best)) {
        best = worker;
      }
    }
    return best;
  }

  private void remember(int session, int worker) {
    workerOfSession.putAndMoveToLast(session, worker);
    if (workerOfSession.size() > maxEntries) {
      workerOfSession.removeFirstInt();
    }
  }

  /** Makes {@link GlobalLb}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "global-lb";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Keeps each session on the worker that was least loaded at its first request.";
    }

    @Override
    public String source() {
      return "VERL, global load balancer of the agent loop";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(
          PolicyParameter.bool("hash", false, "Choose by the hash of the session id instead."),
          PolicyParameter.integer(
              "max_entries",
              10_000,
              1,
              Integer.MAX_VALUE - 1,
              "sessions",
              "How many sessions are remembered."),
          Choice.TIE_BREAK);
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new GlobalLb(params, context);
    }
  }
}

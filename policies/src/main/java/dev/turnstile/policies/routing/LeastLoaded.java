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
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/** Takes the worker with the fewest active requests, as the router counts them. */
final class LeastLoaded implements Router {
  private final LoadView loads;
  private final Candidates candidates;
  private final Choice choice;
  private final RouteLog log;

  private LeastLoaded(PolicyParams params, PolicyContext context) {
    loads = context.loads();
    candidates = new Candidates(context);
    choice = new Choice(params, context.random());
    log = new RouteLog(context);
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    IntArrayList workers = candidates.of(request);
    choice.clear();
    for (int i = 0; i < workers.size(); i++) {
      choice.offer(workers.getInt(i), loads.activeRequests(workers.getInt(i)));
    }
    int worker = choice.take();
    log.write(request, worker, "least_loaded", workers, loads);
    return Placement.on(worker);
  }

  /** Makes {@link LeastLoaded}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "least-loaded";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Takes the worker with the fewest active requests.";
    }

    @Override
    public String source() {
      return "textbook; NVIDIA Dynamo router mode least-loaded";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(Choice.TIE_BREAK);
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new LeastLoaded(params, context);
    }
  }
}

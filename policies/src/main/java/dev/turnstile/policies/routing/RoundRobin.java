package dev.turnstile.policies.routing;

import com.google.auto.service.AutoService;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import java.util.List;

/**
 * Takes the workers in turn.
 *
 * <p>A cursor stands behind the worker taken last; the next candidate at or behind it is taken,
 * from the first worker again after the last. The cursor names a worker and not a position, so a
 * worker that joins or leaves does not shift the turns of the others.
 */
final class RoundRobin implements Router {
  private final Candidates candidates;
  private final RouteLog log;
  private int cursor;

  private RoundRobin(PolicyContext context) {
    candidates = new Candidates(context);
    log = new RouteLog(context);
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    int worker = candidates.nextFrom(request, cursor);
    cursor = worker + 1;
    if (log.enabled()) {
      log.write(request, worker, "next", candidates.of(request).size());
    }
    return Placement.on(worker);
  }

  /** Makes {@link RoundRobin}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "round-robin";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Takes the workers in turn.";
    }

    @Override
    public String source() {
      return "textbook; NVIDIA Dynamo router mode round-robin";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(Choice.TIE_BREAK);
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new RoundRobin(context);
    }
  }
}

package dev.turnstile.policies.routing;

import com.google.auto.service.AutoService;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import java.util.List;

/**
 * Sends a request where it says.
 *
 * <p>A request that names no worker, or one that is not there or too small for it, ends the run:
 * there is nothing to fall back to.
 */
final class Direct implements Router {
  private static final String ID = "direct";

  private final PolicyContext context;
  private final Candidates candidates;
  private final RouteLog log;

  private Direct(PolicyContext context) {
    this.context = context;
    candidates = new Candidates(context);
    log = new RouteLog(context);
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    int worker = request.pinnedWorker();
    if (!candidates.contains(request, worker)) {
      String problem =
          worker < 0
              ? " names no worker"
              : " names worker " + worker + ", which is not there or cannot serve it";
      throw new PolicyException(ID, context.nowNanos(), "request " + request.requestId() + problem);
    }
    log.write(request, worker, "pinned", 1);
    return Placement.on(worker);
  }

  /** Makes {@link Direct}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return ID;
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Sends each request to the worker that it names.";
    }

    @Override
    public String source() {
      return "NVIDIA Dynamo router mode direct";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(Choice.TIE_BREAK);
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new Direct(context);
    }
  }
}

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
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Takes any worker, each as likely: the {@code nextInt(n)}-th of n candidates. */
final class RandomRouter implements Router {
  private final SplittableRandom random;
  private final Candidates candidates;
  private final RouteLog log;

  private RandomRouter(PolicyContext context) {
    random = context.random();
    candidates = new Candidates(context);
    log = new RouteLog(context);
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    IntArrayList workers = candidates.of(request);
    int worker = workers.getInt(random.nextInt(workers.size()));
    log.write(request, worker, "drawn", workers.size());
    return Placement.on(worker);
  }

  /** Makes {@link RandomRouter}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "random";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Takes any worker, each as likely.";
    }

    @Override
    public String source() {
      return "textbook; NVIDIA Dynamo router mode random";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(Choice.TIE_BREAK);
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new RandomRouter(context);
    }
  }
}

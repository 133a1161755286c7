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
import java.util.SplittableRandom;

/**
 * Draws two workers and takes the one with fewer active requests.
 *
 * <p>The first draw is the {@code nextInt(n)}-th of n candidates, the second the {@code nextInt(n -
 * 1)}-th of the others. The first drawn wins a tie. A single candidate is taken without a draw.
 */
final class PowerOfTwo implements Router {
  private final LoadView loads;
  private final SplittableRandom random;
  private final Candidates candidates;
  private final RouteLog log;

  private PowerOfTwo(PolicyContext context) {
    loads = context.loads();
    random = context.random();
    candidates = new Candidates(context);
    log = new RouteLog(context);
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    IntArrayList workers = candidates.of(request);
    int worker = workers.size() == 1 ? workers.getInt(0) : lighterOfTwo(workers);
    log.write(request, worker, "lighter_of_two", workers, loads);
    return Placement.on(worker);
  }

  private int lighterOfTwo(IntArrayList workers) {
    int first = random.nextInt(workers.size());
    int second = random.nextInt(workers.size() - 1);
    if (second >= first) {
      second++;
    }
    int one = workers.getInt(first);
    int other = workers.getInt(second);
    boolean otherIsLighter = loads.activeRequests(other) < loads.activeRequests(one);
    return otherIsLighter ? other : one;
  }

  /** Makes {@link PowerOfTwo}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "power-of-two";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Draws two workers and takes the one with fewer active requests.";
    }

    @Override
    public String source() {
      return "M. Mitzenmacher, The Power of Two Choices in Randomized Load Balancing, 2001";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(Choice.TIE_BREAK);
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new PowerOfTwo(context);
    }
  }
}

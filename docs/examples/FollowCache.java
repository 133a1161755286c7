import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.PrefixView;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import java.util.List;

/**
 * Follows the cache, but not into a crowd.
 *
 * <p>Takes the worker that holds the longest prefix of the prompt, unless it has more than {@code
 * max_lead} active requests more than the least loaded worker; then takes that one. The lower
 * worker wins every tie.
 */
public final class FollowCache implements Router {
  private final PolicyContext context;
  private final LoadView loads;
  private final PrefixView prefixes;
  private final long maxLead;

  private FollowCache(PolicyParams params, PolicyContext context) {
    this.context = context;
    loads = context.loads();
    prefixes = context.prefixes();
    maxLead = params.integer("max_lead");
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    int lightest = -1;
    int warmest = -1;
    long longest = 0;
    for (int worker = 0; worker < context.workerCount(); worker++) {
      if (!context.live(worker) || !context.eligible(request, worker)) {
        continue;
      }
      if (lightest < 0 || loads.activeRequests(worker) < loads.activeRequests(lightest)) {
        lightest = worker;
      }
      long blocks = prefixes.deviceBlocks(request, worker);
      if (blocks > longest) {
        warmest = worker;
        longest = blocks;
      }
    }
    boolean follow =
        warmest >= 0
            && loads.activeRequests(warmest) - loads.activeRequests(lightest) <= maxLead;
    int chosen = follow ? warmest : lightest;
    if (context.log().enabled()) {
      context
          .log()
          .entry("route")
          .put("request", request.requestId())
          .put("worker", chosen)
          .put("rule", follow ? "longest_prefix" : "least_loaded")
          .put("prefix_blocks", longest)
          .write();
    }
    return Placement.on(chosen);
  }

  /** Makes the policy and describes it. */
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "follow-cache";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Takes the worker with the longest cached prefix unless it is crowded.";
    }

    @Override
    public String source() {
      return "an example of the documentation";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(
          PolicyParameter.integer(
              "max_lead", 8, 0, 1_000_000, "requests", "How crowded the cached worker may be."));
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new FollowCache(params, context);
    }
  }
}

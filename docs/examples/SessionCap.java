import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeSet;

/**
 * Lets a limited number of sessions be under way; the others wait at the gate in arrival order.
 *
 * <p>A session keeps its place from its first request to the end of its last one, or until one of
 * its requests is refused. Requests without session pass, and so do those of sub-agents: their
 * parent may be waiting for them.
 */
public final class SessionCap implements AdmissionGate {
  private final PolicyContext context;
  private final long maxSessions;
  private final TreeSet<Integer> underWay = new TreeSet<>();
  private final ArrayDeque<RequestView> waiting = new ArrayDeque<>();

  private SessionCap(PolicyParams params, PolicyContext context) {
    this.context = context;
    maxSessions = params.integer("max_sessions");
  }

  @Override
  public Admission admit(RequestView request) {
    boolean subagent = request.parentSessionNumber() >= 0;
    if (request.sessionNumber() < 0 || subagent || underWay.contains(request.sessionNumber())) {
      return Admission.release();
    }
    if (underWay.size() < maxSessions) {
      underWay.add(request.sessionNumber());
      return Admission.release();
    }
    waiting.add(request);
    return Admission.hold();
  }

  @Override
  public void onSessionEnd(RequestView lastRequest) {
    leave(lastRequest);
  }

  @Override
  public void onAbort(RequestView request) {
    waiting.remove(request);
    leave(request);
  }

  private void leave(RequestView request) {
    if (underWay.remove(request.sessionNumber())) {
      letIn();
    }
  }

  /** Gives a free place to the session that has waited longest, with all its held requests. */
  private void letIn() {
    RequestView first = waiting.peek();
    if (first == null) {
      return;
    }
    underWay.add(first.sessionNumber());
    waiting.removeIf(
        request -> {
          boolean same = request.sessionNumber() == first.sessionNumber();
          if (same) {
            context.release(request, Admission.release());
          }
          return same;
        });
  }

  @Override
  public void finished() {
    if (underWay.size() > maxSessions) {
      throw new IllegalStateException(underWay.size() + " sessions are under way");
    }
  }

  /** Makes the policy and describes it. */
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "session-cap";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.GATE;
    }

    @Override
    public String summary() {
      return "Lets a limited number of sessions be under way.";
    }

    @Override
    public String source() {
      return "an example of the documentation";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(
          PolicyParameter.integer(
              "max_sessions", 16, 1, 1_000_000, "sessions", "Sessions under way at a time."));
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new SessionCap(params, context);
    }
  }
}

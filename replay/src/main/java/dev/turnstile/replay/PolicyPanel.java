package dev.turnstile.replay;

import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a run, called in the order gate, router.
 *
 * <p>The panel knows which policy is being called, so that whatever is thrown can be laid at its
 * door.
 */
final class PolicyPanel {
  private final Simulation simulation;
  private final List<HostedPolicy> policies = new ArrayList<>();
  private @Nullable HostedPolicy gate;
  private @Nullable HostedPolicy router;
  private @Nullable HostedPolicy inside;
  private @Nullable PolicyException breach;

  PolicyPanel(Simulation simulation) {
    this.simulation = simulation;
  }

  /** Makes a policy, which must be what its factory says, and adds it. */
  void create(HostedPolicy hosted, PolicySelection.Part part) {
    enter(hosted);
    Policy made = part.factory().create(part.params(), hosted);
    PolicyKind kind = part.factory().kind();
    if (kind.isGate() && !(made instanceof AdmissionGate)) {
      throw broken(hosted, "is of the kind " + kind + " but makes no AdmissionGate");
    } else if (kind != PolicyKind.GATE && !(made instanceof Router)) {
      throw broken(hosted, "is of the kind " + kind + " but makes no Router");
    }
    leave();
    hosted.host(made);
    add(hosted);
  }

  /**
   * Adds a policy; the first one that can admit is the gate, the last one that can place routes.
   */
  private void add(HostedPolicy hosted) {
    policies.add(hosted);
    if (gate == null && hosted.policy() instanceof AdmissionGate) {
      gate = hosted;
    }
    if (hosted.policy() instanceof Router) {
      router = hosted;
    }
  }

  List<HostedPolicy> policies() {
    return policies;
  }

  @Nullable HostedPolicy gate() {
    return gate;
  }

  /** The policy that places requests. */
  HostedPolicy router() {
    if (router == null) {
      throw new IllegalStateException("no policy of the run places requests");
    }
    return router;
  }

  /** The policy whose code is running, or null. */
  @Nullable HostedPolicy inside() {
    return inside;
  }

  /** Notes that a policy broke a rule; the run ends even if the policy swallows the exception. */
  PolicyException broken(HostedPolicy policy, String rule) {
    breach = new PolicyException(policy.id(), simulation.nowNanos(), rule);
    return breach;
  }

  Admission admit(HostedPolicy admitting, RequestView request) {
    enter(admitting);
    Admission admission = ((AdmissionGate) admitting.policy()).admit(request);
    leave();
    return admission;
  }

  Placement route(RequestView request, int target, double prioritySeconds) {
    HostedPolicy routing = router();
    enter(routing);
    Placement placement = ((Router) routing.policy()).route(request, target, prioritySeconds);
    leave();
    return placement;
  }

  void onArrival(RequestView request) {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().onArrival(request);
      leave();
    }
  }

  void onDispatch(RequestView request, int worker) {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().onDispatch(request, worker);
      leave();
    }
  }

  void onFirstToken(RequestView request, int worker) {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().onFirstToken(request, worker);
      leave();
    }
  }

  void onComplete(RequestView request, int worker, long contextTokens) {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().onComplete(request, worker, contextTokens);
      leave();
    }
  }

  void onSessionEnd(RequestView lastRequest) {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().onSessionEnd(lastRequest);
      leave();
    }
  }

  void onAbort(RequestView request) {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().onAbort(request);
      leave();
    }
  }

  void onWorkersAdded(Cluster cluster) {
    for (HostedPolicy hosted : policies) {
      for (int worker = 0; worker < cluster.size(); worker++) {
        enter(hosted);
        hosted.policy().onWorkerAdded(cluster.view(worker));
        leave();
      }
    }
  }

  void onStored(int worker, int node, int fromBlock, int toBlock) {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().onKvStored(worker, KvTier.HBM, node, fromBlock, toBlock);
      leave();
    }
  }

  void onRemoved(int worker, int node, int fromBlock, int toBlock) {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().onKvRemoved(worker, KvTier.HBM, node, fromBlock, toBlock);
      leave();
    }
  }

  void onTick(HostedPolicy hosted) {
    enter(hosted);
    hosted.policy().onTick();
    leave();
  }

  void onWake(HostedPolicy hosted) {
    enter(hosted);
    hosted.policy().onWake();
    leave();
  }

  void finished() {
    for (HostedPolicy hosted : policies) {
      enter(hosted);
      hosted.policy().finished();
      leave();
    }
  }

  private void enter(HostedPolicy hosted) {
    inside = hosted;
  }

  private void leave() {
    inside = null;
    if (breach != null) {
      throw breach;
    }
  }
}

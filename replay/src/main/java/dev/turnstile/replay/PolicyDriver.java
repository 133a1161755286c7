package dev.turnstile.replay;

import static java.util.Objects.requireNonNull;

import dev.turnstile.engine.kernel.RandomStreams;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests from their arrival to a worker's queue: gate, then router, and tells both what
 * happens later.
 *
 * <p>Every decision is checked before anything is booked, so that a broken one leaves nothing
 * behind. What a callback asks for ({@code release}, {@code place}) takes effect in the order
 * asked, once the callback has returned; what it asked for before answering for an arriving request
 * comes before that answer.
 */
final class PolicyDriver {
  /** Where a request stands between its arrival and its end. */
  enum Stage {
    /** Not here, or a decision is being made. */
    NONE,
    /** Held by the gate. */
    HELD,
    /** In the router's queue. */
    PARKED,
    /** Held or parked, and answered for in a callback that has not returned. */
    ANSWERED,
    /** Sent to a worker. */
    DISPATCHED,
    /** Left the system. */
    DONE
  }

  /** What becomes of a request outside the policies. */
  interface Outcome {
    /** The gate has let a request go and asks for a worker, or for none: -1. */
    void released(int request, int advisedWorker);

    /** A request goes to a worker's queue now; another one has so much more of its prompt. */
    void dispatched(int request, int worker, long lossTokens);

    /** A policy refuses a request. */
    void rejected(int request, String reason);

    /** Policies have been called and all that they asked for has been done. */
    void settled();
  }

  /** An answer for a request that a policy holds: an admission by the gate or a placement. */
  private record Answer(
      HostedPolicy by,
      ReplayRequest request,
      @Nullable Admission admission,
      @Nullable Placement placement) {}

  private final Simulation simulation;
  private final RandomStreams streams;
  private final SessionGraph graph;
  private final EngineRequests requests;
  private final BlockIdentity identity;
  private final Cluster cluster;
  private final RouterBooks books;
  private final DecisionLog log;
  private final Outcome outcome;
  private final PolicyPanel panel;
  private final Stage[] stage;
  private final @Nullable ReplayRequest[] views;
  private final double[] priority;
  private final int[] workerOf;
  private final ArrayDeque<Answer> answers = new ArrayDeque<>();
  private boolean settling;
  private long latestWakeNanos;

  PolicyDriver(
      RunKit kit, SessionGraph graph, EngineRequests requests, Cluster cluster, Outcome outcome) {
    simulation = kit.simulation();
    streams = kit.streams();
    log = kit.log();
    this.graph = graph;
    this.requests = requests;
    this.cluster = cluster;
    this.outcome = outcome;
    identity = new BlockIdentity(requests);
    books = new RouterBooks(cluster, requests.blocks());
    panel = new PolicyPanel(simulation);
    stage = new Stage[requests.count()];
    Arrays.fill(stage, Stage.NONE);
    views = new ReplayRequest[requests.count()];
    priority = new double[requests.count()];
    workerOf = new int[requests.count()];
  }

  /** Makes the policies, in the order gate, router, and tells them of the workers. */
  void start(List<PolicySelection.Part> parts) {
    int order = 0;
    for (PolicySelection.Part part : parts) {
      HostedPolicy hosted = new HostedPolicy(part.factory().id(), order++, this);
      panel.create(hosted, part);
    }
    panel.router();
    panel.onWorkersAdded(cluster);
    done();
    for (HostedPolicy hosted : panel.policies()) {
      hosted.startTicks();
    }
  }

  /** A request that some worker can serve enters the system. */
  void arrive(int request) {
    ReplayRequest view =
        new ReplayRequest(
            graph,
            request,
            simulation.nowNanos(),
            requests.promptNode(request),
            identity.promptPathBlocks(request));
    views[request] = view;
    panel.onArrival(view);
    settle();
    HostedPolicy gate = panel.gate();
    if (gate == null) {
      apply(new Answer(panel.router(), view, Admission.release(), null));
    } else {
      Admission admission = panel.admit(gate, view);
      settle();
      apply(new Answer(gate, view, admission, null));
    }
    done();
  }

  void firstToken(int request) {
    ReplayRequest view = view(request);
    books.onFirstToken(view);
    panel.onFirstToken(view, workerOf[request]);
    done();
  }

  void complete(int request, long outputTokens) {
    ReplayRequest view = view(request);
    stage[request] = Stage.DONE;
    books.onComplete(view);
    panel.onComplete(view, workerOf[request], view.inputTokens() + outputTokens);
    if (view.hasSession() && view.lastOfSession()) {
      panel.onSessionEnd(view);
    }
    done();
  }

  /** Blocks of the prompt tree became available on a worker. */
  void stored(int worker, int node, int fromBlock, int toBlock) {
    books.onStored(worker, node, fromBlock, toBlock);
    panel.onStored(worker, node, fromBlock, toBlock);
    settle();
    books.told();
  }

  /** Blocks of the prompt tree are gone from a worker. */
  void removed(int worker, int node, int fromBlock, int toBlock) {
    books.onRemoved(worker, node, fromBlock, toBlock);
    panel.onRemoved(worker, node, fromBlock, toBlock);
    settle();
    books.told();
  }

  void tick(HostedPolicy hosted) {
    panel.onTick(hosted);
    done();
  }

  void woken(HostedPolicy hosted) {
    panel.onWake(hosted);
    done();
  }

  /** The run is over: policies and books check themselves. */
  void finish() {
    panel.finished();
    books.checkIdle();
  }

  Stage stage(int request) {
    return stage[request];
  }

  /** The worker to which a request was sent. */
  int workerOf(int request) {
    return workerOf[request];
  }

  PolicyPanel panel() {
    return panel;
  }

  Simulation simulation() {
    return simulation;
  }

  RandomStreams streams() {
    return streams;
  }

  Cluster cluster() {
    return cluster;
  }

  EngineRequests requests() {
    return requests;
  }

  RouterBooks books() {
    return books;
  }

  DecisionLog log() {
    return log;
  }

  /** The latest time at which a policy has asked to be woken; 0 if none has. */
  long latestWakeNanos() {
    return latestWakeNanos;
  }

  void wakeAsked(long timeNanos) {
    latestWakeNanos = Math.max(latestWakeNanos, timeNanos);
  }

  PolicyException broken(HostedPolicy policy, String rule) {
    return panel.broken(policy, rule);
  }

  long generatedTokens(int request) {
    if (stage[request] != Stage.DISPATCHED) {
      return 0;
    }
    cluster.worker(workerOf[request]).advance();
    return cluster.worker(workerOf[request]).generatedTokens(request);
  }

  /** A gate answers for a request that it holds. */
  void requestRelease(HostedPolicy by, RequestView request, Admission how) {
    if (by != panel.gate()) {
      throw broken(by, "releases request " + request.requestId() + " but is not the gate");
    }
    answers.add(new Answer(by, owned(by, request, Stage.HELD), how, null));
  }

  /** A router answers for a request in its queue. */
  void requestPlacement(HostedPolicy by, RequestView request, Placement where) {
    if (by != panel.router()) {
      throw broken(by, "places request " + request.requestId() + " but is not the router");
    }
    requireNonNull(where, "placement is null");
    answers.add(new Answer(by, owned(by, request, Stage.PARKED), null, where));
  }

  /** Checks that the request waits at this stage and nothing has been answered for it yet. */
  private ReplayRequest owned(HostedPolicy by, RequestView request, Stage expected) {
    int number = request.number();
    if (number < 0 || number >= views.length || views[number] != request) {
      throw broken(by, "answers for a request that it was not given: " + request.requestId());
    }
    String verb = expected == Stage.HELD ? "releases" : "places";
    if (stage[number] != expected) {
      throw broken(
          by, verb + " request " + request.requestId() + ", which is " + words(stage[number]));
    }
    stage[number] = Stage.ANSWERED;
    return view(number);
  }

  private static String words(Stage stage) {
    return switch (stage) {
      case NONE -> "being decided on";
      case HELD -> "held by the gate";
      case PARKED -> "in the router's queue";
      case ANSWERED -> "answered for already";
      case DISPATCHED -> "on a worker already";
      case DONE -> "over";
    };
  }

  /** Lets all answers take effect, those that follow from them included. */
  private void settle() {
    if (settling) {
      return;
    }
    settling = true;
    while (!answers.isEmpty()) {
      apply(answers.remove());
    }
    settling = false;
  }

  private void done() {
    settle();
    outcome.settled();
  }

  private void apply(Answer answer) {
    if (answer.placement != null) {
      placed(answer.by, answer.request, answer.placement);
    } else {
      admitted(answer.by, answer.request, answer.admission);
    }
  }

  private void admitted(HostedPolicy by, ReplayRequest request, @Nullable Admission admission) {
    if (admission == null) {
      throw broken(by, "does not answer for request " + request.requestId());
    }
    switch (admission.kind()) {
      case HOLD -> stage[request.number()] = Stage.HELD;
      case REJECT -> reject(request, admission.reason());
      case RELEASE -> release(by, request, admission);
    }
  }

  private void release(HostedPolicy by, ReplayRequest request, Admission admission) {
    int target = admission.target();
    double jump = admission.priorityJumpSeconds();
    if (target != Admission.NO_TARGET && !cluster.contains(target)) {
      throw broken(by, "advises unknown worker " + target + " for " + request.requestId());
    }
    if (!Double.isFinite(jump)) {
      throw broken(by, "gives request " + request.requestId() + " a priority jump of " + jump);
    }
    stage[request.number()] = Stage.NONE;
    priority[request.number()] = request.prioritySeconds() + jump;
    outcome.released(request.number(), target);
    int pinned = request.pinnedWorker();
    if (pinned < 0) {
      HostedPolicy router = panel.router();
      placed(router, request, panel.route(request, target, priority[request.number()]));
    } else if (cluster.eligible(request.number(), pinned)) {
      dispatch(request, pinned);
    } else {
      reject(request, "pinned to worker " + pinned + ", which is not there");
    }
  }

  private void placed(HostedPolicy by, ReplayRequest request, @Nullable Placement placement) {
    if (placement == null) {
      throw broken(by, "does not answer for request " + request.requestId());
    }
    switch (placement.kind()) {
      case PARK -> stage[request.number()] = Stage.PARKED;
      case REJECT -> reject(request, placement.reason());
      case PLACE -> {
        int worker = placement.worker();
        if (!cluster.contains(worker)) {
          throw broken(by, "places " + request.requestId() + " on unknown worker " + worker);
        }
        if (!cluster.eligible(request.number(), worker)) {
          String where = request.requestId() + " on worker " + worker;
          throw broken(by, "places " + where + ", which can never serve it");
        }
        dispatch(request, worker);
      }
    }
  }

  private void dispatch(ReplayRequest request, int worker) {
    int number = request.number();
    stage[number] = Stage.DISPATCHED;
    workerOf[number] = worker;
    long lossTokens = books.routingLossTokens(request, worker);
    books.onDispatch(request, worker);
    outcome.dispatched(number, worker, lossTokens);
    panel.onDispatch(request, worker);
  }

  private void reject(ReplayRequest request, String reason) {
    stage[request.number()] = Stage.DONE;
    outcome.rejected(request.number(), reason);
    panel.onAbort(request);
  }

  ReplayRequest view(int request) {
    ReplayRequest view = views[request];
    if (view == null) {
      throw new IllegalStateException("request " + request + " has not arrived");
    }
    return view;
  }
}

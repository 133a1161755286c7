package dev.turnstile.replay;

import dev.turnstile.engine.kernel.EventTarget;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.replay.metrics.HeldElsewhere;
import dev.turnstile.replay.metrics.RunCollector;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.load.LoadDriver;
import dev.turnstile.workload.load.LoadSettings;
import java.util.List;

/**
 * One run: the meeting point of load, policies, workers and collector.
 *
 * <p>It passes on what each of them tells the others and keeps no state of its own but counts.
 */
final class Run implements WorkerListener, LoadDriver.Host, PolicyDriver.Outcome {
  private final RunKit kit;
  private final Simulation simulation;
  private final DecisionLog log;
  private final SessionGraph graph;
  private final RunCollector collector;
  private final Cluster cluster;
  private final PolicyDriver policies;
  private final PolicyGauges gauges;
  private final LoadDriver load;
  private final EventTarget wakeLoad = argument -> wakeLoad();
  private final HeldElsewhere elsewhere = this::heldElsewhere;
  private int terminal;

  Run(
      RunKit kit,
      SessionGraph graph,
      EngineRequests requests,
      ClusterPlan plan,
      WorkerFactory workers,
      LoadSettings loadSettings,
      RunCollector collector) {
    this.kit = kit;
    this.graph = graph;
    this.collector = collector;
    simulation = kit.simulation();
    log = kit.log();
    cluster = new Cluster(plan, workers, simulation, requests, this);
    policies = new PolicyDriver(kit, graph, requests, cluster, this);
    gauges = new PolicyGauges(policies.panel(), collector);
    load = new LoadDriver(graph, loadSettings, kit.streams().stream("arrivals"), this);
  }

  void start(List<PolicySelection.Part> parts) {
    policies.start(parts);
    load.start();
  }

  RunKit kit() {
    return kit;
  }

  SessionGraph graph() {
    return graph;
  }

  LoadDriver load() {
    return load;
  }

  PolicyDriver policies() {
    return policies;
  }

  Cluster cluster() {
    return cluster;
  }

  RunCollector collector() {
    return collector;
  }

  PolicyGauges gauges() {
    return gauges;
  }

  /** Whether a policy keeps a request from the workers. */
  boolean heldByPolicy(int request) {
    PolicyDriver.Stage stage = policies.stage(request);
    return stage == PolicyDriver.Stage.HELD || stage == PolicyDriver.Stage.PARKED;
  }

  /** Requests that have left the system or are never sent. */
  int terminal() {
    return terminal;
  }

  // ---- load

  @Override
  public void wakeAt(long timeNanos) {
    simulation.schedule(timeNanos, Rank.ARRIVAL, 0, wakeLoad, 0);
  }

  private void wakeLoad() {
    load.onWake(simulation.nowNanos());
  }

  @Override
  public void arrive(int request, long scheduledNanos) {
    collector.scheduled(request, scheduledNanos);
    collector.arrived(request);
    if (cluster.servable(request)) {
      policies.arrive(request);
    } else {
      rejected(request, cluster.whyUnservable(request));
    }
  }

  @Override
  public void skip(int request) {
    terminal++;
    collector.skipped(request, "an earlier request of its play failed");
  }

  // ---- policies

  @Override
  public void released(int request, int advisedWorker) {
    collector.released(request, advisedWorker);
  }

  @Override
  public void dispatched(int request, int worker, long lossTokens) {
    collector.dispatched(request, worker, lossTokens);
    cluster.worker(worker).submit(request);
    collector.workerState(cluster.worker(worker));
    if (log.enabled()) {
      log.entry("dispatch").put("request_id", id(request)).put("worker", worker).write();
    }
  }

  @Override
  public void rejected(int request, String reason) {
    collector.rejected(request, reason);
    if (log.enabled()) {
      log.entry("reject").put("request_id", id(request)).put("reason", reason).write();
    }
    terminal++;
    load.onTerminal(request, simulation.nowNanos(), false);
  }

  @Override
  public void settled() {
    gauges.read(cluster.size());
  }

  // ---- workers

  @Override
  public void onFirstScheduled(int worker, int request, AdmissionFacts facts) {
    collector.firstScheduled(request, facts, elsewhere);
  }

  private int heldElsewhere(int request, int worker, int limit) {
    return policies.books().blocksElsewhere(policies.view(request), worker, limit);
  }

  @Override
  public void onFirstToken(int worker, int request) {
    collector.firstToken(request);
    policies.firstToken(request);
  }

  @Override
  public void onSecondToken(int worker, int request) {
    collector.secondToken(request);
  }

  @Override
  public void onCompleted(
      int worker,
      int request,
      long outputTokens,
      boolean lengthCapped,
      int preemptions,
      long recomputedTokens,
      long maxTokenGapNanos) {
    collector.completed(
        request, outputTokens, lengthCapped, preemptions, recomputedTokens, maxTokenGapNanos);
    terminal++;
    policies.complete(request, outputTokens);
    load.onTerminal(request, simulation.nowNanos(), true);
  }

  @Override
  public void onPreempted(int worker, int request) {
    collector.preempted(worker);
    if (log.enabled()) {
      log.entry("preempt").put("request_id", id(request)).put("worker", worker).write();
    }
  }

  @Override
  public void onTokenGaps(int worker, long gapNanos, long count) {
    collector.tokenGaps(gapNanos, count);
  }

  @Override
  public void onStored(int worker, int owner, int fromBlock, int toBlock) {
    if (!BlockIdentity.isPrivate(owner)) {
      collector.stored(owner, toBlock);
      policies.stored(worker, owner, fromBlock, toBlock);
    }
  }

  @Override
  public void onRemoved(int worker, int owner, int fromBlock, int toBlock) {
    if (!BlockIdentity.isPrivate(owner)) {
      policies.removed(worker, owner, fromBlock, toBlock);
    }
  }

  @Override
  public void onEvicted(int worker, long count) {
    collector.evicted(worker, count);
    if (log.enabled()) {
      log.entry("evict").put("worker", worker).put("blocks", count).write();
    }
  }

  @Override
  public void onSteps(
      int worker, long fromNanos, long durationNanos, long steps, int sequences, long newTokens) {
    collector.steps(cluster.worker(worker), fromNanos, durationNanos, steps, sequences, newTokens);
  }

  @Override
  public void onStepEnd(int worker) {
    collector.stepEnd(cluster.worker(worker));
  }

  @Override
  public void onDeferred(int worker, long steps) {
    collector.deferred(worker, steps);
  }

  private String id(int request) {
    return graph.request(request).id();
  }
}

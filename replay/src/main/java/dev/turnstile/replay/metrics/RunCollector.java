package dev.turnstile.replay.metrics;

import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.workload.graph.SessionGraph;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Hears of everything that happens in a run and keeps it in columns.
 *
 * <p>Methods are called at the simulated time of what they tell, in the order in which it happens,
 * but for those that say otherwise. Warm-up requests are marked at their arrival and kept apart
 * later. Not thread-safe.
 */
public final class RunCollector {
  private final Simulation simulation;
  private final EngineRequests requests;
  private final RequestLog log;
  private final LossFinder losses;
  private final long warmupRequests;
  private final long warmupNanos;
  private final IntArrayList arrivals = new IntArrayList();
  private final IntArrayList schedulingOrder = new IntArrayList();
  private final IntArrayList servingOrder = new IntArrayList();
  private final TokenGaps gaps = new TokenGaps();
  private final StateSeries states;
  private final WorkerTotals totals;
  private long liveRequests;
  private long pausedRequests;

  /**
   * Starts empty.
   *
   * @param requests requests of the workload in blocks of the engine
   * @param graph their sessions
   * @param workers number of workers
   * @param warmupRequests the first so many arrivals are warm-up
   * @param warmupNanos arrivals before this time are warm-up
   */
  public RunCollector(
      Simulation simulation,
      EngineRequests requests,
      SessionGraph graph,
      int workers,
      long warmupRequests,
      long warmupNanos) {
    this.simulation = simulation;
    this.warmupRequests = warmupRequests;
    this.warmupNanos = warmupNanos;
    this.requests = requests;
    log = new RequestLog(requests.count(), requests.blocks().blockTokens());
    losses = new LossFinder(requests, graph, log);
    states = new StateSeries(workers);
    totals = new WorkerTotals(workers);
  }

  /** The load driver wants to send a request now, or wanted to at an earlier time. */
  public void scheduled(int request, long scheduledNanos) {
    log.scheduledNanos[request] = scheduledNanos;
  }

  /** A request enters the system. */
  public void arrived(int request) {
    long now = simulation.nowNanos();
    log.arrivalNanos[request] = now;
    log.warmup[request] = arrivals.size() < warmupRequests || now < warmupNanos;
    arrivals.add(request);
    states.cluster(Gauge.REQUESTS_IN_SYSTEM, now, ++liveRequests);
    states.cluster(Gauge.HELD_REQUESTS, now, ++pausedRequests);
  }

  /**
   * The gate lets a request go to the router.
   *
   * @param advisedWorker worker that it asks for, or -1
   */
  public void released(int request, int advisedWorker) {
    log.releasedNanos[request] = simulation.nowNanos();
    log.advisedWorker[request] = advisedWorker;
  }

  /**
   * A request is sent to a worker's queue.
   *
   * @param routingLossTokens tokens cached on another worker but not on this one
   */
  public void dispatched(int request, int worker, long routingLossTokens) {
    long now = simulation.nowNanos();
    log.admittedNanos[request] = now;
    log.worker[request] = worker;
    log.routingLossTokens[request] = routingLossTokens;
    states.cluster(Gauge.HELD_REQUESTS, now, --pausedRequests);
    totals.requests[worker]++;
  }

  /**
   * A request is in a batch for the first time.
   *
   * @param elsewhere what the other workers hold
   */
  public void firstScheduled(int request, AdmissionFacts facts, HeldElsewhere elsewhere) {
    log.firstScheduledNanos[request] = simulation.nowNanos();
    log.hitTokensHbm[request] = facts.hitTokensHbm;
    losses.firstScheduled(request, facts, elsewhere);
    schedulingOrder.add(request);
    servingOrder.add(request);
    int worker = log.worker[request];
    totals.inputTokens[worker] += requests.inputTokens(request);
    totals.hitTokens[worker] += facts.hitTokensHbm;
    states.addTo(Gauge.CUMULATIVE_HIT_TOKENS, worker, simulation.nowNanos(), facts.hitTokensHbm);
  }

  /** The first output token is out. */
  public void firstToken(int request) {
    log.firstTokenNanos[request] = simulation.nowNanos();
  }

  /** The second output token is out. */
  public void secondToken(int request) {
    log.secondTokenNanos[request] = simulation.nowNanos();
  }

  /** A request is complete; parameters as {@code WorkerListener.onCompleted}. */
  public void completed(
      int request,
      long outputTokens,
      boolean lengthCapped,
      int preemptions,
      long recomputedTokens,
      long maxTokenGapNanos) {
    long now = simulation.nowNanos();
    log.outputTokens[request] = outputTokens;
    if (outputTokens > 0) {
      log.lastTokenNanos[request] = now;
    }
    log.preemptions[request] = preemptions;
    log.preemptionRecomputeTokens[request] = recomputedTokens;
    log.maxTokenGapNanos[request] = maxTokenGapNanos;
    totals.outputTokens[log.worker[request]] += outputTokens;
    end(request, lengthCapped ? RequestStatus.LENGTH_CAPPED : RequestStatus.COMPLETED, "");
  }

  /** A request is refused, at its arrival or later. */
  public void rejected(int request, String reason) {
    leaveGate(request);
    end(request, RequestStatus.REJECTED, reason);
  }

  /** A request that had arrived is withdrawn. */
  public void cancelled(int request, String reason) {
    leaveGate(request);
    end(request, RequestStatus.CANCELLED, reason);
  }

  /** A request that has not arrived will not be sent, because another one of its play failed. */
  public void skipped(int request, String reason) {
    log.status[request] = RequestStatus.SKIPPED;
    log.reason.put(request, reason);
  }

  private void leaveGate(int request) {
    if (log.arrivalNanos[request] != RequestLog.NO_TIME
        && log.admittedNanos[request] == RequestLog.NO_TIME) {
      states.cluster(Gauge.HELD_REQUESTS, simulation.nowNanos(), --pausedRequests);
    }
  }

  private void end(int request, RequestStatus status, String reason) {
    long now = simulation.nowNanos();
    log.endNanos[request] = now;
    log.status[request] = status;
    if (!reason.isEmpty()) {
      log.reason.put(request, reason);
    }
    if (log.firstScheduledNanos[request] != RequestLog.NO_TIME) {
      servingOrder.add(~request);
    }
    if (log.arrivalNanos[request] != RequestLog.NO_TIME) {
      states.cluster(Gauge.REQUESTS_IN_SYSTEM, now, --liveRequests);
    }
  }

  /** A running request was preempted. */
  public void preempted(int worker) {
    totals.preemptions[worker]++;
    states.addTo(Gauge.CUMULATIVE_PREEMPTIONS, worker, simulation.nowNanos(), 1);
  }

  /** {@code count} gaps between tokens had this length. */
  public void tokenGaps(long gapNanos, long count) {
    gaps.add(gapNanos, count);
  }

  /** Blocks of a tree node, the last one in front of {@code toBlock}, are stored on a worker. */
  public void stored(int node, int toBlock) {
    losses.stored(node, toBlock);
  }

  /** Cached blocks were overwritten. */
  public void evicted(int worker, long blocks) {
    totals.evictedBlocks[worker] += blocks;
    states.addTo(Gauge.CUMULATIVE_EVICTED_BLOCKS, worker, simulation.nowNanos(), blocks);
  }

  /** So many steps were formed while the head of the queue found no room. */
  public void deferred(int worker, long steps) {
    totals.deferredSteps[worker] += steps;
  }

  /**
   * Steps of one batch run back to back; the worker's counters are those of these steps. May be
   * told late; then nothing but block counts has changed since what was told of the worker before.
   *
   * @param fromNanos when the first of them began
   * @param durationNanos how long all of them take
   * @param sequences requests in each
   * @param newTokens tokens computed in each
   */
  public void steps(
      Worker worker,
      long fromNanos,
      long durationNanos,
      long steps,
      int sequences,
      long newTokens) {
    int id = worker.id();
    totals.steps[id] += steps;
    totals.busyNanos[id] += durationNanos;
    totals.computedTokens[id] += steps * newTokens;
    batch(id, fromNanos, 1, sequences, newTokens);
    workerState(worker, fromNanos);
  }

  /** A step ended. If requests are running, the next step begins at once and tells the rest. */
  public void stepEnd(Worker worker) {
    if (worker.runningRequests() == 0) {
      batch(worker.id(), simulation.nowNanos(), 0, 0, 0);
      workerState(worker);
    }
  }

  private void batch(int worker, long fromNanos, int busy, int sequences, long newTokens) {
    states.worker(Gauge.BUSY, worker, fromNanos, busy);
    states.worker(Gauge.BATCH_SEQUENCES, worker, fromNanos, sequences);
    states.worker(Gauge.BATCH_TOKENS, worker, fromNanos, newTokens);
  }

  /** Something about a worker's queue or pool has changed now. */
  public void workerState(Worker worker) {
    workerState(worker, simulation.nowNanos());
  }

  private void workerState(Worker worker, long fromNanos) {
    int id = worker.id();
    states.worker(Gauge.RUNNING_REQUESTS, id, fromNanos, worker.runningRequests());
    states.worker(Gauge.WAITING_REQUESTS, id, fromNanos, worker.waitingRequests());
    states.blocks(id, fromNanos, worker.activeBlocks(), worker.cachedIdleBlocks());
  }

  /**
   * Whether {@link #presentReached} should be called soon: block counts that may be told late are
   * summed up when all workers have told theirs.
   */
  public boolean waitsForWorkers() {
    return states.blocksWait();
  }

  /** All workers have told everything up to the present. */
  public void presentReached() {
    states.settleBlocks();
  }

  /** A gauge of the admission policy, for instance paused programs, has a new value. */
  public void policyGauge(Gauge gauge, long value) {
    states.cluster(gauge, simulation.nowNanos(), value);
  }

  /** A gauge of the admission policy about one worker has a new value. */
  public void policyGauge(Gauge gauge, int worker, long value) {
    states.worker(gauge, worker, simulation.nowNanos(), value);
  }

  /** The columns of requests. */
  public RequestLog log() {
    return log;
  }

  /** Requests in the order in which they were first scheduled. */
  public IntArrayList schedulingOrder() {
    return schedulingOrder;
  }

  /** First schedulings ({@code r}) and ends of what was scheduled ({@code ~r}), in order. */
  IntArrayList servingOrder() {
    return servingOrder;
  }

  /** Requests in the order in which they arrived. */
  public IntArrayList arrivals() {
    return arrivals;
  }

  LossFinder losses() {
    return losses;
  }

  TokenGaps gaps() {
    return gaps;
  }

  StateSeries states() {
    return states;
  }

  WorkerTotals totals() {
    return totals;
  }
}

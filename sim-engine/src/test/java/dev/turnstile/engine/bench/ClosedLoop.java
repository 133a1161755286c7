package dev.turnstile.engine.bench;

import dev.turnstile.engine.kernel.EventTarget;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;

/** One worker under a closed loop, and a listener that keeps what a report needs at the least. */
final class ClosedLoop implements WorkerListener {
  final Simulation simulation = new Simulation();
  private final Shape shape;
  private final Worker worker;
  private final EventTarget arrive;
  private int nextSession;
  private final int sessions;

  long steps;
  long busyNanos;
  long tokens;
  long gaps;
  long gapNanos;
  long blockSteps;
  long completed;

  ClosedLoop(WorkerFactory engine, WorkerConfig config, StepPricer pricer, Shape shape) {
    this.shape = shape;
    sessions = shape.requests().count() / shape.turns();
    worker = engine.create(0, config, simulation, shape.requests(), pricer, this);
    arrive = worker::submit;
  }

  void run() {
    while (nextSession < shape.concurrency()) {
      startSession();
    }
    while (simulation.step()) {}
    worker.checkInvariants(true);
    if (completed != shape.requests().count()) {
      throw new IllegalStateException("completed " + completed);
    }
  }

  private void startSession() {
    if (nextSession < sessions) {
      arriveNow(nextSession++ * shape.turns());
    }
  }

  private void arriveNow(int request) {
    simulation.schedule(simulation.nowNanos(), Rank.ARRIVAL, request, arrive, request);
  }

  @Override
  public void onCompleted(
      int workerId,
      int request,
      long outputTokens,
      boolean lengthCapped,
      int preemptions,
      long recomputedTokens,
      long maxTokenGapNanos) {
    completed++;
    if ((request + 1) % shape.turns() == 0) {
      startSession();
    } else {
      arriveNow(request + 1);
    }
  }

  @Override
  public void onFirstScheduled(int workerId, int request, AdmissionFacts facts) {}

  @Override
  public void onFirstToken(int workerId, int request) {}

  @Override
  public void onSecondToken(int workerId, int request) {}

  @Override
  public void onPreempted(int workerId, int request) {}

  @Override
  public void onTokenGaps(int workerId, long lengthNanos, long count) {
    gaps += count;
    gapNanos += count * lengthNanos;
  }

  @Override
  public void onStored(int workerId, int owner, int fromBlock, int toBlock) {}

  @Override
  public void onRemoved(int workerId, int owner, int fromBlock, int toBlock) {}

  @Override
  public void onEvicted(int workerId, long count) {}

  @Override
  public void onSteps(
      int workerId, long fromNanos, long durationNanos, long count, int sequences, long newTokens) {
    steps += count;
    busyNanos += durationNanos;
    tokens += count * newTokens;
    blockSteps += worker.activeBlocks() * count;
  }

  @Override
  public void onStepEnd(int workerId) {}

  @Override
  public void onDeferred(int workerId, long count) {}
}

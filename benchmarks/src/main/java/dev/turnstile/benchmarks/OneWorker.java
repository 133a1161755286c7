package dev.turnstile.benchmarks;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.KvDtype;
import dev.turnstile.engine.hardware.WeightDtype;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.TimingFactory;
import dev.turnstile.engine.timing.TimingSpec;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerListener;
import java.util.OptionalLong;

/** A worker alone, whose requests follow one another so that some are always there. */
final class OneWorker implements WorkerListener {
  private static final int MAX_BATCHED_TOKENS = 8192;
  private static final int MAX_SEQUENCES = 256;
  private static final int MAX_PREEMPTIONS = 1000;
  private static final long MODEL_CONTEXT_TOKENS = 1 << 20;

  private final Simulation simulation = new Simulation();
  private final Worker worker;
  private final int requests;
  private int next;
  private long steps;

  OneWorker(BenchmarkRequests requests, long kvBlocks, StepPricer pricer) {
    this.requests = requests.count();
    worker = new FastWorker(0, config(kvBlocks), simulation, requests, pricer, this);
  }

  private static WorkerConfig config(long kvBlocks) {
    return new WorkerConfig(
        BenchmarkRequests.BLOCK_TOKENS,
        kvBlocks,
        MAX_BATCHED_TOKENS,
        MAX_SEQUENCES,
        0,
        true,
        true,
        0,
        true,
        WorkerConfig.QueueOrder.FCFS,
        WorkerConfig.PreemptionMode.LIFO,
        WorkerConfig.FreeOrder.FREE_FIRST,
        0,
        MAX_PREEMPTIONS,
        false);
  }

  /** A timing of Llama-3.1-8B on an H100. */
  static StepPricer pricer(String timing, StepPricer.Composition composition) {
    Catalogue catalogue = Catalogue.bundled();
    Deployment deployment =
        new Deployment(
            catalogue.model("llama-3.1-8b"),
            catalogue.gpu("h100-sxm"),
            1,
            WeightDtype.parse("bf16"),
            KvDtype.parse("bf16"));
    return new StepPricer(
        TimingFactory.create(
            TimingSpec.parse(timing), deployment, OptionalLong.of(MODEL_CONTEXT_TOKENS)),
        composition,
        1,
        1);
  }

  /** Runs all requests, so many at a time; returns the number of steps. */
  long run(int concurrency) {
    for (int i = 0; i < concurrency; i++) {
      submitNext();
    }
    while (simulation.step()) {}
    return steps;
  }

  private void submitNext() {
    if (next < requests) {
      worker.submit(next++);
    }
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
    submitNext();
  }

  @Override
  public void onSteps(
      int workerId, long fromNanos, long durationNanos, long count, int sequences, long newTokens) {
    steps += count;
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
  public void onTokenGaps(int workerId, long lengthNanos, long count) {}

  @Override
  public void onStored(int workerId, int owner, int fromBlock, int toBlock) {}

  @Override
  public void onRemoved(int workerId, int owner, int fromBlock, int toBlock) {}

  @Override
  public void onEvicted(int workerId, long count) {}

  @Override
  public void onStepEnd(int workerId) {}

  @Override
  public void onDeferred(int workerId, long count) {}
}

package dev.turnstile.benchmarks;

import dev.turnstile.engine.timing.StepPricer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A block pool that is too small: 64 sessions take turns of 32 blocks more, eight requests at a
 * time, so that most admissions find a part of their prompt and evict others.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BlockPoolBenchmark {
  private static final int SESSIONS = 64;
  private static final int TURNS = 16;
  private static final int REQUESTS = SESSIONS * TURNS;
  private static final int SHARED = 128;
  private static final int PER_TURN = 32;
  private static final int AT_ONCE = 8;

  private final BenchmarkRequests requests = new BenchmarkRequests(prompts(), 1);
  private final StepPricer pricer =
      OneWorker.pricer("fixed:prefill_ms=10,decode_ms=10", StepPricer.Composition.FUSED);

  /** Size of the pool; all prompts together have 32,896 blocks. */
  @Param({"6144", "16384"})
  public long kvBlocks;

  private static long[][] prompts() {
    long[][] chains = new long[REQUESTS][];
    for (int request = 0; request < REQUESTS; request++) {
      int turn = request / SESSIONS;
      chains[request] = Chains.of(SHARED, SHARED + (turn + 1) * PER_TURN, request % SESSIONS);
    }
    return chains;
  }

  /** Admits, computes and releases one request. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public long request() {
    return new OneWorker(requests, kvBlocks, pricer).run(AT_ONCE);
  }
}

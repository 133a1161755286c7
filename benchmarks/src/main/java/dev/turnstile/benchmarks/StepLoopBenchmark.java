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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Decode steps in which nothing is decided: sixteen requests of 20,000 output tokens. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StepLoopBenchmark {
  private static final int SEQUENCES = 16;
  private static final int OUTPUT_TOKENS = 20_000;
  private static final int PROMPT_BLOCKS = 16;
  private static final long KV_BLOCKS = 1 << 20;

  private final BenchmarkRequests requests = new BenchmarkRequests(prompts(), OUTPUT_TOKENS);

  /** How a step is priced. */
  @Param({
    "fixed:prefill_ms=10,decode_ms=10",
    "linear:prefill_ms_per_token=0.01,decode_ms_per_step=10",
    "polynomial",
    "roofline"
  })
  public String timing = "fixed:prefill_ms=10,decode_ms=10";

  /** How the price of a step is put together. */
  @Param({"FUSED", "SPLIT"})
  public StepPricer.Composition composition = StepPricer.Composition.FUSED;

  private StepPricer pricer = OneWorker.pricer(timing, composition);

  private static long[][] prompts() {
    long[][] chains = new long[SEQUENCES][];
    for (int request = 0; request < SEQUENCES; request++) {
      chains[request] = Chains.of(0, PROMPT_BLOCKS, request);
    }
    return chains;
  }

  /** Makes the pricer. */
  @Setup
  public void prepare() {
    pricer = OneWorker.pricer(timing, composition);
  }

  /** One step; those with prefill are few among them. */
  @Benchmark
  @OperationsPerInvocation(OUTPUT_TOKENS)
  public long step() {
    return new OneWorker(requests, KV_BLOCKS, pricer).run(SEQUENCES);
  }
}

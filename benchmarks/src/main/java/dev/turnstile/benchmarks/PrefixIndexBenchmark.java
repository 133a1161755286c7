package dev.turnstile.benchmarks;

import dev.turnstile.engine.kv.KvTier;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The router's index: 4,096 prompts with a common prefix, each held by two workers. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PrefixIndexBenchmark {
  private static final int SESSIONS = 4096;

  /** Number of workers. */
  @Param({"4", "64", "1024"})
  public int workers = 4;

  private BenchmarkContext context = new BenchmarkContext(1, 1, 1);
  private BenchmarkRequest[] requests = {};
  private long[] perWorker = {};
  private int next;

  /** Fills the index. */
  @Setup
  public void fill() {
    context = new BenchmarkContext(workers, 1 << 20, SESSIONS);
    requests = new BenchmarkRequest[SESSIONS];
    perWorker = new long[workers];
    for (int session = 0; session < SESSIONS; session++) {
      requests[session] = context.request(session, session);
      context.store(session % workers, session);
      context.store((session + 1) % workers, session);
    }
  }

  private BenchmarkRequest next() {
    next = (next + 1) % SESSIONS;
    return requests[next];
  }

  /** Looks up what one worker holds. */
  @Benchmark
  public long ofOneWorker() {
    return context.prefixIndex().blocks(next(), next % workers, KvTier.HBM);
  }

  /** Looks up what every worker holds. */
  @Benchmark
  public long[] ofAllWorkers() {
    context.prefixIndex().blocks(next(), KvTier.HBM, perWorker);
    return perWorker;
  }

  /** Hears that the last block of a prompt is gone and there again. */
  @Benchmark
  public void removeAndStore() {
    BenchmarkRequest request = next();
    int worker = request.number() % workers;
    int end = request.hashedBlocks();
    int node = request.promptNode();
    context.prefixIndex().onRemoved(worker, KvTier.HBM, node, end - 1, end);
    context.prefixIndex().onStored(worker, KvTier.HBM, node, end - 1, end);
  }
}

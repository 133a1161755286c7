package dev.turnstile.replay.bench;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.RunResult;
import java.util.Arrays;

/**
 * Measures whole replays: from a loaded workload to a result, in one thread.
 *
 * <p>The first replay is timed for itself. Then replays go on unmeasured until the process is warm,
 * and the samples follow: each is the mean of as many replays as fit into a moment, so that runs of
 * milliseconds are not drowned by the clock.
 */
public final class Bench {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long WARM_NANOS = 3_000_000_000L;
  private static final long SAMPLE_NANOS = 100_000_000L;

  private final Replayer replayer;
  private final Meter meter;
  private final long warmNanos;

  /** Measures runs of an engine by a meter. */
  public Bench(Replayer replayer, Meter meter) {
    this(replayer, meter, WARM_NANOS);
  }

  Bench(Replayer replayer, Meter meter, long warmNanos) {
    this.replayer = replayer;
    this.meter = meter;
    this.warmNanos = warmNanos;
  }

  /**
   * Measures a case.
   *
   * @param runs number of samples, at least 1; their median counts
   */
  public BenchResult measure(BenchCase shape, int runs) {
    if (runs < 1) {
      throw new IllegalArgumentException("runs must be >= 1, got " + runs);
    }
    meter.resetHeap();
    long begin = meter.nanoTime();
    RunResult first = replay(shape);
    long coldNanos = meter.nanoTime() - begin;
    long steps = first.workers().stream().mapToLong(RunResult.WorkerRow::steps).sum();
    long peakHeapBytes = peakHeapWith(first);
    first = null;
    long replayNanos = warm(shape, coldNanos);
    int replays = (int) Math.max(1, SAMPLE_NANOS / Math.max(1, replayNanos));
    double[] seconds = new double[runs];
    for (int run = 0; run < runs; run++) {
      seconds[run] = sample(shape, replays);
    }
    return new BenchResult(
        shape.name(),
        shape.workload().graph().requestCount(),
        steps,
        coldNanos / NANOS_PER_SECOND,
        median(seconds),
        peakHeapBytes);
  }

  private RunResult replay(BenchCase shape) {
    return replayer.run(shape.scenario(), shape.workload(), RunOptions.SILENT);
  }

  /** The result must be alive while the heap is read, as it is for whoever reports it. */
  private long peakHeapWith(RunResult result) {
    long bytes = meter.peakHeapBytes();
    if (result.endNanos() < 0) {
      throw new IllegalStateException("a run ended before it began");
    }
    return bytes;
  }

  /** Replays until the process is warm; returns how long the last replay took. */
  private long warm(BenchCase shape, long coldNanos) {
    long last = coldNanos;
    for (long spent = coldNanos; spent < warmNanos; spent += last) {
      long begin = meter.nanoTime();
      replay(shape);
      last = Math.max(1, meter.nanoTime() - begin);
    }
    return last;
  }

  private double sample(BenchCase shape, int replays) {
    meter.resetHeap();
    long begin = meter.nanoTime();
    for (int i = 0; i < replays; i++) {
      replay(shape);
    }
    return (meter.nanoTime() - begin) / NANOS_PER_SECOND / replays;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}

package dev.turnstile.replay.bench;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.RunResult;

/**
 * Measures whole replays: from a loaded workload to a result, in one thread.
 *
 * <p>The first replay is timed for itself, in the second one the heap is measured. Then replays go
 * on, for some seconds and until they no longer become faster, and the samples follow: each is the
 * mean of as many replays as fit into a moment, so that runs of milliseconds are not drowned by the
 * clock.
 */
public final class Bench {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long WARM_NANOS = 3_000_000_000L;
  private static final long LONGEST_WARM_NANOS = 30_000_000_000L;
  private static final long ROUND_NANOS = 1_000_000_000L;

  /** A round that takes more than this share of the best one before it is no faster. */
  private static final double FASTER = 0.95;

  /** Five samples of this length are a second. */
  private static final long SAMPLE_NANOS = 200_000_000L;

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
    meter.settle();
    long begin = meter.nanoTime();
    RunResult first = replay(shape);
    long coldNanos = meter.nanoTime() - begin;
    long steps = first.workers().stream().mapToLong(RunResult.WorkerRow::steps).sum();
    first = null;
    long peakHeapBytes = meter.peakHeapBytes(() -> replay(shape));
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
        Median.of(seconds),
        Math.multiplyExact(runs, replays),
        peakHeapBytes);
  }

  private RunResult replay(BenchCase shape) {
    return replayer.run(shape.scenario(), shape.workload(), RunOptions.SILENT);
  }

  /** Replays until the process is warm; returns how long a replay takes then. */
  private long warm(BenchCase shape, long coldNanos) {
    long spent = coldNanos;
    double best = Math.max(1, coldNanos);
    while (true) {
      long begin = meter.nanoTime();
      long round = 0;
      int replays = 0;
      while (round < ROUND_NANOS) {
        replay(shape);
        replays++;
        round = Math.max(round + 1, meter.nanoTime() - begin);
      }
      spent += round;
      double mean = (double) round / replays;
      boolean faster = mean < FASTER * best;
      best = Math.min(best, mean);
      if ((!faster && spent >= warmNanos) || spent >= LONGEST_WARM_NANOS) {
        return (long) best;
      }
    }
  }

  private double sample(BenchCase shape, int replays) {
    meter.settle();
    long begin = meter.nanoTime();
    for (int i = 0; i < replays; i++) {
      replay(shape);
    }
    return (meter.nanoTime() - begin) / NANOS_PER_SECOND / replays;
  }
}

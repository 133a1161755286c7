package dev.turnstile.replay.metrics;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The gauges of a run over time, summed over the cluster and, for small clusters, per worker.
 *
 * <p>Above {@link #MAX_WORKERS} workers only the sums are kept; with a single worker the sum and
 * its series are one.
 *
 * <p>Everything is told in the order of time but the KV blocks: each worker's are, but those of one
 * worker may be told later than what another worker has told. Their sums wait until all workers
 * have told everything ({@link #settleBlocks}).
 */
final class StateSeries {
  /** Clusters up to this size have a series per worker. */
  static final int MAX_WORKERS = 64;

  /** Changes of block counts that may wait. */
  private static final int MAX_WAITING = 1 << 15;

  private static final int GAUGES = Gauge.values().length;

  private final int workers;
  private final @Nullable StepFunction[] sums = new @Nullable StepFunction[GAUGES];
  private final @Nullable StepFunction[][] perWorker;
  private final long[] @Nullable [] values = new long[GAUGES][];

  private final LongArrayList waitingNanos = new LongArrayList();
  private final LongArrayList waitingActive = new LongArrayList();
  private final LongArrayList waitingIdle = new LongArrayList();

  StateSeries(int workers) {
    this.workers = workers;
    perWorker = new @Nullable StepFunction[workers <= MAX_WORKERS ? workers : 0][GAUGES];
  }

  /** A gauge of one worker has a new value. */
  void worker(Gauge gauge, int worker, long nowNanos, long value) {
    long change = change(gauge, worker, nowNanos, value);
    if (workers > 1) {
      addToSum(gauge, nowNanos, change);
    }
  }

  private void addToSum(Gauge gauge, long nowNanos, long change) {
    if (change != 0) {
      StepFunction sum = sum(gauge);
      sum.set(nowNanos, sum.value() + change);
    }
  }

  /** Notes the value of a worker and returns by how much it is more than before. */
  private long change(Gauge gauge, int worker, long nowNanos, long value) {
    long[] now = values(gauge);
    long change = value - now[worker];
    if (change != 0) {
      now[worker] = value;
      if (worker < perWorker.length) {
        own(gauge, worker).set(nowNanos, value);
      }
    }
    return change;
  }

  private long[] values(Gauge gauge) {
    long[] now = values[gauge.ordinal()];
    if (now == null) {
      now = new long[workers];
      values[gauge.ordinal()] = now;
    }
    return now;
  }

  /**
   * The KV blocks of a worker from some time on, which is not before the last one told for it.
   *
   * @param active blocks that requests reference
   * @param idle blocks that are cached and evictable
   */
  void blocks(int worker, long fromNanos, long active, long idle) {
    long activeChange = change(Gauge.KV_ACTIVE_BLOCKS, worker, fromNanos, active);
    long idleChange = change(Gauge.KV_CACHED_IDLE_BLOCKS, worker, fromNanos, idle);
    change(Gauge.KV_USED_BLOCKS, worker, fromNanos, active + idle);
    if (workers > 1 && (activeChange != 0 || idleChange != 0)) {
      waitingNanos.add(fromNanos);
      waitingActive.add(activeChange);
      waitingIdle.add(idleChange);
    }
  }

  /** Whether many changes of block counts wait for {@link #settleBlocks}. */
  boolean blocksWait() {
    return waitingNanos.size() >= MAX_WAITING;
  }

  /** Sums up the block counts; all workers have told everything up to the present. */
  void settleBlocks() {
    int[] order = new int[waitingNanos.size()];
    Arrays.setAll(order, i -> i);
    LongArrays.radixSortIndirect(order, waitingNanos.elements(), 0, order.length, false);
    for (int i : order) {
      long nanos = waitingNanos.getLong(i);
      long active = waitingActive.getLong(i);
      long idle = waitingIdle.getLong(i);
      addToSum(Gauge.KV_ACTIVE_BLOCKS, nanos, active);
      addToSum(Gauge.KV_CACHED_IDLE_BLOCKS, nanos, idle);
      addToSum(Gauge.KV_USED_BLOCKS, nanos, active + idle);
    }
    waitingNanos.clear();
    waitingActive.clear();
    waitingIdle.clear();
  }

  /** A counter of one worker grows. */
  void addTo(Gauge gauge, int worker, long nowNanos, long amount) {
    worker(gauge, worker, nowNanos, values(gauge)[worker] + amount);
  }

  /** A gauge of the whole cluster has a new value. */
  void cluster(Gauge gauge, long nowNanos, long value) {
    sum(gauge).set(nowNanos, value);
  }

  private StepFunction sum(Gauge gauge) {
    StepFunction sum = sums[gauge.ordinal()];
    if (sum == null) {
      sum = new StepFunction();
      sums[gauge.ordinal()] = sum;
    }
    return sum;
  }

  private StepFunction own(Gauge gauge, int worker) {
    StepFunction series = perWorker[worker][gauge.ordinal()];
    if (series == null) {
      series = new StepFunction();
      perWorker[worker][gauge.ordinal()] = series;
    }
    return series;
  }

  /**
   * The series as plain data, in buckets of one width, up to {@code endNanos}; all workers have
   * told everything.
   */
  TimeSeries export(long endNanos) {
    settleBlocks();
    long width = StepFunction.widthFor(endNanos, TimeSeries.MAX_POINTS);
    TimeSeries.Builder builder = new TimeSeries.Builder(width, endNanos);
    for (Gauge gauge : Gauge.values()) {
      StepFunction sum = sums[gauge.ordinal()];
      if (sum == null && workers == 1) {
        sum = perWorker[0][gauge.ordinal()];
      }
      if (sum != null) {
        builder.add(TimeSeries.CLUSTER, gauge, sum);
      }
    }
    for (Gauge gauge : Gauge.values()) {
      for (int worker = 0; worker < perWorker.length; worker++) {
        StepFunction own = perWorker[worker][gauge.ordinal()];
        if (own != null) {
          builder.add(worker, gauge, own);
        }
      }
    }
    return builder.build();
  }
}

package dev.turnstile.replay.statistics;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.graph.SessionGraph;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The latencies of a run from the largest down, each with the cell of its session tree. */
final class TopSamples {
  private final RequestLog log;
  private final SessionGraph graph;
  private final TreeSums sums;

  TopSamples(RunResult run, TreeSums sums) {
    log = run.requests();
    graph = run.workload().graph();
    this.sums = sums;
  }

  Sorted ttft() {
    return sorted(r -> log.outputTokens(r) > 0, r -> log.firstTokenNanos(r) - log.arrivalNanos(r));
  }

  Sorted itl() {
    return sorted(r -> log.outputTokens(r) > 1, r -> TreeSums.itlNanos(log, r));
  }

  Sorted e2e() {
    return sorted(r -> true, r -> log.endNanos(r) - log.arrivalNanos(r));
  }

  private Sorted sorted(IntPredicate which, IntToDoubleFunction nanos) {
    int[] requests =
        IntStream.range(0, log.count())
            .filter(r -> log.status(r).served() && !log.warmup(r) && which.test(r))
            .toArray();
    double[] values = IntStream.of(requests).mapToDouble(nanos).toArray();
    int[] order = IntStream.range(0, requests.length).toArray();
    IntArrays.mergeSort(order, (a, b) -> Double.compare(values[b], values[a]));
    int[] perCell = new int[sums.cells()];
    double[] descending = new double[order.length];
    int[] cells = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      descending[i] = values[order[i]];
      cells[i] = sums.cell(graph.play(requests[order[i]]));
      perCell[cells[i]]++;
    }
    return new Sorted(descending, cells, perCell);
  }

  /**
   * Samples from the largest down.
   *
   * @param values the samples
   * @param cells the cell of each
   * @param perCell samples of each cell
   */
  record Sorted(double[] values, int[] cells, int[] perCell) {

    /**
     * The percentile of the samples taken as often as their cells were drawn, with linear
     * interpolation; NaN for no sample. Only the part above it is looked at.
     */
    double percentile(double fraction, byte[] weights) {
      long count = 0;
      for (int cell = 0; cell < perCell.length; cell++) {
        count += (long) weights[cell] * perCell[cell];
      }
      if (count == 0) {
        return Double.NaN;
      }
      double rank = (count - 1) * fraction;
      long below = (long) Math.floor(rank);
      // counted from the top: the sample at that rank and the one above it
      long lower = count - 1 - below;
      long upper = Math.max(0, lower - 1);
      double high = 0;
      long seen = 0;
      for (int i = 0; i < values.length; i++) {
        long next = seen + weights[cells[i]];
        if (upper >= seen && upper < next) {
          high = values[i];
        }
        if (lower < next) {
          return values[i] + (high - values[i]) * (rank - below);
        }
        seen = next;
      }
      throw new IllegalStateException("rank " + rank + " lies beyond " + count + " samples");
    }
  }
}

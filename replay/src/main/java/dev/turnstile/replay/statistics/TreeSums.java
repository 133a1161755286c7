package dev.turnstile.replay.statistics;

import dev.turnstile.replay.metrics.MeasureSettings;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.replay.metrics.Slo;
import dev.turnstile.workload.graph.SessionGraph;

/**
 * What each session tree adds to the sums behind the metrics of a run, times in nanoseconds.
 *
 * <p>Trees are kept in cells: one tree each, or several by a hash of the tree's number, so that a
 * run of very many trees has {@link TreeBootstrap#MAX_CELLS} of them.
 */
final class TreeSums {
  /** One sum. */
  enum Column {
    MEASURED,
    SERVED,
    WITH_TOKEN,
    WITH_TWO_TOKENS,
    TTFT,
    ITL,
    E2E,
    ADMISSION_WAIT,
    INPUT_TOKENS,
    OUTPUT_TOKENS,
    HIT_TOKENS,
    GOOD,
    TREES_COMPLETED,
    COMPLETED_DURATION,
    LIVE_DURATION
  }

  private final int cells;
  private final double[][] sums;
  private final int trees;

  private TreeSums(int trees) {
    this.trees = trees;
    cells = Math.min(trees, TreeBootstrap.MAX_CELLS);
    sums = new double[Column.values().length][cells];
  }

  /**
   * Sums up a run.
   *
   * @param trees trees of the trace; copies of one follow in the same order and share its cell
   */
  static TreeSums of(RunResult run, MeasureSettings settings, int trees) {
    SessionGraph graph = run.workload().graph();
    TreeSums sums = new TreeSums(trees);
    Slo slo = new Slo(run.requests(), settings);
    for (int r = 0; r < run.requests().count(); r++) {
      if (!run.requests().warmup(r)) {
        int cell = sums.cell(graph.play(r));
        sums.add(Column.MEASURED, cell, 1);
        sums.add(Column.GOOD, cell, slo.good(r) ? 1 : 0);
        if (run.requests().status(r).served()) {
          sums.addServed(cell, r, run.requests(), graph);
        }
      }
    }
    for (SessionRow row : run.sessions()) {
      if (!row.warmup()) {
        sums.addTree(row);
      }
    }
    return sums;
  }

  private void addServed(int cell, int r, RequestLog log, SessionGraph graph) {
    long outputs = log.outputTokens(r);
    add(Column.SERVED, cell, 1);
    add(Column.E2E, cell, (double) (log.endNanos(r) - log.arrivalNanos(r)));
    add(Column.ADMISSION_WAIT, cell, (double) (log.admittedNanos(r) - log.arrivalNanos(r)));
    add(Column.INPUT_TOKENS, cell, (double) graph.request(r).prompt().inputTokens());
    add(Column.OUTPUT_TOKENS, cell, (double) outputs);
    add(Column.HIT_TOKENS, cell, (double) log.hitTokens(r));
    if (outputs > 0) {
      add(Column.WITH_TOKEN, cell, 1);
      add(Column.TTFT, cell, (double) (log.firstTokenNanos(r) - log.arrivalNanos(r)));
    }
    if (outputs > 1) {
      add(Column.WITH_TWO_TOKENS, cell, 1);
      add(Column.ITL, cell, itlNanos(log, r));
    }
  }

  static double itlNanos(RequestLog log, int r) {
    return (double) (log.lastTokenNanos(r) - log.firstTokenNanos(r)) / (log.outputTokens(r) - 1);
  }

  private void addTree(SessionRow row) {
    int cell = cell(row.play());
    add(Column.LIVE_DURATION, cell, (double) row.durationNanos());
    if (row.status() == RequestStatus.COMPLETED) {
      add(Column.TREES_COMPLETED, cell, 1);
      add(Column.COMPLETED_DURATION, cell, (double) row.durationNanos());
    }
  }

  private void add(Column column, int cell, double amount) {
    sums[column.ordinal()][cell] += amount;
  }

  /** The cell of a play: that of the tree which it is or copies. */
  int cell(int play) {
    int tree = play % trees;
    if (trees == cells) {
      return tree;
    }
    long mixed = (tree + 1) * 0x9e3779b97f4a7c15L;
    return (int) ((mixed >>> 33) % cells);
  }

  int cells() {
    return cells;
  }

  double[] column(Column column) {
    return sums[column.ordinal()];
  }
}

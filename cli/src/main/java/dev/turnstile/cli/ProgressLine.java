package dev.turnstile.cli;

import dev.turnstile.replay.RunOptions;
import dev.turnstile.reports.console.Numbers;
import java.io.PrintWriter;
import java.util.Locale;

/** One line on a terminal that tells how far a run is; it appears for runs of a second and more. */
final class ProgressLine implements RunOptions.ProgressListener {

  /** The launcher sets it where standard error is a terminal. */
  static final String TERMINAL_PROPERTY = "sim.terminal";

  private static final long PATIENCE_NANOS = 1_000_000_000L;
  private static final long INTERVAL_NANOS = 200_000_000L;
  private static final int MAX_LABEL = 30;
  private static final String TO_LINE_START = "\r";
  private static final String ERASE = "\r\033[K";

  private final PrintWriter err;
  private final String label;
  private final boolean shown;
  private long nextNanos;
  private boolean visible;

  private ProgressLine(PrintWriter err, String label, boolean shown, long nowNanos) {
    this.err = err;
    this.label = label.length() <= MAX_LABEL ? label : label.substring(0, MAX_LABEL - 1) + "…";
    this.shown = shown;
    nextNanos = nowNanos + PATIENCE_NANOS;
  }

  /**
   * The line of a run that begins now.
   *
   * @param wanted whether it may appear; without a terminal it never does
   */
  static ProgressLine of(PrintWriter err, String label, boolean wanted) {
    boolean shown = wanted && Boolean.getBoolean(TERMINAL_PROPERTY);
    return starting(err, label, shown, System.nanoTime());
  }

  static ProgressLine starting(PrintWriter err, String label, boolean shown, long nowNanos) {
    return new ProgressLine(err, label, shown, nowNanos);
  }

  @Override
  public void progress(long nowNanos, int terminalRequests, int requests) {
    if (shown) {
      show(System.nanoTime(), nowNanos, terminalRequests, requests);
    }
  }

  void show(long realNanos, long simulatedNanos, int terminalRequests, int requests) {
    if (realNanos - nextNanos < 0) {
      return;
    }
    nextNanos = realNanos + INTERVAL_NANOS;
    visible = true;
    err.print(
        String.format(
            Locale.ROOT,
            "%s%s: %d %% (%,d of %,d requests), %s simulated ",
            ERASE,
            label,
            100L * terminalRequests / Math.max(1, requests),
            terminalRequests,
            requests,
            Numbers.duration(simulatedNanos / 1e6)));
    err.print(TO_LINE_START);
    err.flush();
  }

  /** Takes the line away. */
  void clear() {
    if (visible) {
      err.print(ERASE);
      err.flush();
      visible = false;
    }
  }
}

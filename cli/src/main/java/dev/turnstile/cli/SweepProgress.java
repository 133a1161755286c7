package dev.turnstile.cli;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepObserver;
import dev.turnstile.replay.sweep.SweepPoint;
import dev.turnstile.reports.console.Numbers;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Tells on standard error how a sweep goes on, and keeps the files of its runs. The line that
 * changes appears on a terminal only.
 */
final class SweepProgress implements SweepObserver {

  private static final long INTERVAL_NANOS = 200_000_000L;
  private static final double NANOS_PER_MS = 1e6;
  private static final String ERASE = "\r\033[K";

  private final SweepCommand command;
  private final Console console;
  private final PrintWriter err;
  private final SweepFolder folder;
  private final boolean live;
  private final SweepTally tally = new SweepTally();
  private final Map<String, Long> begun = new HashMap<>();
  private int points;
  private long nextNanos = System.nanoTime();
  private boolean visible;

  SweepProgress(SweepCommand command, Console console, SweepFolder folder) {
    this.command = command;
    this.console = console;
    this.folder = folder;
    err = console.err();
    live =
        !command.output.noProgress
            && !command.output.quiet
            && Boolean.getBoolean(ProgressLine.TERMINAL_PROPERTY);
  }

  @Override
  public synchronized void begins(int all, int recorded) {
    points = all;
    tally.begins(all, recorded, System.nanoTime());
    if (recorded > 0 && !command.output.quiet) {
      err.println(
          String.format(Locale.ROOT, "%,d of %,d points were finished before", recorded, all));
    }
  }

  @Override
  public synchronized void starts(SweepPoint point) {
    begun.put(point.id(), System.nanoTime());
  }

  @Override
  public synchronized void progress(SweepPoint point, int terminalRequests, int requests) {
    tally.progress(point, terminalRequests, requests);
    show(System.nanoTime());
  }

  @Override
  public void finished(SweepPoint point, RunResult result) {
    if (command.sweep.keepRuns) {
      folder.keep(point, result, System.nanoTime() - begunAt(point), console.arguments());
    }
  }

  private synchronized long begunAt(SweepPoint point) {
    Long nanos = begun.get(point.id());
    if (nanos == null) {
      throw new IllegalStateException(point.label() + " has not begun");
    }
    return nanos;
  }

  @Override
  public synchronized void failed(SweepPoint point, RuntimeException error) {
    clear();
    if (!command.output.quiet) {
      err.println("failed: " + point.label() + ": " + error.getMessage());
    }
    if (command.stacktrace()) {
      error.printStackTrace(err);
    }
  }

  @Override
  public synchronized void recorded(SweepPoint point, Outcome outcome) {
    begun.remove(point.id());
    tally.recorded(point, outcome);
    if (outcome instanceof Outcome.Finished && command.output.verbose && !command.output.quiet) {
      clear();
      err.println(SweepTally.told(point, outcome));
    }
    show(System.nanoTime());
  }

  private void show(long nowNanos) {
    if (live && nowNanos - nextNanos >= 0) {
      nextNanos = nowNanos + INTERVAL_NANOS;
      visible = true;
      err.print(ERASE + tally.line(nowNanos));
      err.flush();
    }
  }

  private void clear() {
    if (visible) {
      err.print(ERASE);
      err.flush();
      visible = false;
    }
  }

  /** Real time since the trace was loaded. */
  long wallNanos() {
    return tally.wallNanos(System.nanoTime());
  }

  /** The runs are over. */
  synchronized void end() {
    clear();
    int done = tally.done();
    if (done > 0 && !command.output.quiet) {
      err.println(
          String.format(
              Locale.ROOT,
              "%,d %s in %s, %d at a time",
              done,
              done == 1 ? "point" : "points",
              Numbers.duration(wallNanos() / NANOS_PER_MS),
              Math.min(command.sweep.jobs, points)));
    }
  }
}

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
 * Tells on standard error how a sweep goes on: points done, rate, time left, the best so far. The
 * line that changes appears on a terminal only.
 */
final class SweepProgress implements SweepObserver {

  private static final long INTERVAL_NANOS = 200_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MS = 1e6;
  private static final int WIDTH = 79;
  private static final String ERASE = "\r\033[K";
  private static final String THROUGHPUT = "output_token_throughput_per_s_per_gpu";

  private final SweepCommand command;
  private final Console console;
  private final PrintWriter err;
  private final SweepFolder folder;
  private final boolean live;
  private final Map<String, Double> running = new HashMap<>();
  private final Map<String, Long> begun = new HashMap<>();
  private int points;
  private int recordedBefore;
  private int done;
  private String best = "";
  private double bestValue = Double.NEGATIVE_INFINITY;
  private long beginNanos = System.nanoTime();
  private long nextNanos;
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
    recordedBefore = recorded;
    beginNanos = System.nanoTime();
    if (recorded > 0 && !command.output.quiet) {
      err.println(
          String.format(Locale.ROOT, "%,d of %,d points were finished before", recorded, all));
    }
  }

  @Override
  public synchronized void starts(SweepPoint point) {
    running.put(point.id(), 0.0);
    begun.put(point.id(), System.nanoTime());
  }

  @Override
  public synchronized void progress(SweepPoint point, int terminalRequests, int requests) {
    running.put(point.id(), (double) terminalRequests / Math.max(1, requests));
    show(System.nanoTime());
  }

  @Override
  public void finished(SweepPoint point, RunResult result) {
    if (command.sweep.keepRuns) {
      folder.keep(point, result, System.nanoTime() - begunAt(point), console.arguments());
    }
  }

  private synchronized long begunAt(SweepPoint point) {
    return begun.getOrDefault(point.id(), beginNanos);
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
    done++;
    running.remove(point.id());
    begun.remove(point.id());
    if (outcome instanceof Outcome.Finished finished) {
      Number value = finished.metric(THROUGHPUT);
      if (value != null && value.doubleValue() > bestValue) {
        bestValue = value.doubleValue();
        best = point.label();
      }
      if (command.output.verbose && !command.output.quiet) {
        clear();
        err.println(point.label() + ": " + Numbers.compact(value) + " output tok/s per GPU");
      }
    }
    show(System.nanoTime());
  }

  private void show(long nowNanos) {
    if (live && nowNanos - nextNanos >= 0) {
      nextNanos = nowNanos + INTERVAL_NANOS;
      visible = true;
      String line = line(nowNanos);
      err.print(ERASE + (line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…"));
      err.flush();
    }
  }

  private String line(long nowNanos) {
    double work = done + running.values().stream().mapToDouble(d -> d).sum();
    double seconds = (nowNanos - beginNanos) / NANOS_PER_SECOND;
    double left = points - recordedBefore - work;
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "%,d of %,d points", recordedBefore + done, points));
    if (work > 0) {
      line.append(String.format(Locale.ROOT, ", %s/min", Numbers.compact(60 * work / seconds)));
      line.append(", ").append(Numbers.duration(1000 * seconds * left / work)).append(" left");
    }
    if (!best.isEmpty()) {
      line.append("; best ").append(Numbers.compact(bestValue)).append(" tok/s/GPU: ").append(best);
    }
    return line.toString();
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
    return System.nanoTime() - beginNanos;
  }

  /** The runs are over. */
  synchronized void end() {
    clear();
    if (done > 0 && !command.output.quiet) {
      double millis = wallNanos() / NANOS_PER_MS;
      err.println(
          String.format(
              Locale.ROOT,
              "%,d %s in %s, %d at a time",
              done,
              done == 1 ? "point" : "points",
              Numbers.duration(millis),
              Math.min(command.sweep.jobs, points)));
    }
  }
}

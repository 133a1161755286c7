package dev.turnstile.cli;

import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepPoint;
import dev.turnstile.reports.console.Numbers;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far a sweep is, in one line: points done, rate, time left, the best so far. */
final class SweepTally {

  private static final String THROUGHPUT = "output_token_throughput_per_s_per_gpu";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int WIDTH = 79;

  /** The part done of each run in progress. */
  private final Map<String, Double> running = new HashMap<>();

  private int points;
  private int recordedBefore;
  private int done;
  private long beginNanos;
  private String best = "";
  private double bestValue = Double.NEGATIVE_INFINITY;

  void begins(int all, int recorded, long nowNanos) {
    points = all;
    recordedBefore = recorded;
    beginNanos = nowNanos;
  }

  void progress(SweepPoint point, int terminalRequests, int requests) {
    running.put(point.id(), (double) terminalRequests / Math.max(1, requests));
  }

  void recorded(SweepPoint point, Outcome outcome) {
    done++;
    running.remove(point.id());
    Number value = value(outcome);
    if (value != null && value.doubleValue() > bestValue) {
      bestValue = value.doubleValue();
      best = point.label();
    }
  }

  private static @Nullable Number value(Outcome outcome) {
    return outcome instanceof Outcome.Finished finished ? finished.metric(THROUGHPUT) : null;
  }

  /** Points recorded since it began. */
  int done() {
    return done;
  }

  /** Real time since it began. */
  long wallNanos(long nowNanos) {
    return nowNanos - beginNanos;
  }

  /** What became of a point. */
  static String told(SweepPoint point, Outcome outcome) {
    return point.label() + ": " + Numbers.compact(value(outcome)) + " output tok/s per GPU";
  }

  /** The line, at most 79 columns wide. */
  String line(long nowNanos) {
    double work = done + running.values().stream().mapToDouble(d -> d).sum();
    double seconds = wallNanos(nowNanos) / NANOS_PER_SECOND;
    double left = points - recordedBefore - work;
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "%,d of %,d points", recordedBefore + done, points));
    if (work > 0 && seconds > 0) {
      line.append(String.format(Locale.ROOT, ", %s/min", Numbers.compact(60 * work / seconds)));
      line.append(", ").append(Numbers.duration(1000 * seconds * left / work)).append(" left");
    }
    if (!best.isEmpty()) {
      line.append("; best ").append(Numbers.compact(bestValue)).append(" tok/s/GPU: ").append(best);
    }
    return line.length() <= WIDTH ? line.toString() : line.substring(0, WIDTH - 1) + "…";
  }
}

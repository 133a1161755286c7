package dev.turnstile.replay.metrics;

import java.util.Locale;
import java.util.Optional;

/**
 * The requests of an open loop that wait: they have arrived and were in no batch yet.
 *
 * <p>Their number, not that of requests in the system, tells an overloaded cluster from one that
 * more requests use at a time. It still grows at the end if its mean over the last quarter of the
 * arrivals' time is well above those over the third quarter and over the first half, and by more
 * than chance explains: of <i>n</i> random arrivals about <i>n</i> ± √<i>n</i> come.
 */
final class Backlog {
  private static final double GROWTH = 1.25;

  /** Arrivals below which no trend is looked for. */
  private static final int MIN_ARRIVALS = 100;

  private final RequestLog log;

  private Backlog(RequestLog log) {
    this.log = log;
  }

  /** How the backlog grew, in words, if it still grows at the end. */
  static Optional<String> growth(RequestLog log) {
    int arrivals = 0;
    long first = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    for (int r = 0; r < log.count(); r++) {
      if (log.arrivalNanos(r) != RequestLog.NO_TIME) {
        arrivals++;
        first = Math.min(first, log.arrivalNanos(r));
        latest = Math.max(latest, log.arrivalNanos(r));
      }
    }
    if (arrivals < MIN_ARRIVALS || first == latest) {
      return Optional.empty();
    }
    long quarter = (latest - first) / 4;
    return new Backlog(log).growth(first, latest - 2 * quarter, latest - quarter, latest);
  }

  private Optional<String> growth(long first, long middle, long lastQuarter, long latest) {
    double half = meanWaiting(first, middle);
    double third = meanWaiting(middle, lastQuarter);
    double last = meanWaiting(lastQuarter, latest);
    boolean grows = last > GROWTH * third && last > GROWTH * half;
    return grows && last - third > Math.sqrt(arrivalsSince(lastQuarter))
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%.1f requests waited in the third quarter, %.1f in the last",
                third,
                last))
        : Optional.empty();
  }

  private int arrivalsSince(long fromNanos) {
    int arrivals = 0;
    for (int r = 0; r < log.count(); r++) {
      // a request that never arrived is before every time
      arrivals += log.arrivalNanos(r) >= fromNanos ? 1 : 0;
    }
    return arrivals;
  }

  private double meanWaiting(long fromNanos, long toNanos) {
    double integral = 0;
    for (int r = 0; r < log.count(); r++) {
      if (log.arrivalNanos(r) != RequestLog.NO_TIME) {
        long begin = Math.max(log.arrivalNanos(r), fromNanos);
        integral += Math.max(0, Math.min(leavesNanos(r, toNanos), toNanos) - begin);
      }
    }
    return integral / (toNanos - fromNanos);
  }

  /** When a request stops waiting: in a batch or refused; else {@code never}. */
  private long leavesNanos(int request, long never) {
    long scheduled = log.firstScheduledNanos(request);
    long end = scheduled == RequestLog.NO_TIME ? log.endNanos(request) : scheduled;
    return end == RequestLog.NO_TIME ? never : end;
  }
}

package dev.turnstile.workload.trace;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.trace.ReaderOptions.TimeUnit;
import dev.turnstile.workload.trace.source.JsonRow;

/**
 * Turns the absolute times of a file into nanoseconds.
 *
 * <p>A unit that the user gives applies to all absolute times of the file, not to durations.
 * Without one, milliseconds must be plausible: below 10^9 they are relative to some start (11.6
 * days), from 10^11 to 10^14 they are Unix times (1973 to 5138); what lies between looks like
 * seconds, what lies above like micro- or nanoseconds. The upper bounds are excluded.
 */
public final class AbsoluteTimes {
  private static final int[] NANO_DIGITS = {6, 9, 6, 3, 0};
  private static final long RELATIVE_LIMIT = 1_000_000_000L;
  private static final long EPOCH_MILLIS = 100_000_000_000L;
  private static final long EPOCH_MICROS = 100_000_000_000_000L;
  private static final long EPOCH_NANOS = 100_000_000_000_000_000L;

  /** Half of what a long holds, so that differences and sums with durations cannot overflow. */
  private static final long LATEST = Long.MAX_VALUE / 2;

  private static final long DAY_NANOS = 86_400_000_000_000L;

  private final int nanoDigits;
  private final boolean checked;

  private AbsoluteTimes(int nanoDigits, boolean checked) {
    this.nanoDigits = nanoDigits;
    this.checked = checked;
  }

  /** Times of a format that writes milliseconds. */
  public static AbsoluteTimes millis(TimeUnit given) {
    return new AbsoluteTimes(NANO_DIGITS[given.ordinal()], given == TimeUnit.AUTO);
  }

  /** Times of a format that writes seconds, relative to its own start. */
  public static AbsoluteTimes seconds(TimeUnit given) {
    return given == TimeUnit.AUTO
        ? new AbsoluteTimes(NANO_DIGITS[TimeUnit.S.ordinal()], false)
        : new AbsoluteTimes(NANO_DIGITS[given.ordinal()], false);
  }

  /**
   * The current value of a row, an absolute time, in nanoseconds.
   *
   * @throws InvalidInputException if it is negative or its unit is not plausible
   */
  public long nanos(JsonRow row) {
    if (checked) {
      checkUnit(row, Math.max(0, row.scaled(0)));
    }
    long nanos = row.scaled(nanoDigits);
    if (nanos < 0) {
      throw row.invalid("must be >= 0, got " + row.shown(), "");
    }
    if (nanos > LATEST) {
      throw row.invalid("is later than the year 2116, got " + row.shown(), "is its unit right?");
    }
    return nanos;
  }

  private static void checkUnit(JsonRow row, long value) {
    if (value < RELATIVE_LIMIT || (value >= EPOCH_MILLIS && value < EPOCH_MICROS)) {
      return;
    }
    String looks;
    String option;
    if (value < EPOCH_MILLIS) {
      looks = "seconds";
      option = "s";
    } else if (value < EPOCH_NANOS) {
      looks = "microseconds";
      option = "us";
    } else {
      looks = "nanoseconds";
      option = "ns";
    }
    throw row.invalid(
        "is not plausible as epoch milliseconds, got " + row.shown() + "; it looks like " + looks,
        "give the unit with --time-unit s|ms|us|ns, here --time-unit " + option);
  }

  /** As the other method, over all requests that were added with a recorded start. */
  public static void checkFirst(LoadLog log, SessionGraphBuilder graph) {
    int timed = 0;
    int first = -1;
    long firstNanos = Long.MAX_VALUE;
    long secondNanos = Long.MAX_VALUE;
    for (int r = 0; r < graph.requestCount(); r++) {
      long start = graph.request(r).recordedStartNanos();
      if (start != RequestNode.NO_TIME) {
        timed++;
        secondNanos = Math.min(secondNanos, Math.max(firstNanos, start));
        first = start < firstNanos ? r : first;
        firstNanos = Math.min(firstNanos, start);
      }
    }
    if (first >= 0) {
      checkFirst(log, timed, firstNanos, secondNanos, graph.request(first).id());
    }
  }

  /**
   * Warns if the first request of a trace of ten or more lies more than a day before all others.
   *
   * @param requests number of requests
   * @param firstNanos the smallest start
   * @param secondNanos the second smallest
   * @param firstId id of the first request
   */
  public static void checkFirst(
      LoadLog log, int requests, long firstNanos, long secondNanos, String firstId) {
    if (requests >= 10 && secondNanos - firstNanos > DAY_NANOS) {
      log.warn(InputWarning.IMPLAUSIBLE_TIME, firstId);
    }
  }
}

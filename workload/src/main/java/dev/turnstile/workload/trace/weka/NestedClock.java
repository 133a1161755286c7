package dev.turnstile.workload.trace.weka;

import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions.WekaClock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides once for a corpus whether times inside sub-agents count from the begin of the
 * conversation or from the marker: one nested request before its marker shows that they are
 * relative.
 */
final class NestedClock {
  private static final long TOLERANCE_NANOS = 1_000;

  private final WekaClock given;
  private boolean before;
  private boolean notBefore;
  private @Nullable String example;

  NestedClock(WekaClock given) {
    this.given = given;
  }

  /**
   * Takes a nested request into account.
   *
   * @param place where it stands, asked for at most once
   */
  void see(long timeNanos, long markerNanos, Supplier<String> place) {
    if (timeNanos < markerNanos - TOLERANCE_NANOS) {
      before = true;
    } else {
      notBefore = true;
      example = example == null ? place.get() : example;
    }
  }

  /** Whether times are relative to the marker; warns if the corpus contradicts itself. */
  boolean decide(LoadLog log) {
    boolean relative = given == WekaClock.AUTO ? before : given == WekaClock.RELATIVE;
    if (before || notBefore) {
      log.fact("nested_clock_relative", relative ? 1 : 0);
    }
    if (given == WekaClock.AUTO && before && notBefore) {
      log.warn(
          InputWarning.MIXED_NESTED_CLOCK,
          example + " is not before its marker, others are; all are read as relative");
    }
    return relative;
  }
}

package dev.turnstile.reports.perfetto;

import dev.turnstile.workload.graph.SessionGraph;
import tools.jackson.core.JsonGenerator;

/** When each request of a workload began and ended, and what happened to it meanwhile. */
interface Timeline {

  /** Receives the phases of a request, in order of time. */
  @FunctionalInterface
  interface Phases {
    void phase(String name, long fromNanos, long toNanos);
  }

  /** The requests and what they wait for. */
  SessionGraph graph();

  /** Whether a request has times; the others have no place in a timeline. */
  boolean hasTimes(int request);

  /** When it began, in nanoseconds, at least 0. */
  long beginNanos(int request);

  /** When it ended, not before it began. */
  long endNanos(int request);

  /** Tells the phases between begin and end. */
  void phases(int request, Phases phases);

  /** Writes the facts shown when the request is selected. */
  void facts(int request, JsonGenerator json);

  /** The begin in microseconds. */
  default long beginMicros(int request) {
    return micros(beginNanos(request));
  }

  /** The end in microseconds, at least one after the begin. */
  default long endMicros(int request) {
    return Math.max(beginMicros(request) + 1, micros(endNanos(request)));
  }

  /** Whole microseconds; rounding down keeps the order of times. */
  static long micros(long nanos) {
    return Math.floorDiv(nanos, 1000L);
  }
}

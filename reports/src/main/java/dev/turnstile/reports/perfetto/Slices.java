package dev.turnstile.reports.perfetto;

import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * A slice with its phases below it.
 *
 * <p>Phases are clipped to the slice and follow one another. One that lasted less than a
 * microsecond is drawn one long, as far as there is room; one that did not last is not drawn.
 */
final class Slices implements Timeline.Phases {
  private final TraceEvents out;
  private final int pid;
  private final int tid;
  private final long beginMicros;
  private final long endMicros;
  private long atMicros;

  Slices(TraceEvents out, int pid, int tid, long beginMicros, long endMicros) {
    this.out = out;
    this.pid = pid;
    this.tid = tid;
    this.beginMicros = beginMicros;
    this.endMicros = endMicros;
    atMicros = beginMicros;
  }

  /** Draws the slice itself; its phases come after it. */
  void whole(String name, String category, Consumer<JsonGenerator> facts) {
    out.slice(pid, tid, name, category, beginMicros, endMicros, facts);
  }

  @Override
  public void phase(String name, long fromNanos, long toNanos) {
    long begin = Math.max(atMicros, Timeline.micros(fromNanos));
    long end = Math.min(endMicros, Math.max(begin + 1, Timeline.micros(toNanos)));
    if (toNanos > fromNanos && begin < end) {
      out.slice(pid, tid, name, "phase", begin, end, null);
      atMicros = end;
    }
  }
}

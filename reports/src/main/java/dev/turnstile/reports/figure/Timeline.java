package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.ToolSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The phases of one session tree, one after another without gaps.
 *
 * @param spans from the first arrival to the end, in nanoseconds since the first arrival
 * @param slotted whether each span is a slot that shows the phase that took most of it
 */
record Timeline(List<Span> spans, boolean slotted) {

  /** A phase for some time. */
  record Span(Phase phase, long from, long to) {}

  private record Change(long at, Phase phase, int by) {}

  /** The phases of a tree; if they change more often than {@code most} times, in so many slots. */
  static Timeline of(View view, SessionRow row, int most) {
    List<Span> spans = spans(changes(view, row), row.durationNanos());
    return spans.size() <= most
        ? new Timeline(spans, false)
        : new Timeline(slots(spans, row.durationNanos(), most), true);
  }

  private static List<Change> changes(View view, SessionRow row) {
    SessionGraph graph = view.run().workload().graph();
    RequestLog log = view.log();
    List<Change> changes = new ArrayList<>();
    long begin = row.firstArrivalNanos();
    for (int i = 0; i < graph.playSize(row.play()); i++) {
      int r = graph.playRequest(row.play(), i);
      long end = log.endNanos(r);
      if (log.arrivalNanos(r) == RequestLog.NO_TIME || end == RequestLog.NO_TIME) {
        continue;
      }
      long admitted = reached(log.admittedNanos(r), end);
      long started = reached(log.firstScheduledNanos(r), end);
      long first = reached(log.firstTokenNanos(r), end);
      add(changes, Phase.PAUSED, log.arrivalNanos(r) - begin, admitted - begin);
      add(changes, Phase.QUEUE, admitted - begin, started - begin);
      add(changes, Phase.PREFILL, started - begin, first - begin);
      add(changes, Phase.DECODE, first - begin, end - begin);
      tools(view, r, begin, changes);
    }
    changes.sort(Comparator.comparingLong(Change::at));
    return changes;
  }

  private static long reached(long nanos, long end) {
    return nanos == RequestLog.NO_TIME ? end : nanos;
  }

  private static void tools(View view, int r, long begin, List<Change> changes) {
    SessionGraph graph = view.run().workload().graph();
    int previous = graph.previousInSession(r);
    if (previous < 0 || view.log().endNanos(previous) == RequestLog.NO_TIME) {
      return;
    }
    long gap = view.log().endNanos(previous) - begin;
    List<ToolSpan> all = graph.toolSpans();
    for (int i = firstSpan(all, r); i < all.size() && all.get(i).request() == r; i++) {
      long to = Math.min(gap + all.get(i).endNanos(), view.log().arrivalNanos(r) - begin);
      add(changes, Phase.TOOL, gap + all.get(i).beginNanos(), to);
    }
  }

  /** Spans are sorted by request. */
  private static int firstSpan(List<ToolSpan> all, int request) {
    int low = 0;
    int high = all.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all.get(middle).request() < request) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static void add(List<Change> changes, Phase phase, long from, long to) {
    if (to > from) {
      changes.add(new Change(from, phase, 1));
      changes.add(new Change(to, phase, -1));
    }
  }

  private static List<Span> spans(List<Change> changes, long duration) {
    List<Span> spans = new ArrayList<>();
    int[] active = new int[Phase.values().length];
    long at = 0;
    for (Change change : changes) {
      long until = Math.max(at, Math.min(change.at(), duration));
      append(spans, phase(active), at, until);
      at = until;
      active[change.phase().ordinal()] += change.by();
    }
    append(spans, phase(active), at, duration);
    return spans;
  }

  private static Phase phase(int[] active) {
    for (Phase phase : Phase.values()) {
      if (active[phase.ordinal()] > 0) {
        return phase;
      }
    }
    return Phase.IDLE;
  }

  private static void append(List<Span> spans, Phase phase, long from, long to) {
    if (to <= from) {
      return;
    }
    int last = spans.size() - 1;
    if (last >= 0 && spans.get(last).phase() == phase) {
      spans.set(last, new Span(phase, spans.get(last).from(), to));
    } else {
      spans.add(new Span(phase, from, to));
    }
  }

  private static List<Span> slots(List<Span> spans, long duration, int count) {
    List<Span> slots = new ArrayList<>();
    int next = 0;
    for (int slot = 0; slot < count; slot++) {
      long from = (long) ((double) duration / count * slot);
      long to = slot == count - 1 ? duration : (long) ((double) duration / count * (slot + 1));
      long[] share = new long[Phase.values().length];
      for (int i = next; i < spans.size() && spans.get(i).from() < to; i++) {
        Span span = spans.get(i);
        share[span.phase().ordinal()] += Math.min(span.to(), to) - Math.max(span.from(), from);
        next = i;
      }
      append(slots, largest(share), from, to);
    }
    return slots;
  }

  private static Phase largest(long[] share) {
    Phase largest = Phase.DECODE;
    for (Phase phase : Phase.values()) {
      if (share[phase.ordinal()] > share[largest.ordinal()]) {
        largest = phase;
      }
    }
    return largest;
  }
}

package dev.turnstile.replay.metrics;

import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.ToolSpan;
import java.util.ArrayList;
import java.util.List;

/** Makes the rows of session trees from the columns of requests. */
final class SessionTable {
  private final SessionGraph graph;
  private final RequestLog log;
  private final SessionSplit split = new SessionSplit();
  private final int[] firstSpan;
  private final long[] causedTokens;

  SessionTable(SessionGraph graph, RequestLog log) {
    this.graph = graph;
    this.log = log;
    firstSpan = spansByRequest(graph);
    causedTokens = log.losses().causedTokens(graph.playCount(), log);
  }

  /** Tool spans are sorted by request; the index of the first one of each request. */
  private static int[] spansByRequest(SessionGraph graph) {
    int[] first = new int[graph.requestCount() + 1];
    for (ToolSpan span : graph.toolSpans()) {
      first[span.request() + 1]++;
    }
    for (int r = 0; r < graph.requestCount(); r++) {
      first[r + 1] += first[r];
    }
    return first;
  }

  List<SessionRow> rows() {
    List<SessionRow> rows = new ArrayList<>(graph.playCount());
    for (int play = 0; play < graph.playCount(); play++) {
      rows.add(row(play));
    }
    return rows;
  }

  private SessionRow row(int play) {
    long first = Long.MAX_VALUE;
    long end = RequestLog.NO_TIME;
    boolean warmup = false;
    boolean failed = false;
    boolean incomplete = false;
    int served = 0;
    long wait = 0;
    long input = 0;
    long output = 0;
    long hit = 0;
    long refilled = 0;
    long lost = 0;
    long peak = 0;
    split.clear();
    for (int i = 0; i < graph.playSize(play); i++) {
      int r = graph.playRequest(play, i);
      RequestStatus status = log.status(r);
      warmup |= log.warmup(r);
      failed |= status == RequestStatus.REJECTED || status == RequestStatus.CANCELLED;
      incomplete |= status == RequestStatus.INCOMPLETE;
      peak = Math.max(peak, graph.request(r).prompt().inputTokens());
      if (log.arrivalNanos(r) != RequestLog.NO_TIME) {
        first = Math.min(first, log.arrivalNanos(r));
        end = Math.max(end, log.endNanos(r));
        wait += addIntervals(r);
      }
      if (status.served()) {
        served++;
        input += graph.request(r).prompt().inputTokens();
        output += log.outputTokens(r);
        hit += log.hitTokens(r);
        refilled += log.reprefilledTokens(r);
        lost += log.losses().lostTokens(r);
      }
    }
    boolean ran = end != RequestLog.NO_TIME;
    if (ran) {
      split.split(first, end);
    } else {
      java.util.Arrays.fill(split.nanos, 0);
    }
    return new SessionRow(
        play,
        graph.sessionId(graph.request(graph.playRoot(play)).session()),
        graph.playSize(play),
        served,
        ran ? first : RequestLog.NO_TIME,
        end,
        failed
            ? RequestStatus.REJECTED
            : incomplete ? RequestStatus.INCOMPLETE : RequestStatus.COMPLETED,
        split.nanos[SessionSplit.LLM],
        split.nanos[SessionSplit.PAUSED],
        split.nanos[SessionSplit.TOOL],
        split.nanos[SessionSplit.TOOL + 1],
        wait,
        input,
        output,
        hit,
        refilled,
        lost,
        causedTokens[play],
        peak,
        warmup);
  }

  /** Adds the intervals of a request that arrived and returns how long it was held. */
  private long addIntervals(int r) {
    long arrival = log.arrivalNanos(r);
    long end = log.endNanos(r);
    long admitted = log.admittedNanos(r);
    int previous = graph.previousInSession(r);
    if (previous >= 0 && log.endNanos(previous) != RequestLog.NO_TIME) {
      long gapBegin = log.endNanos(previous);
      for (int s = firstSpan[r]; s < firstSpan[r + 1]; s++) {
        ToolSpan span = graph.toolSpans().get(s);
        long from = gapBegin + span.beginNanos();
        split.add(SessionSplit.TOOL, from, Math.min(gapBegin + span.endNanos(), arrival));
      }
    }
    if (admitted == RequestLog.NO_TIME) {
      if (end != RequestLog.NO_TIME) {
        split.add(SessionSplit.PAUSED, arrival, end);
      }
      return 0;
    }
    split.add(SessionSplit.PAUSED, arrival, admitted);
    if (end != RequestLog.NO_TIME) {
      split.add(SessionSplit.LLM, admitted, end);
    }
    return admitted - arrival;
  }

  /**
   * The largest number of trees alive at once; one that ends when another begins does not overlap.
   */
  static int peakLive(List<SessionRow> rows) {
    long[] begins = new long[rows.size()];
    long[] ends = new long[rows.size()];
    int begun = 0;
    for (SessionRow row : rows) {
      if (row.firstArrivalNanos() != RequestLog.NO_TIME) {
        begins[begun] = row.firstArrivalNanos();
        ends[begun++] = Math.max(row.endNanos(), row.firstArrivalNanos());
      }
    }
    java.util.Arrays.sort(begins, 0, begun);
    java.util.Arrays.sort(ends, 0, begun);
    int peak = 0;
    int ended = 0;
    for (int i = 0; i < begun; i++) {
      while (ends[ended] <= begins[i] && ended <= i - 1) {
        ended++;
      }
      peak = Math.max(peak, i + 1 - ended);
    }
    return peak;
  }
}

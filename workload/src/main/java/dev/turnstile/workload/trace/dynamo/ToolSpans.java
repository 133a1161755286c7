package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.ToolSpan;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Puts tool events into the gaps between turns (trace formats, section 2.5).
 *
 * <p>A tool belongs to the turn it fed: the one its evidence names, else the first one that started
 * when it had ended. It is clipped to the gap before that turn. Tools never change the schedule.
 */
final class ToolSpans {
  private final SessionGraphBuilder graph;
  private final List<IntArrayList> turns;
  private final LoadLog log;

  ToolSpans(SessionGraphBuilder graph, List<IntArrayList> turns, LoadLog log) {
    this.graph = graph;
    this.turns = turns;
    this.log = log;
  }

  /**
   * Adds the spans of all events.
   *
   * @param sessions number of a session, or -1 if it has no requests
   */
  void add(List<ToolEvent> events, ToIntFunction<String> sessions) {
    Map<String, Integer> turnOf = new HashMap<>();
    for (ToolEvent event : events) {
      int session = sessions.applyAsInt(event.session());
      int turn = session < 0 ? 0 : turn(event, turns.get(session), turnOf);
      if (event.endNanos() < event.startNanos()) {
        warn(event);
      } else if (turn <= 0 || turn == turns.get(session).size()) {
        // Before the first turn, after the last one, or of a session without turns: no gap.
        log.fact("tool_events_outside_gaps", 1);
      } else {
        add(event, turns.get(session), turn);
      }
    }
  }

  private int turn(ToolEvent event, IntArrayList session, Map<String, Integer> turnOf) {
    ToolEvent.Evidence evidence = event.evidence();
    if (evidence != null && evidence.consumer() != null) {
      if (turnOf.isEmpty()) {
        numberTurns(turnOf);
      }
      int turn = turnOf.getOrDefault(evidence.consumer(), -1);
      if (turn >= 0
          && turn < session.size()
          && graph.request(session.getInt(turn)).id().equals(evidence.consumer())) {
        return turn;
      }
    }
    return firstStartingAt(session, event.endNanos());
  }

  private void numberTurns(Map<String, Integer> turnOf) {
    for (IntArrayList session : turns) {
      for (int turn = 0; turn < session.size(); turn++) {
        turnOf.put(graph.request(session.getInt(turn)).id(), turn);
      }
    }
  }

  private int firstStartingAt(IntArrayList session, long nanos) {
    int low = 0;
    int high = session.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (graph.request(session.getInt(middle)).recordedStartNanos() >= nanos) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void add(ToolEvent event, IntArrayList session, int turn) {
    RequestNode before = graph.request(session.getInt(turn - 1));
    RequestNode request = graph.request(session.getInt(turn));
    long gap = before.recordedEndNanos();
    long begin = Math.max(event.startNanos(), gap);
    long end = Math.min(event.endNanos(), request.recordedStartNanos());
    boolean instant = event.startNanos() == event.endNanos();
    if (begin < end || (begin == end && instant)) {
      graph.addToolSpan(
          new ToolSpan(session.getInt(turn), begin - gap, end - gap, event.toolClass()));
    } else {
      warn(event);
    }
  }

  private void warn(ToolEvent event) {
    log.warn(InputWarning.INVALID_TOOL_SPANS, event.name());
  }
}

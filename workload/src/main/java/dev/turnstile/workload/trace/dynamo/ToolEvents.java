package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.trace.LoadLog;
import java.util.ArrayList;
import java.util.List;

/** The terminal tool events of a capture, sorted, one for each call of a session. */
final class ToolEvents {
  private final List<ToolEvent> events = new ArrayList<>();

  /** Keeps the first event of each (session, call); overlapping shards repeat them. */
  ToolEvents(List<ToolEvent> captured, LoadLog log) {
    ToolEvent before = null;
    for (ToolEvent event : captured.stream().sorted(ToolEvent.ORDER).toList()) {
      if (before != null
          && before.session().equals(event.session())
          && before.callId().equals(event.callId())) {
        log.fact("duplicate_tool_events", 1);
      } else {
        events.add(event);
      }
      before = event;
    }
  }

  List<ToolEvent> all() {
    return events;
  }
}

package dev.turnstile.workload.trace.agentic;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.mooncake.FieldValues;
import dev.turnstile.workload.trace.source.JsonRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The optional object in which our writer keeps what the format has no field for. */
final class TurnstileObject {
  /** Name of the object in a row. */
  static final String NAME = "turnstile";

  /** A tool call in the gap before the request, from the begin of the gap. */
  record Tool(@Nullable String toolClass, long beginNanos, long endNanos) {}

  boolean anonymousSession;
  @Nullable String parentSession;
  List<Tool> tools = List.of();
  private boolean sessionFinal;
  private boolean toolCall;
  private long cachedTokens;
  private long ttft;

  void clear() {
    anonymousSession = false;
    parentSession = null;
    tools = List.of();
    sessionFinal = false;
    toolCall = false;
    cachedTokens = RequestNode.Extras.NONE.cachedTokens();
    ttft = RequestNode.NO_TIME;
  }

  void read(JsonRow row) {
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "anonymous_session" -> anonymousSession = row.flag();
        case "parent_session_id" -> parentSession = FieldValues.nonEmpty(row);
        case "session_final" -> sessionFinal = row.flag();
        case "tool_call" -> toolCall = row.flag();
        case "cached_tokens" -> cachedTokens = row.whole();
        case "ttft_ms" -> ttft = FieldValues.durationNanos(row);
        case "tools" -> tools = tools(row);
        default -> {}
      }
    }
  }

  /** What was recorded about the request. */
  RequestNode.Extras recorded() {
    RequestNode.Extras none = RequestNode.Extras.NONE;
    return new RequestNode.Extras(
        sessionFinal,
        toolCall,
        cachedTokens,
        ttft,
        none.priority(),
        none.strictPriority(),
        none.policyClass(),
        none.pinnedWorker());
  }

  private static List<Tool> tools(JsonRow row) {
    List<Tool> tools = new ArrayList<>();
    row.enterArray();
    while (row.nextElement()) {
      String toolClass = null;
      long begin = 0;
      long end = 0;
      row.enterObject();
      while (row.nextField()) {
        switch (row.field()) {
          case "class" -> toolClass = row.text();
          case "begin_ms" -> begin = FieldValues.durationNanos(row);
          case "end_ms" -> end = FieldValues.durationNanos(row);
          default -> {}
        }
      }
      tools.add(new Tool(toolClass, begin, Math.max(begin, end)));
    }
    return tools;
  }
}

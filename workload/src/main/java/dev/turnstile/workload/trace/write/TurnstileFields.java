package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.ToolSpan;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * The object {@code turnstile} in a row of agentic Mooncake: what the format has no field for.
 *
 * <p>All fields are optional: {@code anonymous_session} (the session id is only a label), {@code
 * parent_session_id} where no spawn edge tells it, {@code session_final}, {@code tool_call} (the
 * answer ended with one), {@code cached_tokens} and {@code ttft_ms} as recorded, and {@code tools},
 * the tool calls in the gap before the request with {@code class}, {@code begin_ms} and {@code
 * end_ms} from the begin of the gap. The object is left out where it would be empty.
 */
final class TurnstileFields {
  /** Name of the object. */
  static final String NAME = "turnstile";

  private final JsonOutput lines;
  private final JsonGenerator json;
  private boolean open;

  private TurnstileFields(JsonOutput lines) {
    this.lines = lines;
    json = lines.json();
  }

  /**
   * Writes the object.
   *
   * @param first whether the row is the first one of its session
   */
  static void write(
      JsonOutput lines,
      SessionGraph graph,
      GraphIndex index,
      Labels labels,
      int request,
      boolean first) {
    new TurnstileFields(lines).write(graph, index, labels, request, first);
  }

  private void write(
      SessionGraph graph, GraphIndex index, Labels labels, int request, boolean first) {
    RequestNode node = graph.request(request);
    RequestNode.Extras extras = node.extras();
    flag("anonymous_session", first && graph.sessionAnonymous(node.session()));
    int parent = graph.sessionParent(node.session());
    int spawner = index.spawner(request);
    boolean told = spawner >= 0 && graph.request(spawner).session() == parent;
    if (first && parent >= 0 && !told) {
      open();
      json.writeStringProperty("parent_session_id", labels.session(parent));
    }
    flag("session_final", extras.sessionFinal());
    flag("tool_call", extras.endsWithToolCall());
    if (extras.cachedTokens() >= 0) {
      open();
      json.writeNumberProperty("cached_tokens", extras.cachedTokens());
    }
    if (extras.recordedTtftNanos() != RequestNode.NO_TIME) {
      open();
      lines.millis("ttft_ms", extras.recordedTtftNanos());
    }
    tools(index.tools(request));
    if (open) {
      json.writeEndObject();
    }
  }

  private void open() {
    if (!open) {
      json.writeObjectPropertyStart(NAME);
      open = true;
    }
  }

  private void flag(String name, boolean value) {
    if (value) {
      open();
      json.writeBooleanProperty(name, true);
    }
  }

  private void tools(List<ToolSpan> spans) {
    if (spans.isEmpty()) {
      return;
    }
    open();
    json.writeArrayPropertyStart("tools");
    for (ToolSpan span : spans) {
      json.writeStartObject();
      String toolClass = span.toolClass();
      if (toolClass != null) {
        json.writeStringProperty("class", toolClass);
      }
      lines.millis("begin_ms", span.beginNanos());
      lines.millis("end_ms", span.endNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}

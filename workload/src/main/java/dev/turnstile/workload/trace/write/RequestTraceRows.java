package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.trace.ReaderOptions;
import tools.jackson.core.JsonGenerator;

/** The rows of a request trace as JSON objects, bare, without the wrapper of a file sink. */
final class RequestTraceRows {
  private static final String SCHEMA = "dynamo.request.trace.v1";
  private static final String RECORDED = ReaderOptions.OutputIdentity.RECORDED.label();
  private static final long NANOS_PER_MS = 1_000_000;

  private final Workload workload;
  private final SessionGraph graph;
  private final Labels labels;
  private final SequenceHashes hashes;

  RequestTraceRows(Workload workload, Labels labels, boolean anonymize) {
    this.workload = workload;
    this.labels = labels;
    graph = workload.graph();
    hashes = new SequenceHashes(workload, anonymize);
  }

  /** A time of the run as Unix time, rounded half up. */
  static long unixMs(long nanos) {
    return RequestTraceWriter.BASE_EPOCH_MS
        + Math.floorDiv(Math.addExact(nanos, NANOS_PER_MS / 2), NANOS_PER_MS);
  }

  /** When the row of a request is written. */
  static long endMs(ServedRequest served) {
    return unixMs(served.lastNanos());
  }

  void request(JsonOutput lines, ServedRequest served) {
    RequestNode node = graph.request(served.request());
    JsonGenerator json = lines.json();
    lines.begin();
    envelope(json, "request_end", endMs(served));
    if (!graph.sessionAnonymous(node.session())) {
      json.writeStringProperty("event_source", "dynamo");
      context(json, node.session(), node.extras().sessionFinal());
    }
    json.writeObjectPropertyStart("request");
    json.writeStringProperty("request_id", labels.request(served.request()));
    json.writeStringProperty("model", graph.models().get(node.model()));
    json.writeNumberProperty("input_tokens", node.prompt().inputTokens());
    json.writeNumberProperty("output_tokens", served.outputTokens());
    if (served.cachedTokens() >= 0) {
      json.writeNumberProperty("cached_tokens", served.cachedTokens());
    }
    times(lines, served);
    if (served.queueDepth() >= 0) {
      json.writeNumberProperty("queue_depth", served.queueDepth());
    }
    if (served.worker() >= 0) {
      json.writeObjectPropertyStart("worker");
      json.writeNumberProperty("decode_worker_id", served.worker());
      json.writeNumberProperty("decode_dp_rank", 0);
      json.writeEndObject();
    }
    replay(lines, served);
    if (node.extras().endsWithToolCall()) {
      json.writeObjectPropertyStart("finish_reason_metadata");
      json.writeStringProperty("finish_reason", "tool_calls");
      json.writeEndObject();
    }
    json.writeEndObject();
    lines.end();
  }

  /**
   * The end of a tool call in the gap before a request.
   *
   * @param call number of the call inside the gap
   */
  void tool(JsonOutput lines, int request, int call, String toolClass, long beginMs, long endMs) {
    JsonGenerator json = lines.json();
    lines.begin();
    envelope(json, "tool_end", endMs);
    json.writeStringProperty("event_source", "harness");
    context(json, graph.request(request).session(), false);
    json.writeObjectPropertyStart("tool");
    json.writeStringProperty("tool_call_id", labels.request(request) + ":" + call);
    json.writeStringProperty("tool_class", toolClass);
    json.writeNumberProperty("started_at_unix_ms", beginMs);
    json.writeNumberProperty("ended_at_unix_ms", endMs);
    json.writeStringProperty("status", "succeeded");
    json.writeEndObject();
    lines.end();
  }

  /** The end of the tool call that started a child session. */
  void child(JsonOutput lines, ChildEvidence.Fact fact) {
    JsonGenerator json = lines.json();
    lines.begin();
    envelope(json, "tool_end", fact.endMs());
    json.writeStringProperty("event_source", "harness");
    context(json, graph.request(fact.source()).session(), false);
    json.writeObjectPropertyStart("tool");
    json.writeStringProperty("tool_call_id", "child:" + labels.session(fact.child()));
    json.writeStringProperty("tool_class", "agent");
    json.writeNumberProperty("started_at_unix_ms", fact.beginMs());
    json.writeNumberProperty("ended_at_unix_ms", fact.endMs());
    json.writeStringProperty("status", "succeeded");
    json.writeObjectPropertyStart("claude");
    json.writeStringProperty("source_request_id", labels.request(fact.source()));
    if (fact.consumer() >= 0) {
      json.writeStringProperty("consumer_request_id", labels.request(fact.consumer()));
    }
    json.writeStringProperty("child_session_id", labels.session(fact.child()));
    json.writeStringProperty("execution_mode", fact.consumer() >= 0 ? "blocking" : "background");
    json.writeEndObject();
    json.writeEndObject();
    lines.end();
  }

  private static void envelope(JsonGenerator json, String type, long eventMs) {
    json.writeStringProperty("schema", SCHEMA);
    json.writeStringProperty("event_type", type);
    json.writeNumberProperty("event_time_unix_ms", eventMs);
  }

  private void context(JsonGenerator json, int session, boolean sessionFinal) {
    json.writeObjectPropertyStart("agent_context");
    json.writeStringProperty("session_id", labels.session(session));
    int parent = graph.sessionParent(session);
    if (parent >= 0) {
      json.writeStringProperty("parent_session_id", labels.session(parent));
    }
    if (sessionFinal) {
      json.writeBooleanProperty("session_final", true);
    }
    json.writeEndObject();
  }

  private static void times(JsonOutput lines, ServedRequest served) {
    JsonGenerator json = lines.json();
    json.writeNumberProperty("request_received_ms", unixMs(served.arrivalNanos()));
    if (served.firstTokenNanos() != RequestNode.NO_TIME) {
      lines.millis("ttft_ms", served.firstTokenNanos() - served.arrivalNanos());
    }
    if (served.endNanos() != RequestNode.NO_TIME) {
      lines.millis("total_time_ms", totalNanos(served));
    }
    long gap = served.meanInterTokenNanos();
    if (gap != RequestNode.NO_TIME) {
      lines.millis("avg_itl_ms", gap);
    }
  }

  /**
   * The duration that a reader, who adds it rounded to the rounded start, needs to find the rounded
   * end: the exact one wherever that works.
   */
  private static long totalNanos(ServedRequest served) {
    long exact = served.endNanos() - served.arrivalNanos();
    long roundedStart = unixMs(served.arrivalNanos()) - unixMs(0);
    long roundedEnd = unixMs(served.endNanos()) - unixMs(0);
    if (roundedStart + unixMs(exact) - unixMs(0) == roundedEnd) {
      return exact;
    }
    return Math.max(0, served.endNanos() - roundedStart * NANOS_PER_MS);
  }

  private void replay(JsonOutput lines, ServedRequest served) {
    JsonGenerator json = lines.json();
    json.writeObjectPropertyStart("replay");
    json.writeNumberProperty("trace_block_size", workload.info().traceBlockTokens());
    json.writeNumberProperty(
        "input_length", graph.request(served.request()).prompt().inputTokens());
    hashes(lines, "input_sequence_hashes", hashes.ofPrompt(served.request()));
    if (workload.info().outputIdentity().equals(RECORDED)) {
      long[] completion = hashes.ofCompletion(served.request());
      if (completion.length > 0) {
        hashes(lines, "completion_sequence_hashes", completion);
      }
    }
    json.writeEndObject();
  }

  private static void hashes(JsonOutput lines, String name, long[] hashes) {
    lines.json().writeArrayPropertyStart(name);
    for (long hash : hashes) {
      lines.unsigned(hash);
    }
    lines.json().writeEndArray();
  }
}

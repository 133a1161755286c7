package dev.turnstile.workload.trace.dynamo;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a capture for tests. Times are milliseconds after {@link #BASE}; the trace block has 64
 * tokens.
 */
final class Rows {
  /** The epoch time that stands for 0. */
  static final long BASE = 1_790_000_000_000L;

  private Rows() {}

  /** A {@code request_end} row under construction. */
  static Request request(String id) {
    return new Request(id);
  }

  static final class Request {
    private final Map<String, String> row = new LinkedHashMap<>();
    private final Map<String, String> context = new LinkedHashMap<>();
    private final Map<String, String> request = new LinkedHashMap<>();
    private final Map<String, String> replay = new LinkedHashMap<>();

    private Request(String id) {
      row.put("schema", quoted("dynamo.request.trace.v1"));
      row.put("event_type", quoted("request_end"));
      row.put("event_time_unix_ms", String.valueOf(BASE));
      request.put("request_id", quoted(id));
      request.put("output_tokens", "1");
      request.put("request_received_ms", String.valueOf(BASE));
      replay.put("trace_block_size", "64");
      input(64, "1");
    }

    /** Start and duration; the row is written at the end. */
    Request at(long start, long duration) {
      row.put("event_time_unix_ms", String.valueOf(BASE + start + duration));
      request.put("request_received_ms", String.valueOf(BASE + start));
      request.put("total_time_ms", String.valueOf(duration));
      return this;
    }

    /** Prompt tokens and block hashes. */
    Request input(long tokens, String... hashes) {
      replay.put("input_length", String.valueOf(tokens));
      replay.put("input_sequence_hashes", "[" + String.join(",", hashes) + "]");
      return this;
    }

    /** Prompt tokens and block hashes. */
    Request input(long tokens, int... hashes) {
      return input(tokens, Arrays.stream(hashes).mapToObj(String::valueOf).toArray(String[]::new));
    }

    Request output(long tokens) {
      request.put("output_tokens", String.valueOf(tokens));
      return this;
    }

    Request session(String id) {
      context.put("session_id", quoted(id));
      return this;
    }

    Request parent(String id) {
      context.put("parent_session_id", quoted(id));
      return this;
    }

    Request isFinal() {
      context.put("session_final", "true");
      return this;
    }

    Request model(String name) {
      request.put("model", quoted(name));
      return this;
    }

    Request toolCalls() {
      request.put("finish_reason_metadata", "{\"finish_reason\":\"tool_calls\"}");
      return this;
    }

    /** Sets a field of the row to raw JSON, or removes it. */
    Request row(String field, @Nullable String json) {
      return set(row, field, json);
    }

    /** Sets a field of {@code agent_context} to raw JSON, or removes it. */
    Request context(String field, @Nullable String json) {
      return set(context, field, json);
    }

    /** Sets a field of {@code request} to raw JSON, or removes it. */
    Request request(String field, @Nullable String json) {
      return set(request, field, json);
    }

    /** Sets a field of {@code replay} to raw JSON, or removes it. */
    Request replay(String field, @Nullable String json) {
      return set(replay, field, json);
    }

    private Request set(Map<String, String> target, String field, @Nullable String json) {
      if (json == null) {
        target.remove(field);
      } else {
        target.put(field, json);
      }
      return this;
    }

    /** The row as JSON. */
    String json() {
      Map<String, String> fields = new LinkedHashMap<>(row);
      if (!context.isEmpty()) {
        fields.put("agent_context", object(context));
      }
      Map<String, String> inner = new LinkedHashMap<>(request);
      inner.putIfAbsent("replay", object(replay));
      fields.putIfAbsent("request", object(inner));
      return object(fields);
    }

    /** The row in a writer's wrapper. */
    String wrapped() {
      return "{\"timestamp\":17,\"event\":" + json() + "}";
    }
  }

  /** A terminal tool event; times in ms after {@link #BASE}. */
  static String tool(String session, String callId, long start, long end) {
    return tool(session, callId, start, end, "");
  }

  /** A terminal tool event with {@code claude} evidence. */
  static String evidence(
      String session, String callId, long start, long end, String... fieldsAndValues) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      fields.put(fieldsAndValues[i], quoted(fieldsAndValues[i + 1]));
    }
    return tool(session, callId, start, end, ",\"claude\":" + object(fields));
  }

  private static String tool(String session, String callId, long start, long end, String more) {
    return "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":\"tool_end\","
        + "\"event_time_unix_ms\":"
        + (BASE + end)
        + ",\"agent_context\":{\"session_id\":"
        + quoted(session)
        + "},\"tool\":{\"tool_call_id\":"
        + quoted(callId)
        + ",\"tool_class\":\"bash\",\"started_at_unix_ms\":"
        + (BASE + start)
        + ",\"ended_at_unix_ms\":"
        + (BASE + end)
        + more
        + "}}";
  }

  static String object(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> quoted(field.getKey()) + ":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  static String quoted(String text) {
    return '"' + text + '"';
  }
}

package dev.turnstile.reports.perfetto;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Request traces written by hand; times in milliseconds. */
final class Captures {
  private static final long EPOCH_MS = 1_790_000_000_000L;

  private final StringBuilder rows = new StringBuilder();
  private long hash = 1;
  private double wait = -1;

  /** The worked example of the trace formats: a root, a tool, a child whose answer it waits for. */
  static Captures withChild() {
    return new Captures()
        .request("a-0", "root", null, 0, 1000, 120)
        .tool("root", "call-1", "bash", 1010, 3010)
        .request("a-1", "root", null, 3200, 4100, 120)
        .request("c-0", "child", "root", 4150, 4650, 120)
        .tool("child", "call-9", "grep", 4655, 4700)
        .request("c-1", "child", "root", 4720, 5120, 120)
        .request("a-2", "root", null, 5200, 6080, 120);
  }

  /** Lets the requests added from now on have waited for their prefill. */
  Captures waits(double milliseconds) {
    wait = milliseconds;
    return this;
  }

  /** Adds a request of one block. */
  Captures request(
      String id, String session, @Nullable String parent, long start, long end, double ttft) {
    return request(id, session, parent, start, end, ttft, "stop");
  }

  /** Adds a request that ended for a reason. */
  Captures request(
      String id,
      String session,
      @Nullable String parent,
      long start,
      long end,
      double ttft,
      String finish) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("request_id", id);
    request.put("model", "m");
    request.put("output_tokens", 10);
    request.put("request_received_ms", EPOCH_MS + start);
    if (wait >= 0) {
      request.put("prefill_wait_time_ms", wait);
    }
    request.put("ttft_ms", ttft);
    request.put("total_time_ms", end - start);
    request.put(
        "replay",
        Map.of(
            "trace_block_size", 64, "input_length", 64, "input_sequence_hashes", List.of(hash++)));
    request.put("finish_reason_metadata", Map.of("finish_reason", finish));
    return row("request_end", end, session, parent, "request", request);
  }

  /** Adds a tool call. */
  Captures tool(String session, String id, String toolClass, long start, long end) {
    Map<String, Object> tool = new LinkedHashMap<>();
    tool.put("tool_call_id", id);
    tool.put("tool_class", toolClass);
    tool.put("started_at_unix_ms", EPOCH_MS + start);
    tool.put("ended_at_unix_ms", EPOCH_MS + end);
    tool.put("duration_ms", end - start);
    tool.put("status", "succeeded");
    return row("tool_end", end, session, null, "tool", tool);
  }

  private Captures row(
      String type,
      long at,
      String session,
      @Nullable String parent,
      String name,
      Map<String, Object> body) {
    Map<String, Object> context = new LinkedHashMap<>();
    context.put("session_id", session);
    if (parent != null) {
      context.put("parent_session_id", parent);
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("schema", "dynamo.request.trace.v1");
    row.put("event_type", type);
    row.put("event_time_unix_ms", EPOCH_MS + at);
    row.put("event_source", type.startsWith("tool") ? "harness" : "dynamo");
    row.put("agent_context", context);
    row.put(name, body);
    rows.append(JsonMapper.shared().writeValueAsString(row)).append('\n');
    return this;
  }

  Workload load() {
    ByteArrayInputStream in =
        new ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8));
    return new TraceLoader()
        .load(TraceInput.of(List.of(Path.of("-")), in), TraceLoader.AUTO, ReaderOptions.DEFAULT);
  }
}

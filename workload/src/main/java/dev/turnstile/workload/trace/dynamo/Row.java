package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.identity.SessionIdentity;
import dev.turnstile.workload.trace.AbsoluteTimes;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.source.JsonRow;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one row that replay needs, bare or from a wrapper.
 *
 * <p>Absent times are {@link #NONE}, absent counts -1, absent texts null.
 */
final class Row {
  static final long NONE = RequestNode.NO_TIME;

  /** Ten years; so no sum of a time and a duration can overflow. */
  private static final long MAX_DURATION_MILLIS = 315_576_000_000L;

  private final AbsoluteTimes times;
  private final boolean wantHeaders;
  private final boolean wantCompletion;
  private final int expectedHashes;

  boolean wrapped;
  boolean bare;
  boolean eventIsNoObject;
  @Nullable String schema;
  @Nullable String eventType;
  long eventNanos = NONE;
  private @Nullable InvalidInputException eventTimeProblem;

  boolean hasContext;
  @Nullable String sessionId;
  @Nullable String parentId;
  @Nullable String trajectoryId;
  @Nullable String parentTrajectoryId;
  @Nullable String programId;
  @Nullable String parentProgramId;
  boolean sessionFinal;

  boolean hasRequest;
  @Nullable String requestId;
  @Nullable String model;
  long serverInputTokens = -1;
  long outputTokens = -1;
  long cachedTokens = -1;
  long receivedNanos = NONE;
  long ttftNanos = NONE;
  long waitNanos = NONE;

  /** A total time below zero as the file has it, else null. */
  @Nullable String negativeTotal;

  long totalNanos = NONE;
  boolean endsWithToolCall;

  boolean hasReplay;
  long blockTokens = -1;
  long inputTokens = -1;
  boolean hasHashes;
  boolean hasCompletion;
  final LongArrayList hashes = new LongArrayList(0);
  final LongArrayList completion = new LongArrayList(0);

  boolean hasTool;
  @Nullable String toolCallId;
  @Nullable String toolClass;
  long startedNanos = NONE;
  long endedNanos = NONE;
  long durationNanos = NONE;
  boolean hasEvidence;
  @Nullable String sourceRequestId;
  @Nullable String consumerRequestId;
  @Nullable String childSessionId;
  @Nullable String executionMode;

  @Nullable String payloadRequestId;
  final Map<String, List<String>> headers = new LinkedHashMap<>();

  /**
   * An empty row.
   *
   * @param expectedHashes how many ids it may have before their list must grow
   */
  Row(ReaderOptions options, int expectedHashes) {
    this.expectedHashes = expectedHashes;
    times = AbsoluteTimes.millis(options.timeUnit());
    wantHeaders = options.identityFromHeaders();
    wantCompletion = options.outputIdentity() == ReaderOptions.OutputIdentity.RECORDED;
  }

  /** Reads a row to its end; once only. */
  Row read(JsonRow row) {
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "timestamp" -> wrapped = true;
        case "event" -> readEvent(row);
        default -> {
          bare = true;
          readField(row);
        }
      }
    }
    if (eventTimeProblem != null) {
      throw eventTimeProblem;
    }
    return this;
  }

  private void readEvent(JsonRow row) {
    wrapped = true;
    if (!row.isObject()) {
      eventIsNoObject = true;
      return;
    }
    row.enterObject();
    while (row.nextField()) {
      readField(row);
    }
  }

  private void readField(JsonRow row) {
    switch (row.field()) {
      case "schema" -> schema = row.text();
      case "event_type" -> eventType = row.text();
      case "event_time_unix_ms" -> readEventTime(row);
      case "agent_context" -> readContext(row);
      case "request" -> readRequest(row);
      case "tool" -> readTool(row);
      case "payload" -> readPayload(row);
      default -> {}
    }
  }

  /** A wrong unit is told of the arrival first, whatever the order of the fields is. */
  private void readEventTime(JsonRow row) {
    try {
      eventNanos = times.nanos(row);
    } catch (InvalidInputException e) {
      eventTimeProblem = e;
    }
  }

  private void readContext(JsonRow row) {
    hasContext = true;
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "session_id" -> sessionId = row.text();
        case "parent_session_id" -> parentId = row.text();
        case "trajectory_id" -> trajectoryId = row.text();
        case "parent_trajectory_id" -> parentTrajectoryId = row.text();
        case "program_id" -> programId = row.text();
        case "parent_program_id" -> parentProgramId = row.text();
        case "session_final", "trajectory_final" -> sessionFinal |= row.flag();
        default -> {}
      }
    }
  }

  private void readRequest(JsonRow row) {
    hasRequest = true;
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "request_id" -> requestId = row.text();
        case "model" -> model = row.text();
        case "input_tokens" -> serverInputTokens = count(row);
        case "output_tokens" -> outputTokens = count(row);
        case "cached_tokens" -> cachedTokens = count(row);
        case "request_received_ms" -> receivedNanos = times.nanos(row);
        case "prefill_wait_time_ms" -> waitNanos = row.scaled(6);
        case "ttft_ms" -> ttftNanos = row.scaled(6);
        case "total_time_ms" -> readTotal(row);
        case "replay" -> readReplay(row);
        case "finish_reason_metadata" -> readFinishReason(row);
        default -> {}
      }
    }
  }

  /** The duration is rounded to whole milliseconds, half up, once from its text. */
  private void readTotal(JsonRow row) {
    negativeTotal = row.scaled(6) < 0 ? row.shown() : null;
    long millis = row.scaled(0);
    if (Math.abs(millis) > MAX_DURATION_MILLIS) {
      throw row.problem("is longer than ten years, got " + row.shown());
    }
    totalNanos = millis * 1_000_000L;
  }

  private void readReplay(JsonRow row) {
    hasReplay = true;
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "trace_block_size" -> blockTokens = blockTokens(row);
        case "input_length" -> inputTokens = inputTokens(row);
        case "input_sequence_hashes" -> {
          hasHashes = true;
          hashes.ensureCapacity(expectedHashes);
          row.unsignedInto(hashes);
        }
        case "completion_sequence_hashes" -> {
          if (wantCompletion) {
            hasCompletion = true;
            row.unsignedInto(completion);
          }
        }
        default -> {}
      }
    }
  }

  private void readFinishReason(JsonRow row) {
    row.enterObject();
    while (row.nextField()) {
      if (row.field().equals("finish_reason")) {
        endsWithToolCall = row.text().equals("tool_calls");
      }
    }
  }

  private void readTool(JsonRow row) {
    hasTool = true;
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "tool_call_id" -> toolCallId = row.text();
        case "tool_class" -> toolClass = row.text();
        case "started_at_unix_ms" -> startedNanos = times.nanos(row);
        case "ended_at_unix_ms" -> endedNanos = times.nanos(row);
        case "duration_ms" -> durationNanos = toolDuration(row);
        case "claude" -> readEvidence(row);
        default -> {}
      }
    }
  }

  private void readEvidence(JsonRow row) {
    hasEvidence = true;
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "source_request_id" -> sourceRequestId = row.text();
        case "consumer_request_id" -> consumerRequestId = row.text();
        case "child_session_id" -> childSessionId = row.text();
        case "execution_mode" -> executionMode = row.text();
        default -> {}
      }
    }
  }

  /** Takes the id and the headers that name a session; all other content is skipped unread. */
  private void readPayload(JsonRow row) {
    if (!wantHeaders) {
      return;
    }
    row.enterObject();
    while (row.nextField()) {
      if (row.field().equals("request_id")) {
        payloadRequestId = row.text();
      } else if (row.field().equals("http_request_headers") && row.isObject()) {
        readHeaders(row);
      }
    }
  }

  private void readHeaders(JsonRow row) {
    row.enterObject();
    while (row.nextEntry()) {
      String name = row.field();
      if (!SessionIdentity.isIdentityHeader(name)) {
        continue;
      }
      List<String> values = headers.computeIfAbsent(name, n -> new ArrayList<>());
      if (row.isText()) {
        values.add(row.text());
      } else if (row.isArray()) {
        row.enterArray();
        while (row.nextElement()) {
          if (row.isText()) {
            values.add(row.text());
          }
        }
      }
    }
  }

  private static long count(JsonRow row) {
    long count = row.whole();
    if (count < 0) {
      throw row.invalid("must be >= 0, got " + row.shown(), "");
    }
    return count;
  }

  private static long toolDuration(JsonRow row) {
    long nanos = row.scaled(6);
    if (Math.abs(nanos) > MAX_DURATION_MILLIS * 1_000_000L) {
      throw row.problem("is longer than ten years, got " + row.shown());
    }
    return nanos;
  }

  private static long blockTokens(JsonRow row) {
    long tokens = row.whole();
    if (tokens < 1 || tokens > Integer.MAX_VALUE) {
      throw row.invalid("must be 1 to 2147483647, got " + row.shown(), "");
    }
    return tokens;
  }

  private static long inputTokens(JsonRow row) {
    long tokens = row.whole();
    if (tokens < 1 || tokens > Integer.MAX_VALUE) {
      throw row.invalid(
          "must be 1 to 2147483647, got " + row.shown(),
          tokens == 0 ? "a request without prompt cannot be simulated" : "");
    }
    return tokens;
  }
}

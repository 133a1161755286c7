package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.dynamo.Row.NONE;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.identity.SessionIdentity;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.dynamo.CapturedRequest.Context;
import dev.turnstile.workload.trace.dynamo.CapturedRequest.Place;
import dev.turnstile.workload.trace.source.BadRowException;
import dev.turnstile.workload.trace.source.RowPlace;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a capture, checked one by one.
 *
 * <p>Block ids are interned into the prompt tree as soon as their row is accepted.
 */
final class Capture {
  private static final String RECEIVED = "request.request_received_ms";
  private static final String HASHES = "request.replay.input_sequence_hashes";

  private final String input;
  private final ReaderOptions options;
  private final LoadLog log;
  private final ContextReader contexts;
  private final Map<String, CapturedRequest> requests = new LinkedHashMap<>();
  private final Map<String, Integer> duplicates = new HashMap<>();
  private final List<ToolEvent> tools = new ArrayList<>();
  private final Map<String, SessionIdentity> identities = new HashMap<>();
  private final Map<String, String> interned = new HashMap<>();

  /** The row at hand. */
  private Row row;

  private @Nullable WorkloadBuilder workload;
  private @Nullable Place blockSizePlace;

  Capture(String input, ReaderOptions options, LoadLog log) {
    this.input = input;
    this.options = options;
    this.log = log;
    row = new Row(options, 0);
    this.contexts = new ContextReader(options.acceptLegacy());
  }

  /** The accepted requests by id. */
  Map<String, CapturedRequest> requests() {
    return requests;
  }

  /** How many further rows of an id a lenient load left out. */
  Map<String, Integer> duplicates() {
    return duplicates;
  }

  /** The terminal tool events. */
  List<ToolEvent> tools() {
    return tools;
  }

  /** Identities from headers, by request id. */
  Map<String, SessionIdentity> identities() {
    return identities;
  }

  /**
   * The workload that holds the prompts.
   *
   * @throws InvalidInputException if no row was accepted
   */
  WorkloadBuilder workload() {
    WorkloadBuilder begun = workload;
    if (begun == null) {
      throw new InvalidInputException(
          input, 0, "", "contains no requests (no request_end record found)", "");
    }
    return begun;
  }

  /** Takes one row. */
  void keep(Row read, RowPlace at) {
    row = read;
    boolean wrapsNothing = row.wrapped && !row.bare && row.schema == null && row.eventType == null;
    if (row.eventIsNoObject || wrapsNothing) {
      log.skippedRow("event_not_an_object", at.file() + ":" + at.line());
      return;
    }
    contexts.checkSchema(at, row);
    String type = row.eventType;
    if (type == null) {
      throw at.missing("event_type");
    }
    switch (type) {
      case "request_end" -> readRequest(at);
      case "tool_end", "tool_error" -> readTool(at);
      case "request_payload" -> readPayload(at);
      case "tool_start" -> {}
      default ->
          throw new BadRowException(
              "unknown_event_type",
              at.invalid("event_type", "is not known, got \"" + type + "\"", ""));
    }
    log.row(type);
  }

  private void readRequest(RowPlace at) {
    String id = checkComplete(at);
    checkBlockSize(at);
    WorkloadBuilder target = workload();
    Set<InputWarning> warnings = CapturedRequest.noWarnings();
    long[] times = times(at, warnings);
    fitHashes(at, warnings);
    if (row.serverInputTokens >= 0 && row.serverInputTokens != row.inputTokens) {
      warnings.add(InputWarning.LENGTH_MISMATCH);
    }
    String model = intern(row.model == null ? "unknown" : row.model);
    keep(
        at,
        new CapturedRequest(
            id,
            row.hasContext ? interned(contexts.context(at, row)) : null,
            model,
            prompt(target, model),
            row.outputTokens,
            times[0],
            times[1],
            row.cachedTokens,
            row.ttftNanos,
            row.waitNanos,
            row.endsWithToolCall,
            List.copyOf(warnings),
            new Place(at.file(), at.line())));
  }

  private static void requireDuration(RowPlace at, long nanos, String field) {
    if (nanos != NONE && nanos < 0) {
      String millis = BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
      throw new BadRowException(
          "wrong_value", at.invalid(field, "must be >= 0, got " + millis, ""));
    }
  }

  private String checkComplete(RowPlace at) {
    require(at, row.hasRequest, "request");
    require(at, row.hasReplay, "request.replay");
    require(at, row.outputTokens >= 0, "request.output_tokens");
    require(at, row.blockTokens > 0, "request.replay.trace_block_size");
    require(at, row.inputTokens > 0, "request.replay.input_length");
    require(at, row.hasHashes, HASHES);
    requireDuration(at, row.ttftNanos, "request.ttft_ms");
    requireDuration(at, row.waitNanos, "request.prefill_wait_time_ms");
    String id = row.requestId;
    if (id == null || id.isEmpty()) {
      throw new BadRowException(
          "no_request_id", at.invalid("request.request_id", "is missing or empty", ""));
    }
    return id;
  }

  private static void require(RowPlace at, boolean present, String field) {
    if (!present) {
      throw at.missing(field);
    }
  }

  private void checkBlockSize(RowPlace at) {
    int tokens = (int) row.blockTokens;
    int expected = options.traceBlockTokens().orElse(tokens);
    String field = "request.replay.trace_block_size";
    if (tokens != expected) {
      throw at.invalid(field, "is " + tokens + ", but --trace-block-size says " + expected, "");
    }
    WorkloadBuilder begun = workload;
    if (begun == null) {
      workload = new WorkloadBuilder(input, DynamoTraceReader.FORMAT, tokens, options, log);
      blockSizePlace = new Place(at.file(), at.line());
    } else if (begun.blockTokens() != tokens) {
      throw at.invalid(
          field,
          "is " + tokens + ", but " + begun.blockTokens() + " in " + blockSizePlace,
          "a capture has one block size");
    }
  }

  /** Start and end (trace formats, section 2.2). */
  private long[] times(RowPlace at, Set<InputWarning> warnings) {
    long total = row.totalNanos;
    if (row.negativeTotal != null) {
      if (!log.lenient()) {
        throw at.invalid(
            "request.total_time_ms", "must be >= 0, got " + row.negativeTotal, "--lenient takes 0");
      }
      warnings.add(InputWarning.NEGATIVE_DURATIONS);
      total = 0;
    }
    long start = row.receivedNanos;
    if (start == NONE) {
      if (total == NONE) {
        throw at.invalid(
            RECEIVED, "is missing", "total_time_ms, which could replace it, is missing, too");
      }
      start = eventNanos(at) - total;
      warnings.add(InputWarning.MISSING_ARRIVAL);
    }
    long end = total == NONE ? eventNanos(at) : start + total;
    if (end < start) {
      if (!log.lenient()) {
        throw at.invalid(
            "event_time_unix_ms",
            "request \""
                + row.requestId
                + "\" ends before it starts, by "
                + (start - end) / 1_000_000L
                + " ms",
            "clock skew; --lenient takes its duration as 0");
      }
      warnings.add(InputWarning.CLOCK_SKEW);
      end = start;
    }
    return new long[] {start, end};
  }

  private long eventNanos(RowPlace at) {
    if (row.eventNanos == NONE) {
      throw at.missing("event_time_unix_ms");
    }
    return row.eventNanos;
  }

  /** Checks the number of ids and, if lenient, cuts surplus ones. */
  private void fitHashes(RowPlace at, Set<InputWarning> warnings) {
    long needed = blocks(row.inputTokens);
    int given = row.hashes.size();
    if (given == needed) {
      return;
    }
    if (!log.lenient()) {
      throw at.invalid(
          HASHES,
          "input_length "
              + row.inputTokens
              + " with block size "
              + row.blockTokens
              + " needs "
              + needed
              + " hashes, got "
              + given,
          given > needed
              ? "--lenient cuts the surplus"
              : "--lenient takes the rest as blocks of this request alone");
    }
    if (given > needed) {
      row.hashes.size((int) needed);
      warnings.add(InputWarning.SURPLUS_HASH_IDS);
    } else {
      warnings.add(InputWarning.MISSING_HASH_IDS);
    }
  }

  private RequestNode.Prompt prompt(WorkloadBuilder target, String model) {
    int root = target.root("", model);
    RequestNode.Prompt prompt = target.prompt(root, row.hashes, row.inputTokens);
    if (!row.hasCompletion) {
      return prompt;
    }
    long tokens = row.inputTokens + row.outputTokens;
    LongArrayList ids = row.completion;
    boolean valid = ids.size() == blocks(tokens) && continues(ids, prompt.blocks());
    if (!valid) {
      log.fact("invalid_completion_hashes", 1);
      return prompt;
    }
    ids.size((int) (tokens / row.blockTokens));
    log.fact("named_output_blocks", Math.max(0, ids.size() - prompt.blocks()));
    return ids.size() > prompt.blocks() ? target.withOutput(prompt, root, ids) : prompt;
  }

  private boolean continues(LongArrayList ids, int full) {
    if (full != row.inputTokens / row.blockTokens) {
      return false;
    }
    for (int i = 0; i < full; i++) {
      if (ids.getLong(i) != row.hashes.getLong(i)) {
        return false;
      }
    }
    return true;
  }

  private long blocks(long tokens) {
    return (tokens + row.blockTokens - 1) / row.blockTokens;
  }

  private void keep(RowPlace at, CapturedRequest request) {
    CapturedRequest known = requests.get(request.id());
    if (known == null) {
      requests.put(request.id(), request);
      return;
    }
    if (!log.lenient()) {
      throw at.invalid(
          "request.request_id",
          "\"" + request.id() + "\" occurs twice, first in " + known.place(),
          "was the same shard given twice? --lenient keeps one of them");
    }
    duplicates.merge(request.id(), 1, Integer::sum);
    if (CapturedRequest.PREFERENCE.compare(request, known) < 0) {
      requests.put(request.id(), request);
    }
  }

  private void readTool(RowPlace at) {
    if (!row.hasContext || !row.hasTool) {
      log.skipped(row.hasTool ? "tool_without_agent_context" : "tool_without_tool");
      return;
    }
    String callId = row.toolCallId;
    String toolClass = row.toolClass;
    if (callId == null) {
      throw at.missing("tool.tool_call_id");
    }
    if (toolClass == null) {
      throw at.missing("tool.tool_class");
    }
    long end = row.endedNanos == NONE ? eventNanos(at) : row.endedNanos;
    long start = row.startedNanos;
    if (start == NONE) {
      start = row.durationNanos == NONE ? end : end - row.durationNanos;
    }
    tools.add(
        new ToolEvent(
            intern(contexts.context(at, row).session()),
            callId,
            intern(toolClass),
            start,
            end,
            row.hasEvidence ? evidence() : null,
            new Place(at.file(), at.line())));
  }

  private ToolEvent.Evidence evidence() {
    return new ToolEvent.Evidence(
        row.sourceRequestId, row.consumerRequestId, row.childSessionId, row.executionMode);
  }

  private void readPayload(RowPlace at) {
    String id = row.payloadRequestId;
    if (id == null) {
      return;
    }
    SessionIdentity.fromHeaders(row.headers)
        .ifPresent(
            identity -> {
              SessionIdentity known = identities.putIfAbsent(id, identity);
              if (known != null && !known.equals(identity)) {
                throw at.invalid(
                    "payload.http_request_headers",
                    "two payload rows of request \"" + id + "\" name different sessions",
                    "");
              }
            });
  }

  private Context interned(Context context) {
    String parent = context.parent();
    return new Context(
        intern(context.session()), parent == null ? null : intern(parent), context.isFinal());
  }

  private String intern(String text) {
    return interned.computeIfAbsent(text, t -> t);
  }
}

package dev.turnstile.workload.trace.mooncake;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.AbsoluteTimes;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.source.JsonRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one Mooncake file and builds the workload from them. */
final class MooncakeRows {
  private static final long NO_TIME = RequestNode.NO_TIME;
  private static final int FIRST = -1;

  private final WorkloadBuilder workload;
  private final ReaderOptions options;
  private final LoadLog log;
  private final AbsoluteTimes times;
  private final int root;
  private final int model;
  private final PromptFields prompt;
  private final Extensions extensions = new Extensions();
  private final List<MooncakeRow> rows = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  /** Index of the latest row of each session, and the latest timestamp its rows gave. */
  private final Map<String, Integer> latestRow = new HashMap<>();

  private final Map<String, Long> latestTimestamp = new HashMap<>();

  private @Nullable String requestId;
  private @Nullable String sessionId;
  private long timestamp;
  private long delay;
  private boolean hasDelay;
  private boolean startToStart;

  MooncakeRows(WorkloadBuilder workload, ReaderOptions options, LoadLog log) {
    this.workload = workload;
    this.options = options;
    this.log = log;
    times = AbsoluteTimes.millis(options.timeUnit());
    root = workload.root("", MooncakeReader.UNKNOWN_MODEL);
    model = workload.model(MooncakeReader.UNKNOWN_MODEL);
    prompt = new PromptFields(options);
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  void read(JsonRow row) {
    prompt.clear();
    extensions.clear();
    requestId = null;
    sessionId = null;
    timestamp = NO_TIME;
    hasDelay = false;
    delay = 0;
    row.enterObject();
    while (row.nextField()) {
      if (!prompt.read(row) && !extensions.read(row)) {
        readOther(row);
      }
    }
    prompt.check(row, workload.blockTokens(), log);
    add(row);
  }

  private void readOther(JsonRow row) {
    switch (row.field()) {
      case "timestamp", "created_time" -> {
        if (timestamp != NO_TIME) {
          throw row.invalid("timestamp and created_time are one field, given twice", "");
        }
        timestamp = times.nanos(row);
      }
      case "delay", "delay_ms" -> {
        if (hasDelay) {
          throw row.invalid("delay and delay_ms are one field, given twice", "");
        }
        hasDelay = true;
        delay = FieldValues.durationNanos(row);
      }
      case "request_id" -> requestId = FieldValues.nonEmpty(row);
      case "session_id" -> sessionId = FieldValues.nonEmpty(row);
      case "messages", "payload", "text_input" ->
          throw row.invalid("content traces are not replayable here", "lengths and ids are needed");
      case "wait_for", "tool_wait_ms", "branches", "request_kind", "prefix_reset" ->
          throw row.invalid(
              "is a field of agentic Mooncake", "use --trace-format agentic_mooncake");
      default -> {}
    }
  }

  private void add(JsonRow row) {
    String id = requestId == null ? "line" + row.line() : requestId;
    if (!ids.add(id)) {
      duplicate(row, id);
      return;
    }
    String name = sessionId;
    int previous = name == null ? FIRST : latestRow.getOrDefault(name, FIRST);
    long wait = previous == FIRST ? firstTurn(row) : followUp(row, rows.get(previous));
    int session =
        name == null
            ? workload.graph().addSession("request_" + row.line(), false)
            : workload.session(name, true);
    if (name != null) {
      latestRow.put(name, rows.size());
      if (timestamp != NO_TIME) {
        latestTimestamp.put(name, timestamp);
      }
    }
    rows.add(
        new MooncakeRow(
            row.line(),
            id,
            session,
            timestamp,
            previous,
            wait,
            prompt.prompt(workload, root, log),
            prompt.outputLength(),
            extensions.extras()));
    log.row("request");
  }

  private void duplicate(JsonRow row, String id) {
    if (!log.lenient()) {
      throw row.invalid(
          "request_id", "\"" + id + "\" occurred before", "--lenient keeps the first");
    }
    log.warn(InputWarning.DUPLICATE_REQUEST_IDS, row.file() + ":" + row.line() + ": " + id);
    log.skipped("duplicate_request_id");
  }

  private long firstTurn(JsonRow row) {
    if (delay > 0) {
      throw row.invalid("delay", "a first turn waits for no other, got a delay above 0", "");
    }
    if (timestamp == NO_TIME && options.requireTimestamps()) {
      throw row.invalid(
          "timestamp",
          "is missing, and this row begins a session",
          "--concurrency replays without recorded times");
    }
    return 0;
  }

  private long followUp(JsonRow row, MooncakeRow previous) {
    if (hasDelay || timestamp == NO_TIME) {
      return delay;
    }
    Long before = latestTimestamp.get(sessionId);
    if (before == null) {
      throw row.invalid(
          "timestamp",
          "the turns before it (line " + previous.line() + ") have none to count from",
          "give a delay");
    }
    if (timestamp < before) {
      throw row.invalid(
          "timestamp", "goes back in time inside the session: the turn before is later", "");
    }
    if (!startToStart) {
      startToStart = true;
      log.warn(
          InputWarning.START_TO_START_DELAY,
          row.file() + ":" + row.line() + ": a timestamp without a delay inside a session");
    }
    return timestamp - before;
  }

  Workload finish() {
    long[] offsets = new long[rows.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = rows.get(i).previous() == FIRST ? rows.get(i).timestampNanos() : NO_TIME;
    }
    if (options.spreadTies()) {
      TieSpread.spread(offsets);
    }
    SessionGraphBuilder graph = workload.graph();
    for (int i = 0; i < offsets.length; i++) {
      MooncakeRow row = rows.get(i);
      long start = row.previous() == FIRST ? offsets[i] : row.timestampNanos();
      graph.addRequest(
          new RequestNode(
              row.id(),
              row.session(),
              model,
              row.prompt(),
              row.outputTokens(),
              offsets[i],
              start,
              NO_TIME,
              row.extras()));
      if (row.previous() != FIRST) {
        graph.addEdge(row.previous(), i, Trigger.COMPLETION, Relation.SEQUENCE, row.delayNanos());
      }
    }
    AbsoluteTimes.checkFirst(log, graph);
    return workload.finish(SessionGraphBuilder.PlayOrder.FIRST_REQUEST);
  }
}

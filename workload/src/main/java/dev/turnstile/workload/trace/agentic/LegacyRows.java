package dev.turnstile.workload.trace.agentic;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.ToolSpan;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.AbsoluteTimes;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.mooncake.MooncakeReader;
import dev.turnstile.workload.trace.source.JsonRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The legacy form: a request waits for the completion of all of {@code wait_for}, then for {@code
 * delay} plus {@code tool_wait_ms}.
 *
 * <p>{@code timestamp} counts on rows that wait for nothing, delays on the others. Ids are valid in
 * the whole file, rows are in load order.
 */
final class LegacyRows {
  private record Wait(int request, long line, List<String> sources, long delayNanos) {}

  private final String file;
  private final WorkloadBuilder workload;
  private final ReaderOptions options;
  private final LoadLog log;
  private final int root;
  private final int model;
  private final Map<String, Integer> requests = new HashMap<>();
  private final List<Wait> waits = new ArrayList<>();

  LegacyRows(String file, ReaderOptions options, LoadLog log) {
    this.file = file;
    this.options = options;
    this.log = log;
    int blockTokens = options.traceBlockTokens().orElse(MooncakeReader.DEFAULT_BLOCK_TOKENS);
    workload = new WorkloadBuilder(file, AgenticMooncakeReader.FORMAT, blockTokens, options, log);
    root = workload.root("", MooncakeReader.UNKNOWN_MODEL);
    model = workload.model(MooncakeReader.UNKNOWN_MODEL);
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  void add(JsonRow row, AgenticFields fields) {
    if (fields.dependencies != null || fields.notBefore != AgenticFields.NO_TIME) {
      throw row.invalid(
          "", "the header of agentic Mooncake version 2 is missing before this row", "");
    }
    fields.prompt.check(row, workload.blockTokens(), log);
    String id = fields.requestId == null ? "line" + row.line() : fields.requestId;
    if (requests.containsKey(id)) {
      Duplicates.refuse(row, id, log);
      return;
    }
    boolean first = fields.waitFor.isEmpty();
    if (first && fields.timestamp == AgenticFields.NO_TIME && options.requireTimestamps()) {
      throw row.invalid(
          "timestamp",
          "is missing, and this row waits for no other",
          "--concurrency replays without recorded times");
    }
    int request = workload.graph().addRequest(node(row, fields, id, first));
    requests.put(id, request);
    log.row("request");
    if (!first) {
      long delay = Math.addExact(fields.delay, fields.toolWait);
      waits.add(new Wait(request, row.line(), fields.waitFor, delay));
      if (fields.toolWait > 0) {
        workload.graph().addToolSpan(new ToolSpan(request, 0, fields.toolWait, null));
      }
    }
  }

  private RequestNode node(JsonRow row, AgenticFields fields, String id, boolean first) {
    String name = fields.sessionId;
    int session =
        name == null
            ? workload.graph().addSession("request_" + row.line(), false)
            : workload.session(name, true);
    long start = first ? fields.timestamp : RequestNode.NO_TIME;
    return new RequestNode(
        id,
        session,
        model,
        fields.prompt.prompt(workload, root, log),
        fields.prompt.outputLength(),
        start,
        start,
        RequestNode.NO_TIME,
        fields.extensions.extras());
  }

  Workload finish() {
    for (Wait wait : waits) {
      Relation relation = wait.sources().size() > 1 ? Relation.JOIN : Relation.SEQUENCE;
      for (String source : wait.sources()) {
        Integer request = requests.get(source);
        if (request == null) {
          throw new InvalidInputException(
              file, wait.line(), "wait_for", "there is no request \"" + source + '"', "");
        }
        workload
            .graph()
            .addEdge(request, wait.request(), Trigger.COMPLETION, relation, wait.delayNanos());
      }
    }
    AbsoluteTimes.checkFirst(log, workload.graph());
    return workload.finish(SessionGraphBuilder.PlayOrder.FIRST_REQUEST);
  }
}

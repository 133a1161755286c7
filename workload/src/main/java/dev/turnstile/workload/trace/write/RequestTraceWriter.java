package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.ToolSpan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recorded or simulated run as {@code dynamo.request.trace.v1}, rows in order of
 * completion as a capture has them.
 *
 * <p>The schema has no edges: a reader infers them from sessions, parents and times; where it would
 * guess wrong about a child session, a tool event tells it ({@link ChildEvidence}). Times are whole
 * milliseconds there, so starts and ends are rounded half up, both, which keeps their order: what
 * followed a completion still does. Durations keep their decimals, except that {@code
 * total_time_ms} is up to half a millisecond off where the rounded end would otherwise move. Turns
 * less than a millisecond apart can be read back in another order. Floors, barriers and priorities
 * have no field.
 *
 * <p>Requests of sessions without an id have no {@code agent_context}; a trace that holds both
 * kinds needs {@code --split-context-free} to be read.
 */
public final class RequestTraceWriter {
  /** Unix time in milliseconds that stands for the begin of a run: 2023-11-14 22:13:20 UTC. */
  public static final long BASE_EPOCH_MS = 1_700_000_000_000L;

  /** A row that is still to be written. */
  private record Row(long eventMs, Body body) {}

  private interface Body {
    void write(JsonOutput lines);
  }

  private final SessionGraph graph;
  private final GraphIndex index;
  private final Labels labels;
  private final RequestTraceRows rows;

  private RequestTraceWriter(Workload workload, boolean anonymize) {
    graph = workload.graph();
    index = new GraphIndex(graph);
    labels = new Labels(graph, anonymize);
    rows = new RequestTraceRows(workload, labels, anonymize);
  }

  /**
   * Writes a run.
   *
   * @param served the requests that were served, each at most once, in any order
   * @param target a {@code .jsonl} file, or else the prefix of compressed segments
   * @return the files written
   */
  public static List<Path> writeServed(Workload workload, List<ServedRequest> served, Path target)
      throws IOException {
    return writeServed(workload, served, target, RequestTraceFiles.ROLL_BYTES);
  }

  static List<Path> writeServed(
      Workload workload, List<ServedRequest> served, Path target, long rollBytes)
      throws IOException {
    return new RequestTraceWriter(workload, false).write(served, target, rollBytes);
  }

  /**
   * Checks a target before the work whose result goes there.
   *
   * @param target as for {@link #writeRecorded}
   * @throws java.nio.file.FileAlreadyExistsException if segments of an older trace have that prefix
   * @throws IOException if the folder cannot be read
   */
  public static void check(Path target) throws IOException {
    RequestTraceFiles.check(target);
  }

  /**
   * Writes the recorded times of a trace.
   *
   * @param target a {@code .jsonl} file, or else the prefix of compressed segments
   * @param anonymize number requests and sessions and give blocks new hashes
   * @return the files written
   * @throws InvalidInputException if the trace holds no recorded start for a request
   */
  public static List<Path> writeRecorded(Workload workload, Path target, boolean anonymize)
      throws IOException {
    return new RequestTraceWriter(workload, anonymize)
        .write(recorded(workload), target, RequestTraceFiles.ROLL_BYTES);
  }

  private List<Path> write(List<ServedRequest> served, Path target, long rollBytes)
      throws IOException {
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    JsonOutput lines = new JsonOutput(buffer);
    try (RequestTraceFiles files = RequestTraceFiles.create(target, rollBytes)) {
      for (Row row : inOrderOfCompletion(served)) {
        row.body().write(lines);
        lines.flush();
        files.row(buffer.toByteArray());
        buffer.reset();
      }
      return files.commit();
    }
  }

  private List<Row> inOrderOfCompletion(List<ServedRequest> served) {
    @Nullable ServedRequest[] byRequest = new ServedRequest[graph.requestCount()];
    for (ServedRequest one : served) {
      if (byRequest[one.request()] != null) {
        throw new IllegalArgumentException("request " + one.request() + " was served twice");
      }
      byRequest[one.request()] = one;
    }
    List<Row> sorted = new ArrayList<>();
    for (int r = 0; r < byRequest.length; r++) {
      ServedRequest one = byRequest[r];
      if (one != null) {
        addTools(sorted, byRequest, r);
        sorted.add(new Row(RequestTraceRows.endMs(one), lines -> rows.request(lines, one)));
      }
    }
    for (ChildEvidence.Fact fact : new ChildEvidence(graph, index, labels, byRequest).facts()) {
      sorted.add(new Row(fact.endMs(), lines -> rows.child(lines, fact)));
    }
    sorted.sort(Comparator.comparingLong(Row::eventMs));
    return sorted;
  }

  /** The tool calls between the turn before a request and the request. */
  private void addTools(List<Row> sorted, @Nullable ServedRequest[] byRequest, int request) {
    int previous = graph.previousInSession(request);
    ServedRequest before = previous < 0 ? null : byRequest[previous];
    if (before == null) {
      return;
    }
    int number = 0;
    for (ToolSpan span : index.tools(request)) {
      String toolClass = span.toolClass();
      if (toolClass != null) {
        long gapBegin = before.lastNanos();
        long begin = RequestTraceRows.unixMs(gapBegin + span.beginNanos());
        long end = RequestTraceRows.unixMs(gapBegin + span.endNanos());
        int call = number++;
        sorted.add(new Row(end, lines -> rows.tool(lines, request, call, toolClass, begin, end)));
      }
    }
  }

  private static List<ServedRequest> recorded(Workload workload) {
    SessionGraph graph = workload.graph();
    List<ServedRequest> served = new ArrayList<>();
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode node = graph.request(r);
      long start = node.recordedStartNanos();
      if (start == RequestNode.NO_TIME) {
        throw new InvalidInputException(
            Labels.source(workload.info()),
            0,
            "",
            "request \"" + node.id() + "\" has no recorded start, which a request trace needs",
            "record a replay of it instead: sim replay --record");
      }
      long ttft = node.extras().recordedTtftNanos();
      served.add(
          new ServedRequest(
              r,
              start,
              ttft == RequestNode.NO_TIME ? RequestNode.NO_TIME : start + ttft,
              node.recordedEndNanos(),
              node.outputTokens(),
              node.extras().cachedTokens(),
              -1,
              -1));
    }
    return served;
  }
}

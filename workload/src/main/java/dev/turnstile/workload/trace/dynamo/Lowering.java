package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RecordedEdges;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder.PlayOrder;
import dev.turnstile.workload.identity.SessionIdentity;
import dev.turnstile.workload.trace.AbsoluteTimes;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.dynamo.CapturedRequest.Context;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes the session graph of a capture (trace formats, section 2). */
final class Lowering {
  private final Capture capture;
  private final ReaderOptions options;
  private final LoadLog log;
  private final WorkloadBuilder workload;
  private final List<IntArrayList> turns = new ArrayList<>();

  Lowering(Capture capture, ReaderOptions options, LoadLog log) {
    this.capture = capture;
    this.options = options;
    this.log = log;
    this.workload = capture.workload();
  }

  Workload lower(String input) {
    List<CapturedRequest> requests =
        capture.requests().values().stream()
            .map(this::withIdentity)
            .sorted(CapturedRequest.LOAD_ORDER)
            .toList();
    checkMode(input, requests);
    warn(requests);
    addRequests(requests);
    RecordedEdges edges = new RecordedEdges(workload.graph());
    for (IntArrayList session : turns) {
      edges.sequence(session, options.serialOverlap(), this::warnOfOverlap);
    }
    ToolEvents tools = new ToolEvents(capture.tools(), log);
    new Families(workload, turns, requests, edges, log).connect(tools);
    new ToolSpans(workload.graph(), turns, log).add(tools.all(), this::sessionNumber);
    workload.withoutFloors();
    return workload.finish(PlayOrder.FIRST_ROOT);
  }

  private CapturedRequest withIdentity(CapturedRequest request) {
    SessionIdentity identity = capture.identities().get(request.id());
    if (identity == null || request.context() != null) {
      return request;
    }
    return request.with(
        new Context(identity.sessionId(), identity.parentSessionId(), identity.sessionFinal()));
  }

  /** All requests have a session, or none has, or the user allows a mixture. */
  private void checkMode(String input, List<CapturedRequest> requests) {
    long free = requests.stream().filter(request -> request.context() == null).count();
    if (free == 0 || free == requests.size() || options.splitContextFree()) {
      return;
    }
    CapturedRequest example =
        requests.stream().filter(request -> request.context() == null).findFirst().orElseThrow();
    throw new InvalidInputException(
        input,
        0,
        "agent_context",
        "only "
            + (requests.size() - free)
            + " of "
            + requests.size()
            + " request_end rows have one, "
            + example.place()
            + " for instance has none",
        "--split-context-free makes a session of each such row");
  }

  private void warn(List<CapturedRequest> requests) {
    for (CapturedRequest request : requests) {
      for (InputWarning warning : request.warnings()) {
        log.warn(warning, request.id());
      }
      for (int i = capture.duplicates().getOrDefault(request.id(), 0); i > 0; i--) {
        log.warn(InputWarning.DUPLICATE_REQUEST_IDS, request.id());
      }
    }
    if (requests.size() > 1) {
      CapturedRequest first = requests.get(0);
      AbsoluteTimes.checkFirst(
          log, requests.size(), first.startNanos(), requests.get(1).startNanos(), first.id());
    }
  }

  private void warnOfOverlap(int request) {
    log.warn(InputWarning.OVERLAPPING_TURNS, workload.graph().request(request).id());
  }

  private int sessionNumber(String id) {
    return workload.knownSession(id);
  }

  private void addRequests(List<CapturedRequest> requests) {
    Map<String, Integer> last = new HashMap<>();
    for (int r = 0; r < requests.size(); r++) {
      Context context = requests.get(r).context();
      if (context != null) {
        last.put(context.session(), r);
      }
    }
    for (int r = 0; r < requests.size(); r++) {
      CapturedRequest request = requests.get(r);
      Context context = request.context();
      boolean ends = context != null && context.isFinal();
      if (context != null && ends && !Objects.equals(last.get(context.session()), r)) {
        log.warn(InputWarning.EARLY_SESSION_FINAL, request.id());
        ends = false;
      }
      int session = sessionOf(request);
      if (session == turns.size()) {
        turns.add(new IntArrayList());
      }
      turns.get(session).add(workload.graph().addRequest(node(request, session, ends)));
    }
  }

  private int sessionOf(CapturedRequest request) {
    Context context = request.context();
    return context == null
        ? workload.graph().addSession(request.id(), false)
        : workload.session(context.session(), true);
  }

  private RequestNode node(CapturedRequest request, int session, boolean ends) {
    return new RequestNode(
        request.id(),
        session,
        workload.model(request.model()),
        request.prompt(),
        request.outputTokens(),
        request.startNanos(),
        request.startNanos(),
        request.endNanos(),
        new RequestNode.Extras(
            ends,
            request.endsWithToolCall(),
            request.cachedTokens(),
            request.ttftNanos(),
            0,
            0,
            null,
            -1,
            request.waitNanos()));
  }
}

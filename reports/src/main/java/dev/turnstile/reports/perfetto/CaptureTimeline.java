package dev.turnstile.reports.perfetto;

import static dev.turnstile.workload.graph.RequestNode.NO_TIME;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import tools.jackson.core.JsonGenerator;

/**
 * The recorded timeline of a captured trace.
 *
 * <p>A request begins with its recorded start; a root without one begins where the trace sends it.
 * Where no end was recorded it is a mark without extent. With a recorded time to first token, its
 * phases are <em>prefill wait</em>, <em>prefill</em> and <em>decode</em>; the first two are one,
 * <em>wait and prefill</em>, where the wait alone was not recorded.
 */
final class CaptureTimeline implements Timeline {
  private final SessionGraph graph;
  private final boolean oneModel;
  private final long originNanos;

  CaptureTimeline(SessionGraph graph) {
    this.graph = graph;
    oneModel = graph.models().size() == 1;
    long earliest = 0;
    for (int r = 0; r < graph.requestCount(); r++) {
      earliest = hasTimes(r) ? Math.min(earliest, startNanos(r)) : earliest;
    }
    originNanos = earliest;
  }

  private long startNanos(int request) {
    RequestNode node = graph.request(request);
    return node.recordedStartNanos() != NO_TIME || graph.incomingEdges(request) > 0
        ? node.recordedStartNanos()
        : node.offsetNanos();
  }

  @Override
  public SessionGraph graph() {
    return graph;
  }

  @Override
  public boolean hasTimes(int request) {
    return startNanos(request) != NO_TIME;
  }

  /** Whether its end was recorded too. */
  boolean hasEnd(int request) {
    return graph.request(request).recordedEndNanos() != NO_TIME;
  }

  @Override
  public long beginNanos(int request) {
    return startNanos(request) - originNanos;
  }

  @Override
  public long endNanos(int request) {
    long begin = beginNanos(request);
    return hasEnd(request)
        ? Math.max(begin, graph.request(request).recordedEndNanos() - originNanos)
        : begin;
  }

  @Override
  public void phases(int request, Phases phases) {
    RequestNode.Extras recorded = graph.request(request).extras();
    if (!hasEnd(request) || recorded.recordedTtftNanos() == NO_TIME) {
      return;
    }
    long begin = beginNanos(request);
    long end = endNanos(request);
    long first = begin + Math.min(recorded.recordedTtftNanos(), end - begin);
    if (recorded.recordedWaitNanos() == NO_TIME) {
      phases.phase("wait and prefill", begin, first);
    } else {
      long prefill = begin + Math.min(recorded.recordedWaitNanos(), first - begin);
      phases.phase("prefill wait", begin, prefill);
      phases.phase("prefill", prefill, first);
    }
    phases.phase("decode", first, end);
  }

  @Override
  public void facts(int request, JsonGenerator json) {
    RequestNode node = graph.request(request);
    json.writeStringProperty("request", node.id());
    if (!oneModel) {
      json.writeStringProperty("model", graph.models().get(node.model()));
    }
    json.writeNumberProperty("input_tokens", node.prompt().inputTokens());
    if (node.extras().cachedTokens() >= 0) {
      json.writeNumberProperty("cached_tokens", node.extras().cachedTokens());
    }
    json.writeNumberProperty("output_tokens", node.outputTokens());
    if (!hasEnd(request)) {
      json.writeStringProperty("end", "not recorded");
    }
  }
}

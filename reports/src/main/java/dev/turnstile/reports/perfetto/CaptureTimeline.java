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
 * phases are <em>wait and prefill</em> and <em>decode</em>.
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
    long ttft = graph.request(request).extras().recordedTtftNanos();
    if (hasEnd(request) && ttft != NO_TIME) {
      long begin = beginNanos(request);
      long end = endNanos(request);
      long first = Math.min(Math.addExact(begin, ttft), end);
      phases.phase("wait and prefill", begin, first);
      phases.phase("decode", first, end);
    }
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

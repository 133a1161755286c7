package dev.turnstile.reports.perfetto;

import static dev.turnstile.replay.metrics.RequestLog.NO_TIME;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import tools.jackson.core.JsonGenerator;

/**
 * The timeline of a simulated run.
 *
 * <p>A request begins with its arrival. Its phases: <em>paused</em> while the gate holds it,
 * <em>router queue</em>, <em>queue</em> of the worker, <em>prefill</em> from its first batch to its
 * first token, <em>decode</em>. Whatever has arrived has ended when a run is over.
 */
final class RunTimeline implements Timeline {
  private static final String[] PHASES = {"paused", "router queue", "queue", "prefill", "decode"};
  private static final int PREFILL = 3;
  private static final double NANOS_PER_MS = 1e6;

  private final RequestLog log;
  private final SessionGraph graph;
  private final boolean oneModel;

  RunTimeline(RunResult run) {
    log = run.requests();
    graph = run.workload().graph();
    oneModel = graph.models().size() == 1;
  }

  @Override
  public SessionGraph graph() {
    return graph;
  }

  @Override
  public boolean hasTimes(int request) {
    return log.arrivalNanos(request) != NO_TIME;
  }

  @Override
  public long beginNanos(int request) {
    return log.arrivalNanos(request);
  }

  @Override
  public long endNanos(int request) {
    return log.endNanos(request);
  }

  /** Whether a worker computed something for it. */
  boolean onWorker(int request) {
    return log.worker(request) >= 0 && log.firstScheduledNanos(request) != NO_TIME;
  }

  int worker(int request) {
    return log.worker(request);
  }

  long onWorkerFromNanos(int request) {
    return log.firstScheduledNanos(request);
  }

  @Override
  public void phases(int request, Phases phases) {
    tell(request, 0, phases);
  }

  /** Tells the phases in which a worker computes. */
  void workerPhases(int request, Phases phases) {
    tell(request, PREFILL, phases);
  }

  private void tell(int request, int first, Phases phases) {
    long end = endNanos(request);
    for (int phase = first; phase < PHASES.length; phase++) {
      long to = phase + 1 == PHASES.length ? NO_TIME : time(request, phase + 1);
      phases.phase(PHASES[phase], time(request, phase), to == NO_TIME ? end : to);
      if (to == NO_TIME) {
        return;
      }
    }
  }

  /** When a phase begins. */
  private long time(int request, int phase) {
    return switch (phase) {
      case 0 -> log.arrivalNanos(request);
      case 1 -> log.releasedNanos(request);
      case 2 -> log.admittedNanos(request);
      case PREFILL -> log.firstScheduledNanos(request);
      default -> log.firstTokenNanos(request);
    };
  }

  @Override
  public void facts(int request, JsonGenerator json) {
    RequestNode node = graph.request(request);
    json.writeStringProperty("request", node.id());
    if (!oneModel) {
      json.writeStringProperty("model", graph.models().get(node.model()));
    }
    json.writeStringProperty("status", log.status(request).label());
    text(json, "reason", log.reason(request));
    if (log.worker(request) >= 0) {
      json.writeNumberProperty("worker", log.worker(request));
    }
    json.writeNumberProperty("input_tokens", node.prompt().inputTokens());
    if (log.firstScheduledNanos(request) != NO_TIME) {
      json.writeNumberProperty("hit_tokens", log.hitTokens(request));
      positive(json, "reprefilled_tokens", log.reprefilledTokens(request));
      positive(json, "routing_loss_tokens", log.routingLossTokens(request));
      positive(json, "preemptions", log.preemptions(request));
    }
    json.writeNumberProperty("output_tokens", log.outputTokens(request));
    if (log.firstTokenNanos(request) != NO_TIME) {
      long ttft = log.firstTokenNanos(request) - log.arrivalNanos(request);
      json.writeNumberProperty("ttft_ms", ttft / NANOS_PER_MS);
    }
    long hold = log.arrivalNanos(request) - log.scheduledNanos(request);
    if (log.scheduledNanos(request) != NO_TIME && hold > 0) {
      json.writeNumberProperty("client_hold_ms", hold / NANOS_PER_MS);
    }
  }

  private static void text(JsonGenerator json, String name, String value) {
    if (!value.isEmpty()) {
      json.writeStringProperty(name, value);
    }
  }

  private static void positive(JsonGenerator json, String name, long value) {
    if (value > 0) {
      json.writeNumberProperty(name, value);
    }
  }
}

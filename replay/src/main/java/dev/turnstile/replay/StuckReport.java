package dev.turnstile.replay;

import dev.turnstile.engine.worker.PreemptionLimitException;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.load.LoadDriver;
import java.util.ArrayList;
import java.util.List;

/** Tells who waits for what in a run that cannot go on. */
final class StuckReport {
  private static final int MAX_LISTED = 10;

  private final Run run;
  private final SessionGraph graph;

  StuckReport(Run run) {
    this.run = run;
    graph = run.graph();
  }

  /**
   * The end of a run in which nothing happens any more.
   *
   * @param lastWorkNanos when something happened for the last time
   */
  DeadlockException at(long lastWorkNanos) {
    List<String> lines = new ArrayList<>();
    list(lines, LoadDriver.State.IN_FLIGHT);
    list(lines, LoadDriver.State.QUEUED);
    list(lines, LoadDriver.State.BLOCKED);
    return new DeadlockException(lastWorkNanos, unfinished(), lines);
  }

  /** The end of a run in which a request was preempted again and again. */
  DeadlockException preemptedForEver(PreemptionLimitException e) {
    String line =
        "request "
            + graph.request(e.request()).id()
            + " was preempted "
            + e.preemptions()
            + " times on worker "
            + e.worker()
            + ", more than engine.max_preemptions = "
            + e.limit()
            + ": too many running requests for the KV pool";
    return new DeadlockException(run.kit().simulation().nowNanos(), unfinished(), List.of(line));
  }

  private long unfinished() {
    return graph.requestCount() - (long) run.terminal();
  }

  private void list(List<String> lines, LoadDriver.State state) {
    for (int r = 0; r < graph.requestCount() && lines.size() < MAX_LISTED; r++) {
      if (run.load().state(r) == state) {
        lines.add("request " + graph.request(r).id() + " " + why(r, state));
      }
    }
  }

  private String why(int request, LoadDriver.State state) {
    return switch (state) {
      case IN_FLIGHT -> whereInSystem(request);
      case QUEUED -> "waits for a permit of load.request_concurrency";
      default -> whatBlocks(request);
    };
  }

  private String whereInSystem(int request) {
    PolicyDriver policies = run.policies();
    HostedPolicy gate = policies.panel().gate();
    return switch (policies.stage(request)) {
      case HELD -> "is held by the gate " + (gate == null ? "" : gate.id());
      case PARKED -> "waits in the queue of the router " + policies.panel().router().id();
      case DISPATCHED -> "waits on worker " + policies.workerOf(request);
      default -> "is being decided on";
    };
  }

  private String whatBlocks(int request) {
    for (int edge = 0; edge < graph.edgeCount(); edge++) {
      int source = graph.source(edge);
      if (graph.target(edge) == request && run.load().state(source) != LoadDriver.State.TERMINAL) {
        return "waits for request " + graph.request(source).id();
      }
    }
    return "waits for a slot of load.concurrency";
  }
}

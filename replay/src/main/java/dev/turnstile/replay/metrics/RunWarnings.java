package dev.turnstile.replay.metrics;

import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Finds what a reader of the result should be warned of. */
final class RunWarnings {
  private static final int EXAMPLES = 3;

  private final RequestLog log;
  private final SessionGraph graph;
  private final MeasureSettings settings;
  private final Map<String, Long> policyMetrics;
  private final List<TraceInfo.Warning> found = new ArrayList<>();

  RunWarnings(
      RequestLog log,
      SessionGraph graph,
      MeasureSettings settings,
      Map<String, Long> policyMetrics) {
    this.log = log;
    this.graph = graph;
    this.settings = settings;
    this.policyMetrics = policyMetrics;
  }

  List<TraceInfo.Warning> list(Totals totals) {
    long forced = policyMetrics.getOrDefault("forced_resumes", 0L);
    if (forced > 0) {
      found.add(
          new TraceInfo.Warning(
              "forced_resumes",
              forced,
              List.of(),
              "programs too large for the resume ceiling waited for the timeout; tail latency shows it"));
    }
    long over = policyMetrics.getOrDefault("programs_over_ceiling", 0L);
    if (over > 0) {
      found.add(
          new TraceInfo.Warning(
              "programs_over_ceiling",
              over,
              List.of(),
              "their context is above the resume ceiling of every worker, so once paused only the"
                  + " timeout brings them back; a larger pool or work_conserving=true avoids it"));
    }
    requests(
        "unservable_requests",
        r -> log.status(r) == RequestStatus.REJECTED,
        "rejected requests and the rest of their plays are missing from latencies and tokens");
    requests(
        "client_held_requests",
        r ->
            log.arrivalNanos(r) != RequestLog.NO_TIME
                && log.arrivalNanos(r) > log.scheduledNanos(r),
        "the client's bound held requests back; TTFT does not contain that wait, see client_hold_ms");
    requests(
        "incomplete_requests",
        r -> log.status(r) == RequestStatus.INCOMPLETE,
        "the run was cut off before these ended; they are in no latency");
    if (totals.inputTokens == 0) {
      found.add(
          new TraceInfo.Warning(
              "hit_ratio_undefined", 1, List.of(), "no prompt token was served, so no hit ratio"));
    }
    saturated();
    return found;
  }

  private void requests(String name, IntPredicate which, String effect) {
    int[] numbers = IntStream.range(0, log.count()).filter(which).toArray();
    if (numbers.length > 0) {
      List<String> examples =
          Arrays.stream(numbers).limit(EXAMPLES).mapToObj(this::example).toList();
      found.add(new TraceInfo.Warning(name, numbers.length, examples, effect));
    }
  }

  private String example(int request) {
    String reason = log.reason(request);
    return graph.request(request).id() + (reason.isEmpty() ? "" : ": " + reason);
  }

  private void saturated() {
    if (settings.openLoop()) {
      Backlog.growth(log)
          .ifPresent(
              example ->
                  found.add(
                      new TraceInfo.Warning(
                          "saturated",
                          1,
                          List.of(example),
                          "the backlog still grows when the trace ends; latencies are not"
                              + " steady-state values")));
    }
  }
}

package dev.turnstile.replay.contract;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.graph.SessionGraph;

/** What must be true of the requests of a finished run. */
final class RunFacts {
  private final RequestLog log;
  private final SessionGraph graph;
  private final int workers;

  RunFacts(RunResult run) {
    log = run.requests();
    graph = run.workload().graph();
    workers = run.workers().size();
  }

  int requests() {
    return log.count();
  }

  int served() {
    int served = 0;
    for (int r = 0; r < log.count(); r++) {
      served += log.status(r).served() ? 1 : 0;
    }
    return served;
  }

  /** The first request that was lost on the way, or empty. */
  String lost() {
    int refused = 0;
    for (int r = 0; r < log.count(); r++) {
      refused += log.status(r) == RequestStatus.REJECTED ? 1 : 0;
    }
    for (int r = 0; r < log.count(); r++) {
      RequestStatus status = log.status(r);
      if (status.served()) {
        long wanted = graph.request(r).outputTokens();
        if (log.worker(r) < 0 || log.worker(r) >= workers) {
          return name(r) + " was served on worker " + log.worker(r);
        } else if (status == RequestStatus.COMPLETED && log.outputTokens(r) != wanted) {
          return name(r) + " got " + log.outputTokens(r) + " of " + wanted + " output tokens";
        }
      } else if (log.reason(r).isEmpty()) {
        return name(r) + " is " + status.label() + " without a reason";
      } else if (status == RequestStatus.SKIPPED && refused == 0) {
        return name(r) + " is skipped, but nothing was refused";
      }
    }
    return "";
  }

  /** The request that waited longest for its dispatch or refusal, or -1 if none arrived. */
  int longestWaiting() {
    int longest = -1;
    for (int r = 0; r < log.count(); r++) {
      if (log.arrivalNanos(r) != RequestLog.NO_TIME
          && (longest < 0 || waitNanos(r) > waitNanos(longest))) {
        longest = r;
      }
    }
    return longest;
  }

  /** Time from arrival to dispatch or refusal. */
  long waitNanos(int request) {
    long admitted = log.admittedNanos(request);
    long end = admitted == RequestLog.NO_TIME ? log.endNanos(request) : admitted;
    return end - log.arrivalNanos(request);
  }

  String name(int request) {
    return "request " + graph.request(request).id();
  }
}

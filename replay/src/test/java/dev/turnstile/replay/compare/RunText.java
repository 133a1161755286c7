package dev.turnstile.replay.compare;

import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.Evictions;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.replay.DeadlockException;
import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.TimeSeries;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.workload.Workload;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Everything that a run gives to anybody, as lines: decisions, then the result or the error. */
final class RunText {
  private final List<String> lines = new ArrayList<>();

  private RunText() {}

  static List<String> of(RunCase run, WorkerFactory engine) {
    return of(run.scenario(), run.workload(), engine);
  }

  static List<String> of(Scenario scenario, Workload workload, WorkerFactory engine) {
    RunText text = new RunText();
    RunOptions options = RunOptions.logging(text.lines::add);
    try {
      text.add(new Replayer(text.noting(engine)).run(scenario, workload, options));
    } catch (DeadlockException | PolicyException | ScenarioException e) {
      text.lines.add(e.toString());
    }
    return text.lines;
  }

  /** An engine that also tells who evicted what a request computes again. */
  private WorkerFactory noting(WorkerFactory engine) {
    return (id, config, simulation, requests, pricer, listener) -> {
      WorkerListener noting =
          (WorkerListener)
              Proxy.newProxyInstance(
                  WorkerListener.class.getClassLoader(),
                  new Class<?>[] {WorkerListener.class},
                  (self, method, arguments) -> {
                    if (method.getName().equals("onFirstScheduled")) {
                      note((int) arguments[1], ((AdmissionFacts) arguments[2]).evictions);
                    }
                    try {
                      return method.invoke(listener, arguments);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
      return engine.create(id, config, simulation, requests, pricer, noting);
    };
  }

  private void note(int request, Evictions evictions) {
    for (int run = 0; run < evictions.size(); run++) {
      lines.add(
          request
              + " computes again "
              + evictions.blocks(run)
              + " blocks taken by "
              + evictions.request(run)
              + " at "
              + evictions.timeNanos(run));
    }
  }

  private void add(RunResult result) {
    result.summary().forEach((name, value) -> lines.add(name + " = " + value));
    result.distributions().forEach((name, d) -> lines.add(name + " = " + text(d)));
    for (int r = 0; r < result.requests().count(); r++) {
      lines.add(request(result.requests(), r));
    }
    lines.add(Arrays.toString(result.arrivalOrder()));
    result.sessions().forEach(row -> lines.add(row.toString()));
    result.workers().forEach(row -> lines.add(row.toString()));
    for (TimeSeries.Series series : result.series().series()) {
      lines.add(
          series.worker()
              + " "
              + series.gauge()
              + " "
              + Arrays.toString(series.mean())
              + Arrays.toString(series.max()));
    }
    lines.add(result.policyMetrics().toString());
    lines.add(result.warnings() + " " + result.notes() + " " + result.endNanos());
  }

  private static String text(Distribution d) {
    return d.count()
        + " "
        + d.mean()
        + " "
        + d.std()
        + " "
        + d.min()
        + " "
        + d.max()
        + " "
        + Arrays.toString(d.percentiles());
  }

  private static String request(RequestLog log, int r) {
    long[] facts = {
      log.scheduledNanos(r),
      log.arrivalNanos(r),
      log.releasedNanos(r),
      log.admittedNanos(r),
      log.firstScheduledNanos(r),
      log.firstTokenNanos(r),
      log.secondTokenNanos(r),
      log.lastTokenNanos(r),
      log.endNanos(r),
      log.outputTokens(r),
      log.hitTokensHbm(r),
      log.reprefilledTokens(r),
      log.fullHitRecomputeTokens(r),
      log.routingLossTokens(r),
      log.preemptionRecomputeTokens(r),
      log.maxTokenGapNanos(r),
      log.preemptions(r),
      log.worker(r)
    };
    List<Long> causes = new ArrayList<>();
    for (Cause cause : Cause.values()) {
      causes.add(log.losses().tokens(cause, r));
    }
    return r
        + " "
        + log.status(r)
        + " "
        + log.warmup(r)
        + log.reason(r)
        + Arrays.toString(facts)
        + causes;
  }
}

package dev.turnstile.replay.sweep;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.statistics.BootstrapDraws;
import dev.turnstile.replay.statistics.TreeBootstrap;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs the points of a plan on a pool of threads and records each as it ends.
 *
 * <p>The trace is loaded once and shared. Of a run nothing is kept but its {@link Outcome}, so
 * memory does not grow with the length of runs and hardly with their number. A point that fails is
 * recorded and the others go on. The result depends neither on the number of threads nor on
 * interruptions.
 */
public final class Sweep {
  private final SweepPlan plan;
  private final TraceSource source;
  private final Replayer replayer;
  private final TreeBootstrap bootstrap = new TreeBootstrap();

  /** A sweep that has not begun. */
  public Sweep(SweepPlan plan, TraceSource source, Replayer replayer) {
    this.plan = plan;
    this.source = source;
    this.replayer = replayer;
  }

  /**
   * Runs every point that is not recorded yet.
   *
   * @param baseline the policy that others are compared with, one of the plan's, or null for none
   * @return everything recorded; points are missing in it if the options asked to stop
   * @throws dev.turnstile.replay.scenario.ScenarioException if the journal is of another sweep
   * @throws dev.turnstile.workload.InvalidInputException if the trace or the journal is wrong
   */
  public SweepResult run(@Nullable String baseline, SweepOptions options) {
    SharedInputs inputs = new SharedInputs(plan.points(), source);
    SweepPoint first = plan.points().get(0);
    Workload workload = inputs.loaded(first);
    TraceInfo trace = workload.info();
    SweepResult.Trace facts =
        new SweepResult.Trace(
            trace.format(),
            trace.files(),
            workload.graph().requestCount(),
            workload.graph().playCount(),
            trace.warnings());
    SweepIdentity identity = SweepIdentity.of(plan, trace, options);
    try (SweepJournal journal = SweepJournal.open(options.journal(), identity)) {
      Map<String, Outcome> recorded = journal.outcomes();
      List<SweepPoint> open = new ArrayList<>();
      for (SweepPoint point : plan.points()) {
        if (recorded.containsKey(point.id())) {
          inputs.release(point);
        } else {
          open.add(point);
        }
      }
      options.observer().begins(plan.points().size(), recorded.size());
      new Workers(inputs, journal, options, trace.warnings()).run(SharedInputs.together(open));
      SweepAnalysis analysis = new SweepAnalysis(plan, journal.outcomes());
      return new SweepResult(
          facts,
          first.scenario().toMap(),
          plan.axes(),
          plan.policies(),
          plan.repeats(),
          analysis.points(),
          analysis.allGroups(),
          analysis.derive(baseline, journal::draws));
    }
  }

  /** How long a thread may take to end after another one failed. */
  private static final int PATIENCE_SECONDS = 5;

  /** The threads of one sweep: each takes the next point until none is left. */
  private final class Workers {
    private final SharedInputs inputs;
    private final SweepJournal journal;
    private final SweepOptions options;
    private final List<TraceInfo.Warning> traceWarnings;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Workers(
        SharedInputs inputs,
        SweepJournal journal,
        SweepOptions options,
        List<TraceInfo.Warning> traceWarnings) {
      this.inputs = inputs;
      this.journal = journal;
      this.options = options;
      this.traceWarnings = traceWarnings;
    }

    void run(List<SweepPoint> points) {
      int threads = Math.min(options.jobs(), points.size());
      if (threads == 0) {
        return;
      }
      ExecutorService pool =
          Executors.newFixedThreadPool(
              threads,
              task -> {
                Thread thread = new Thread(task, "sweep");
                thread.setDaemon(true);
                // Without memory even the future of a thread can fail to tell its end.
                thread.setUncaughtExceptionHandler((t, e) -> failure.compareAndSet(null, e));
                return thread;
              });
      try {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          all.add(pool.submit(() -> work(points)));
        }
        for (Future<?> one : all) {
          await(one);
        }
        Throwable error = failure.get();
        if (error != null) {
          throw rethrown(error);
        }
      } catch (InterruptedException e) {
        interrupted.set(true);
        Thread.currentThread().interrupt();
        throw new CancellationException("the sweep was interrupted");
      } finally {
        pool.shutdown();
      }
    }

    /**
     * Waits for a thread to end; after a failure only for a while, so that it gives back what it
     * holds. Where memory is short, that may be what is missing to say so.
     */
    private void await(Future<?> thread) throws InterruptedException {
      int waitedSeconds = 0;
      while (!thread.isDone() && waitedSeconds < PATIENCE_SECONDS) {
        try {
          thread.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
          waitedSeconds += failure.get() == null ? 0 : 1;
        } catch (ExecutionException e) {
          failure.compareAndSet(null, e.getCause());
        }
      }
    }

    private static RuntimeException rethrown(Throwable cause) {
      if (cause instanceof Error error) {
        throw error;
      }
      return cause instanceof RuntimeException e ? e : new IllegalStateException(cause);
    }

    private boolean stopped() {
      return interrupted.get() || failure.get() != null || options.cancelled().getAsBoolean();
    }

    private void work(List<SweepPoint> points) {
      try {
        for (int i = next.getAndIncrement();
            i < points.size() && !stopped();
            i = next.getAndIncrement()) {
          run(points.get(i));
        }
      } catch (Throwable e) {
        // The journal, the observer or the memory failed: no point can be recorded any more.
        failure.compareAndSet(null, e);
        throw e;
      }
    }

    private void run(SweepPoint point) {
      RunResult result;
      options.observer().starts(point);
      try {
        RunOptions watching =
            new RunOptions(
                null,
                (now, done, all) -> options.observer().progress(point, done, all),
                this::stopped);
        result = replayer.run(point.scenario(), inputs.input(point), watching);
      } catch (CancellationException e) {
        return;
      } catch (RuntimeException e) {
        synchronized (this) {
          options.observer().failed(point, e);
        }
        String message = String.valueOf(e.getMessage());
        Outcome.Reason reason = Outcome.Reason.of(e);
        record(
            point,
            new Outcome.Failed(reason, reason == Outcome.Reason.INTERNAL ? e.toString() : message),
            new BootstrapDraws(Map.of()));
        return;
      }
      options.observer().finished(point, result);
      BootstrapDraws draws =
          bootstrap.draws(
              result,
              Replayer.measures(point.scenario()),
              point.scenario().load().repeatSessions());
      record(point, finished(result, draws), draws);
    }

    private Outcome.Finished finished(RunResult result, BootstrapDraws draws) {
      return new Outcome.Finished(
          result.summary(),
          result.distributions(),
          result.definitions(),
          new LinkedHashMap<>(result.policyMetrics()),
          draws.intervals(),
          result.warnings().stream().filter(w -> !traceWarnings.contains(w)).toList(),
          result.notes());
    }

    private void record(SweepPoint point, Outcome outcome, BootstrapDraws draws) {
      Outcome kept = journal.append(point.id(), outcome, draws);
      inputs.release(point);
      synchronized (this) {
        options.observer().recorded(point, kept);
      }
    }
  }
}

package dev.turnstile.replay;

import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.worker.PreemptionLimitException;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.workload.load.LoadDriver;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Lets a run happen: event after event until every request has come to its end.
 *
 * <p>Timers are not work. A run is stuck if nothing is left to happen, or if for the stall limit
 * nothing but timers has happened and no policy has a timeout running that it had asked for before.
 * If then {@code max_sim_time} keeps requests back for which a policy may be waiting, the run is
 * cut there.
 */
final class RunLoop {
  /** Events between two looks at the outside. */
  private static final int LOOK_MASK = (1 << 14) - 1;

  private final Run run;
  private final RunOptions options;
  private final long stallLimitNanos;
  private final Simulation simulation;
  private long lastWorkNanos;
  private long timeoutNanos;

  RunLoop(Run run, RunOptions options, long stallLimitNanos) {
    this.run = run;
    this.options = options;
    this.stallLimitNanos = stallLimitNanos;
    simulation = run.kit().simulation();
  }

  void run(List<PolicySelection.Part> policies) {
    try {
      run.start(policies);
      loop();
      run.policies().finish();
    } catch (PolicyException
        | PolicyConfigException
        | DeadlockException
        | CancellationException e) {
      throw e;
    } catch (PreemptionLimitException e) {
      throw new StuckReport(run).preemptedForEver(e);
    } catch (RuntimeException e) {
      HostedPolicy inside = run.policies().panel().inside();
      if (inside == null || run.kit().log().failedWith(e)) {
        throw e;
      }
      throw new PolicyException(inside.id(), simulation.nowNanos(), "throws " + e, e);
    }
  }

  private void loop() {
    LoadDriver load = run.load();
    while (!load.finished()) {
      boolean work = simulation.pendingWork() > load.outstandingWakes() || load.canSend();
      if (!simulation.step()) {
        giveUp();
        return;
      }
      if (work) {
        lastWorkNanos = simulation.nowNanos();
        timeoutNanos = run.policies().latestWakeNanos();
      } else if (simulation.nowNanos() > timeoutNanos
          && simulation.nowNanos() - lastWorkNanos > stallLimitNanos) {
        giveUp();
        return;
      }
      if (run.collector().waitsForWorkers()) {
        run.cluster().advance();
        run.collector().presentReached();
      }
      if ((simulation.processedEvents() & LOOK_MASK) == 0) {
        look();
      }
    }
  }

  private void look() {
    options.progress().progress(simulation.nowNanos(), run.terminal(), run.graph().requestCount());
    if (options.cancelled().getAsBoolean()) {
      throw new CancellationException("stopped at " + simulation.nowNanos() + " ns");
    }
  }

  /** Nothing more happens: the end of a run that its time limit has cut, else an error. */
  private void giveUp() {
    if (!run.load().stopped() || !policiesHoldTheRest()) {
      throw new StuckReport(run).at(lastWorkNanos);
    }
  }

  private boolean policiesHoldTheRest() {
    for (int r = 0; r < run.graph().requestCount(); r++) {
      if (run.load().state(r) == LoadDriver.State.IN_FLIGHT && !run.heldByPolicy(r)) {
        return false;
      }
    }
    return true;
  }
}

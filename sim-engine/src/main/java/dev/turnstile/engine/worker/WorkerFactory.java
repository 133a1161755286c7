package dev.turnstile.engine.worker;

import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.timing.StepPricer;

/** Makes the workers of a run: the place where one engine is exchanged for another. */
@FunctionalInterface
public interface WorkerFactory {
  /**
   * Makes one worker.
   *
   * @param id its number, from 0
   * @param requests the requests of the run, their blocks cut at {@link WorkerConfig#blockTokens}
   * @param pricer turns a batch into nanoseconds, in the composition that it was made for
   * @param listener hears what happens on the worker
   */
  Worker create(
      int id,
      WorkerConfig config,
      Simulation simulation,
      EngineRequests requests,
      StepPricer pricer,
      WorkerListener listener);
}

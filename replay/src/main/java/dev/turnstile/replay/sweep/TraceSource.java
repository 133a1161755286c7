package dev.turnstile.replay.sweep;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;

/** Where the trace of a sweep comes from. */
@FunctionalInterface
public interface TraceSource {

  /**
   * Reads the trace as a scenario asks for. It is called once for each way of reading, perhaps by
   * several threads.
   *
   * @throws dev.turnstile.workload.InvalidInputException if the trace is wrong
   */
  Workload load(Scenario scenario);
}

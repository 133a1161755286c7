package dev.turnstile.cli;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.reports.console.Numbers;

/**
 * A run with what it took.
 *
 * @param scenario all its settings
 * @param result what it left behind
 * @param wallNanos real time
 */
record FinishedRun(Scenario scenario, RunResult result, long wallNanos) {

  private static final double NANOS_PER_MS = 1e6;

  double wallMillis() {
    return wallNanos / NANOS_PER_MS;
  }

  double simulatedMillis() {
    return result.endNanos() / NANOS_PER_MS;
  }

  /** How many times faster than real time it was. */
  double simulatedToReal() {
    return simulatedMillis() / wallMillis();
  }

  /** The same for people. */
  String speed() {
    return "simulated "
        + Numbers.duration(simulatedMillis())
        + " in "
        + Numbers.duration(wallMillis())
        + " ("
        + Numbers.compact(simulatedToReal())
        + " times real time)";
  }
}

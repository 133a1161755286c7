package dev.turnstile.engine.compare;

import dev.turnstile.engine.worker.WorkerFactory;

/** The comparison of an engine with the reference on one scenario after another. */
final class Comparison {
  private final WorkerFactory reference;
  private final WorkerFactory engine;

  Comparison(WorkerFactory reference, WorkerFactory engine) {
    this.reference = reference;
    this.engine = engine;
  }

  /** Describes the first difference on a scenario; null if the engines tell the same story. */
  String difference(Scenario scenario, boolean checks) {
    Story expected = EngineRun.of(scenario, reference, false);
    try {
      return expected.difference(EngineRun.of(scenario, engine, checks));
    } catch (IllegalStateException | IndexOutOfBoundsException | NullPointerException e) {
      return stackTop(e);
    }
  }

  private static String stackTop(RuntimeException e) {
    StringBuilder text = new StringBuilder(e.toString());
    for (int i = 0; i < Math.min(8, e.getStackTrace().length); i++) {
      text.append("\n    at ").append(e.getStackTrace()[i]);
    }
    return text.toString();
  }
}

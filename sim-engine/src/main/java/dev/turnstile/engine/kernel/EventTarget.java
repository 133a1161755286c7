package dev.turnstile.engine.kernel;

/** The receiver of an event. */
@FunctionalInterface
public interface EventTarget {
  /**
   * Handles an event that this target has scheduled; {@link Simulation#nowNanos} is its time.
   *
   * @param argument the number given when the event was scheduled
   */
  void onEvent(int argument);
}

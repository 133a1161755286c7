package dev.turnstile.engine.timing;

/**
 * A model of how long one engine step takes.
 *
 * <p>Implementations are immutable, deterministic to the last bit (only {@code StrictMath} for
 * transcendental functions) and may be shared by workers and threads. Whoever wants nanoseconds
 * asks a {@link StepPricer}.
 */
public interface StepTiming {
  /**
   * Returns the seconds that a step of this batch takes in one forward pass.
   *
   * @param batch the scheduled items, at least one; its window is {@link #slidingWindowTokens()}
   * @return a finite number, at least 0
   */
  double stepSeconds(BatchSums batch);

  /** Returns the sliding window in tokens that the batch sums must be kept for, 0 for none. */
  default int slidingWindowTokens() {
    return 0;
  }

  /** Returns one line that names the model and every parameter that it computes with. */
  String describe();
}

package dev.turnstile.replay.bench;

import java.util.function.Supplier;

/** Reads the real clock and the heap of this process. */
public interface Meter {
  /** Real time in nanoseconds from any origin. */
  long nanoTime();

  /** Collects the garbage of what went before, so that it is not paid for later. */
  void settle();

  /**
   * Runs something and tells the most memory that was in use at once, its result included, in
   * bytes. Garbage is collected again and again meanwhile and never counts; how long the run takes
   * says nothing therefore.
   */
  long peakHeapBytes(Supplier<?> run);
}

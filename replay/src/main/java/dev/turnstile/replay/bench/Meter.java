package dev.turnstile.replay.bench;

/** Reads the real clock and the heap of this process. */
public interface Meter {
  /** Real time in nanoseconds from any origin. */
  long nanoTime();

  /** Forgets the heap seen so far. */
  void resetHeap();

  /**
   * Collects garbage and tells the largest heap in use after any collection since {@link
   * #resetHeap}, this one included, in bytes.
   */
  long peakHeapBytes();
}

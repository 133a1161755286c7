package dev.turnstile.replay.statistics;

/**
 * A 95 % interval.
 *
 * @param low its lower end
 * @param high its upper end
 */
public record Interval(double low, double high) {
  /** Refuses ends that are no numbers or the wrong way round. */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("no interval: " + low + " to " + high);
    }
  }

  /** Whether it contains 0: then no difference is shown. */
  public boolean containsZero() {
    return low <= 0 && high >= 0;
  }

  /** Half its width. */
  public double halfWidth() {
    return (high - low) / 2;
  }
}

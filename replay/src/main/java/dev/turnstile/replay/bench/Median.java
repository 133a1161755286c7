package dev.turnstile.replay.bench;

import java.util.Arrays;

/** The middle of some measurements. */
public final class Median {
  private Median() {}

  /** The middle value, or the mean of the two in the middle; at least one value is needed. */
  public static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}

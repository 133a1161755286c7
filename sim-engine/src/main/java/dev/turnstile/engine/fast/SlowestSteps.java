package dev.turnstile.engine.fast;

import java.util.Arrays;

/**
 * The longest steps since any earlier step: a stack of steps with falling durations.
 *
 * <p>Adding costs O(1) amortised, asking O(log n) in the number of kept steps, which are those that
 * no later step exceeds.
 */
final class SlowestSteps {
  private static final int INITIAL_CAPACITY = 8;

  private long[] step = new long[INITIAL_CAPACITY];
  private long[] nanos = new long[INITIAL_CAPACITY];
  private int size;

  void clear() {
    size = 0;
  }

  /**
   * Adds a run of steps.
   *
   * @param lastStep number of its last step, larger than all before
   * @param longestNanos duration of the longest of them
   */
  void add(long lastStep, long longestNanos) {
    while (size > 0 && nanos[size - 1] <= longestNanos) {
      size--;
    }
    if (size == step.length) {
      step = Arrays.copyOf(step, 2 * size);
      nanos = Arrays.copyOf(nanos, 2 * size);
    }
    step[size] = lastStep;
    nanos[size] = longestNanos;
    size++;
  }

  /**
   * The duration of the longest step behind {@code afterStep}, which must have been the end of a
   * run; 0 if there is none.
   */
  long longestAfter(long afterStep) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (step[middle] <= afterStep) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == size ? 0 : nanos[low];
  }
}

package dev.turnstile.engine.fast;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sequences by the number of a step, and among equal numbers in running order: a binary heap.
 *
 * <p>The number of a sequence must not change while it is here.
 */
final class StepHeap {
  private static final int INITIAL_CAPACITY = 8;

  private long[] steps = new long[INITIAL_CAPACITY];
  private @Nullable Sequence[] sequences = new @Nullable Sequence[INITIAL_CAPACITY];
  private int size;

  int size() {
    return size;
  }

  /** The smallest step number, or {@code Long.MAX_VALUE} if nothing is here. */
  long firstStep() {
    return size == 0 ? Long.MAX_VALUE : steps[0];
  }

  void add(Sequence sequence, long step) {
    if (size == steps.length) {
      steps = Arrays.copyOf(steps, 2 * size);
      sequences = Arrays.copyOf(sequences, 2 * size);
    }
    siftUp(size++, sequence, step);
  }

  Sequence removeFirst() {
    return removeAt(0);
  }

  /**
   * Takes out a sequence; O(n).
   *
   * @return whether it was here
   */
  boolean remove(Sequence sequence) {
    for (int at = 0; at < size; at++) {
      if (sequences[at] == sequence) {
        removeAt(at);
        return true;
      }
    }
    return false;
  }

  private Sequence removeAt(int at) {
    Sequence removed = sequence(at);
    size--;
    Sequence last = sequence(size);
    long lastStep = steps[size];
    sequences[size] = null;
    if (at < size) {
      if (at > 0 && before(lastStep, last, (at - 1) >>> 1)) {
        siftUp(at, last, lastStep);
      } else {
        siftDown(at, last, lastStep);
      }
    }
    return removed;
  }

  private void siftUp(int from, Sequence sequence, long step) {
    int hole = from;
    while (hole > 0) {
      int above = (hole - 1) >>> 1;
      if (!before(step, sequence, above)) {
        break;
      }
      steps[hole] = steps[above];
      sequences[hole] = sequences[above];
      hole = above;
    }
    steps[hole] = step;
    sequences[hole] = sequence;
  }

  private void siftDown(int from, Sequence sequence, long step) {
    int hole = from;
    while (true) {
      int child = 2 * hole + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && before(steps[child + 1], sequence(child + 1), child)) {
        child++;
      }
      if (before(step, sequence, child)) {
        break;
      }
      steps[hole] = steps[child];
      sequences[hole] = sequences[child];
      hole = child;
    }
    steps[hole] = step;
    sequences[hole] = sequence;
  }

  private boolean before(long step, Sequence sequence, int other) {
    return step != steps[other] ? step < steps[other] : sequence.place < sequence(other).place;
  }

  private Sequence sequence(int at) {
    Sequence sequence = sequences[at];
    if (sequence == null) {
      throw new IllegalStateException("hole in a heap at " + at + " of " + size);
    }
    return sequence;
  }
}

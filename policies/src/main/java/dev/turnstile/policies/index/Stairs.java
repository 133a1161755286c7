package dev.turnstile.policies.index;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * When the blocks of a run were last used, as steps from the deepest and oldest to the shallowest
 * and newest; a use always begins at the start of the run.
 */
final class Stairs {
  private final IntArrayList ends = new IntArrayList(1);
  private final LongArrayList lastUses = new LongArrayList(1);

  /** Index of the deepest step that is left; the ones before it are gone. */
  private int first;

  void clear() {
    ends.clear();
    lastUses.clear();
    first = 0;
  }

  /** Uses the run up to {@code end}, not earlier than any use before. */
  void use(int end, long nowNanos) {
    int size = ends.size();
    while (size > first && ends.getInt(size - 1) <= end) {
      size--;
    }
    ends.size(size);
    lastUses.size(size);
    ends.add(end);
    lastUses.add(nowNanos);
  }

  /** Drops what was last used at {@code nanos} or before. */
  void expire(long nanos) {
    while (size() > 0 && lastUse(0) <= nanos) {
      dropDeepest();
    }
  }

  void dropDeepest() {
    first++;
    if (first == ends.size()) {
      clear();
    }
  }

  /** Number of steps. */
  int size() {
    return ends.size() - first;
  }

  /** Index behind the last block of a step; step 0 is the deepest. */
  int end(int step) {
    return ends.getInt(first + step);
  }

  long lastUse(int step) {
    return lastUses.getLong(first + step);
  }

  /** Index behind the deepest block, or {@code start} if no step is left. */
  int reach(int start) {
    return size() == 0 ? start : end(0);
  }
}

package dev.turnstile.replay.metrics;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Per tree node, when each block of its run is in use for the last time so far.
 *
 * <p>A deeper block is used by fewer requests, so the time falls along a run: a run is a list of
 * <em>steps</em> from its start on, each with the depth at which it ends and its time. What is
 * newest is in front, so a request touches the steps that it replaces and those of requests that
 * end later than itself.
 */
final class LastUses {
  /** Behind the last step of a node. */
  static final int NONE = -1;

  private final int[] first;
  private final IntArrayList touched = new IntArrayList();
  private final IntArrayList depth = new IntArrayList();
  private final IntArrayList time = new IntArrayList();
  private final IntArrayList next = new IntArrayList();

  LastUses(int nodes) {
    first = new int[nodes];
    Arrays.fill(first, NONE);
  }

  /** Forgets everything; costs as much as was used since the last time. */
  void clear() {
    for (int i = 0; i < touched.size(); i++) {
      first[touched.getInt(i)] = NONE;
    }
    touched.clear();
    depth.clear();
    time.clear();
    next.clear();
  }

  /** The first step of a node, or {@link #NONE} if no block of it was ever used. */
  int first(int node) {
    return first[node];
  }

  /** The step behind a step, or {@link #NONE}. */
  int next(int step) {
    return next.getInt(step);
  }

  /** Block index behind the last block of a step. */
  int depth(int step) {
    return depth.getInt(step);
  }

  /** When the blocks of a step are in use for the last time. */
  int time(int step) {
    return time.getInt(step);
  }

  /** The blocks of a node up to {@code toDepth} are in use until {@code until}. */
  void use(int node, int toDepth, int until) {
    int before = NONE;
    int at = first[node];
    while (at != NONE && time(at) > until) {
      if (depth(at) >= toDepth) {
        return;
      }
      before = at;
      at = next(at);
    }
    int replaced = NONE;
    while (at != NONE && depth(at) <= toDepth) {
      replaced = at;
      at = next(at);
    }
    int step = replaced == NONE ? newStep() : replaced;
    depth.set(step, toDepth);
    time.set(step, until);
    next.set(step, at);
    if (before != NONE) {
      next.set(before, step);
      return;
    }
    if (first[node] == NONE) {
      touched.add(node);
    }
    first[node] = step;
  }

  private int newStep() {
    depth.add(0);
    time.add(0);
    next.add(NONE);
    return depth.size() - 1;
  }
}

package dev.turnstile.engine.fast;

import org.jspecify.annotations.Nullable;

/**
 * The decoding sequences by the step, modulo the block size, at which they need a new block.
 *
 * <p>A sequence with {@code c} computed tokens needs a block for the next one if {@code c} is a
 * multiple of the block size, and one step before that it fills a block. As all gain one token a
 * step, both recur every block size steps. The sequences of one phase are in running order.
 */
final class GrowthPhases {
  private final int blockTokens;
  private final boolean caching;
  private final @Nullable Sequence[] first;
  private final @Nullable Sequence[] last;
  private final int[] count;

  /** How many of them fill blocks that other requests may ask for. */
  private final int[] named;

  /**
   * Starts empty.
   *
   * @param caching whether filled blocks become addressable
   */
  GrowthPhases(int blockTokens, boolean caching) {
    this.blockTokens = blockTokens;
    this.caching = caching;
    first = new @Nullable Sequence[blockTokens];
    last = new @Nullable Sequence[blockTokens];
    count = new int[blockTokens];
    named = new int[blockTokens];
  }

  /** The phase of the step after one of this phase; that of the first step of all is 0. */
  int next(int phase) {
    return phase + 1 == blockTokens ? 0 : phase + 1;
  }

  /** The phase of a sequence: that of the steps at which it needs a block. */
  private int phaseOf(Sequence sequence) {
    return (int) Math.floorMod(-sequence.origin, (long) blockTokens);
  }

  /** How many sequences need a block at the steps of a phase. */
  int count(int phase) {
    return count[phase];
  }

  /** How many sequences fill a block that others may ask for one step before this phase. */
  int named(int phase) {
    return named[phase];
  }

  @Nullable Sequence first(int phase) {
    return first[phase];
  }

  void add(Sequence sequence) {
    int phase = phaseOf(sequence);
    Sequence before = last[phase];
    Sequence after = null;
    while (before != null && before.place > sequence.place) {
      after = before;
      before = before.phaseBefore;
    }
    sequence.phaseBefore = before;
    sequence.phaseAfter = after;
    if (before == null) {
      first[phase] = sequence;
    } else {
      before.phaseAfter = sequence;
    }
    if (after == null) {
      last[phase] = sequence;
    } else {
      after.phaseBefore = sequence;
    }
    count[phase]++;
    named[phase] += fillsNamed(sequence) ? 1 : 0;
  }

  void remove(Sequence sequence) {
    int phase = phaseOf(sequence);
    Sequence before = sequence.phaseBefore;
    Sequence after = sequence.phaseAfter;
    if (before == null) {
      first[phase] = after;
    } else {
      before.phaseAfter = after;
    }
    if (after == null) {
      last[phase] = before;
    } else {
      after.phaseBefore = before;
    }
    sequence.phaseBefore = null;
    sequence.phaseAfter = null;
    count[phase]--;
    named[phase] -= fillsNamed(sequence) ? 1 : 0;
  }

  /** A sequence has filled a block: counts anew whether the next one is named. */
  void filled(Sequence sequence, boolean wasNamed) {
    if (wasNamed && !fillsNamed(sequence)) {
      named[phaseOf(sequence)]--;
    }
  }

  /** Whether the block that a sequence fills next may be asked for by other requests. */
  boolean fillsNamed(Sequence sequence) {
    return caching && sequence.cachedBlocks < sequence.path.namedEnd();
  }
}

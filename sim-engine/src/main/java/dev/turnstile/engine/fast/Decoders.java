package dev.turnstile.engine.fast;

import dev.turnstile.engine.timing.BatchSums;
import dev.turnstile.engine.worker.WorkerConfig;
import org.jspecify.annotations.Nullable;

/**
 * The running sequences that gain one token in every step.
 *
 * <p>Nothing is done per sequence and step. Their sums move by a constant, the next one to end is
 * on top of a heap, and those that need or fill a block at a step are found by its number modulo
 * the block size. A sequence joins when it has sampled a token and only that one is left to
 * compute; it leaves when it completes, is preempted or has to sit out a step.
 */
final class Decoders {
  private final RangePool pool;
  private final WorkerConfig config;
  private final int windowTokens;
  private final BatchSums sums;
  private final StepHeap ends = new StepHeap();

  /** Sequences whose context is shorter than the window, by the step at which it no longer is. */
  private final StepHeap windowExits = new StepHeap();

  private final GrowthPhases phases;
  private final SlowestSteps slowest = new SlowestSteps();
  private int size;
  private long endedSteps;

  /** The phase of the next step to start. */
  private int phase;

  /** The number of ended steps for which {@link #sums} are. */
  private long sumsStep;

  private @Nullable Sequence nextNeeding;
  private @Nullable Sequence nextFilling;

  /**
   * Starts empty.
   *
   * @param windowTokens the sliding window of the model, 0 for none
   */
  Decoders(WorkerConfig config, RangePool pool, int windowTokens) {
    this.config = config;
    this.pool = pool;
    this.windowTokens = windowTokens;
    sums = new BatchSums(windowTokens);
    phases = new GrowthPhases(config.blockTokens(), config.enablePrefixCaching());
  }

  int size() {
    return size;
  }

  /** Steps that have ended on this worker. */
  long endedSteps() {
    return endedSteps;
  }

  /** The sums of the step that {@link #growSums} or {@link #settleSums} has brought them to. */
  BatchSums sums() {
    return sums;
  }

  GrowthPhases phases() {
    return phases;
  }

  /** The phase of the next step to start. */
  int phase() {
    return phase;
  }

  StepHeap ends() {
    return ends;
  }

  long computed(Sequence sequence) {
    return sequence.origin + endedSteps;
  }

  long generated(Sequence sequence) {
    return sequence.outputTokens - (sequence.endStep - endedSteps);
  }

  // ---- coming and going, between steps

  void join(Sequence sequence) {
    sequence.decoding = true;
    sequence.origin = sequence.computed - endedSteps;
    sequence.endStep = endedSteps + sequence.outputTokens - sequence.generated();
    sequence.joinStep = endedSteps;
    ends.add(sequence, sequence.endStep);
    phases.add(sequence);
    sums.add(1, sequence.computed, true, true);
    if (sequence.computed + 1 < windowTokens) {
      windowExits.add(sequence, windowTokens - 1 - sequence.origin);
    }
    size++;
  }

  /** The next sequence, in running order, that ends with the last step; null if there is none. */
  @Nullable Sequence removeEnding(long nowNanos) {
    if (ends.firstStep() != endedSteps) {
      return null;
    }
    Sequence sequence = ends.removeFirst();
    leave(sequence, nowNanos);
    return sequence;
  }

  /** Takes out a sequence that has not ended. */
  void remove(Sequence sequence, long nowNanos) {
    ends.remove(sequence);
    leave(sequence, nowNanos);
  }

  private void leave(Sequence sequence, long nowNanos) {
    sequence.computed = computed(sequence);
    sequence.known = sequence.computed + 1;
    sequence.reached = Math.max(sequence.reached, sequence.computed);
    sequence.lastTokenNanos = nowNanos;
    sequence.sampledToken = 0;
    sequence.maxTokenGapNanos =
        Math.max(sequence.maxTokenGapNanos, slowest.longestAfter(sequence.joinStep));
    phases.remove(sequence);
    sums.remove(1, sequence.computed, true, true);
    if (sequence.computed + 1 < windowTokens) {
      windowExits.remove(sequence);
    }
    sequence.decoding = false;
    if (--size == 0) {
      slowest.clear();
    }
  }

  // ---- steps

  /** A step has ended. */
  void stepEnded() {
    endedSteps++;
    phase = phases.next(phase);
  }

  /** Notes the longest of the steps that have ended since the last note. */
  void noteLongest(long nanos) {
    if (size > 0) {
      slowest.add(endedSteps, nanos);
    }
  }

  /** Brings the sums to the next step to start; nobody joins or leaves before. */
  void settleSums() {
    if (sumsStep != endedSteps) {
      sums.shiftDecodes(endedSteps - sumsStep, windowExits.size());
      sumsStep = endedSteps;
    }
    while (windowExits.firstStep() <= endedSteps) {
      windowExits.removeFirst();
    }
  }

  /** Moves the sums one step on, for pricing ahead. */
  void growSums() {
    sums.growDecodes(size, windowExits.size());
    sumsStep++;
  }

  /** How many steps in a row are alike for the sums and complete nobody but with the last one. */
  long stepsAlike() {
    return Math.min(ends.firstStep(), windowExits.firstStep()) - endedSteps;
  }

  // ---- blocks

  /** Blocks that the next step to start needs. */
  long neededBlocks() {
    return phases.count(phase);
  }

  /** Whether the next step to start needs or fills blocks. */
  boolean grows() {
    return phases.count(phase) + phases.count(phases.next(phase)) > 0;
  }

  /** Begins to give the next step its blocks. */
  void beginGrowth() {
    nextNeeding = phases.first(phase);
    nextFilling = config.blockTokens() == 1 ? null : phases.first(phases.next(phase));
  }

  /** Gives blocks to the sequences in front of a place in the running order. */
  void growUpTo(long place) {
    while (true) {
      Sequence needing = nextNeeding;
      Sequence filling = nextFilling;
      if (filling != null && (needing == null || filling.place < needing.place)) {
        if (filling.place >= place) {
          return;
        }
        nextFilling = filling.phaseAfter;
        fill(filling);
      } else {
        if (needing == null || needing.place >= place) {
          return;
        }
        nextNeeding = needing.phaseAfter;
        pool.take(needing, 1);
        if (config.blockTokens() == 1) {
          fill(needing);
        }
      }
    }
  }

  /** A sequence fills the block that it has begun. */
  private void fill(Sequence sequence) {
    if (config.enablePrefixCaching()) {
      boolean named = phases.fillsNamed(sequence);
      pool.cache(sequence, sequence.cachedBlocks + 1);
      phases.filled(sequence, named);
    }
  }

  /** Gives a sequence the blocks of its next token. */
  void grow(Sequence sequence) {
    boolean filledNamed = phases.fillsNamed(sequence);
    int cachedBefore = sequence.cachedBlocks;
    pool.allocate(sequence, computed(sequence) + 1);
    if (sequence.cachedBlocks > cachedBefore) {
      phases.filled(sequence, filledNamed);
    }
  }
}

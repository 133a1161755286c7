package dev.turnstile.engine.fast;

import dev.turnstile.engine.timing.BatchSums;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.StepPricer.Composition;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;

/** The durations of steps: of the one that was formed, and of those that follow it alike. */
final class BatchPricer {
  private final StepPricer pricer;
  private final boolean fused;
  private final RangePool pool;
  private final Decoders decoders;
  private final ObjectArrayList<Sequence> others;
  private final BatchSums prefillSums;

  BatchPricer(StepPricer pricer, RangePool pool, RunningSequences running) {
    this.pricer = pricer;
    this.pool = pool;
    fused = pricer.composition() == Composition.FUSED;
    decoders = running.decoders();
    others = running.others();
    prefillSums = new BatchSums(pricer.timing().slidingWindowTokens());
  }

  /** The nanoseconds of the step that was formed. */
  long price() {
    if (others.isEmpty()) {
      return nanos();
    }
    weigh(1);
    long nanos = nanos();
    weigh(-1);
    return nanos;
  }

  private long nanos() {
    BatchSums sums = decoders.sums();
    return fused ? pricer.fusedNanos(sums) : pricer.splitNanos(prefillSums, sums);
  }

  /** Adds the scheduled others to the sums, or takes them out again. */
  private void weigh(int sign) {
    BatchSums sums = decoders.sums();
    for (int i = 0; i < others.size(); i++) {
      Sequence s = others.get(i);
      if (s.scheduled == 0) {
        continue;
      }
      boolean emits = s.emits();
      boolean decode = s.isDecodeItem();
      if (fused) {
        weigh(sums, sign, s.scheduled, s.computed, emits, decode);
        continue;
      }
      if (!decode) {
        weigh(prefillSums, sign, s.scheduled, s.computed, emits, false);
      }
      if (emits) {
        weigh(sums, sign, 1, s.computed + s.scheduled - 1, true, true);
      }
    }
  }

  private static void weigh(
      BatchSums sums, int sign, long tokens, long context, boolean emits, boolean decode) {
    if (sign > 0) {
      sums.add(tokens, context, emits, decode);
    } else {
      sums.remove(tokens, context, emits, decode);
    }
  }

  /**
   * Adds to a plan the steps after its first one, in which nothing but decoding happens and nothing
   * is decided.
   *
   * <p>The plan ends with the step that completes a sequence, and in front of a step that would
   * evict a block, make a block addressable that others may ask for, or take no time.
   *
   * @param limit most steps of the plan
   */
  void planAhead(StepPlan plan, long limit) {
    GrowthPhases phases = decoders.phases();
    long steps = Math.min(limit, decoders.stepsAlike());
    long free = pool.freeWithoutEviction();
    int phase = decoders.phase();
    for (long step = 1; step < steps; step++) {
      phase = phases.next(phase);
      free -= phases.count(phase);
      if (free < 0 || phases.named(phases.next(phase)) > 0) {
        return;
      }
      decoders.growSums();
      long nanos = nanos();
      if (nanos == 0) {
        return;
      }
      plan.add(nanos);
    }
  }
}

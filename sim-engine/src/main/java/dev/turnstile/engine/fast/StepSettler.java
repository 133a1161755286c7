package dev.turnstile.engine.fast;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.List;

/**
 * The end of a step (worker model, sections 1.3 and 2.7): its tokens have KV, the sampled ones are
 * known, what is complete leaves.
 *
 * <p>It looks at the sequences that were not decoders, at those that are due to end, and at those
 * that got their second token; the step is nothing special to all others.
 */
final class StepSettler {
  private final RangePool pool;
  private final RunningSequences running;
  private final Decoders decoders;
  private final ObjectArrayList<Sequence> ending = new ObjectArrayList<>();
  private final ObjectArrayList<Sequence> settled = new ObjectArrayList<>();
  private final LongArrayList gapsNanos = new LongArrayList();

  StepSettler(RangePool pool, RunningSequences running) {
    this.pool = pool;
    this.running = running;
    decoders = running.decoders();
  }

  /** The sequences of which there is something to tell, in running order. */
  List<Sequence> settled() {
    return settled;
  }

  /** The gaps in front of the tokens of those that were not decoders. */
  LongArrayList gapsNanos() {
    return gapsNanos;
  }

  /** Settles a step that the decoders have counted already. */
  void settle(long nowNanos) {
    gapsNanos.clear();
    decoders.settleSums();
    collect(nowNanos);
    for (int i = 0; i < settled.size(); i++) {
      Sequence sequence = settled.get(i);
      if (sequence.decoding) {
        sequence.sampledToken = decoders.generated(sequence);
        continue;
      }
      if (sequence.scheduled > 0) {
        compute(sequence, nowNanos);
      } else {
        sequence.sampledToken = sequence.generated();
      }
      if (sequence.isOver()) {
        running.remove(sequence);
        pool.release(sequence);
      }
    }
    regroup();
  }

  /** Merges, in running order, whatever the step was special to. */
  private void collect(long nowNanos) {
    ending.clear();
    settled.clear();
    Sequence due = decoders.removeEnding(nowNanos);
    while (due != null) {
      ending.add(due);
      due = decoders.removeEnding(nowNanos);
    }
    ObjectArrayList<Sequence> others = running.others();
    ObjectArrayList<Sequence> newcomers = running.newcomers();
    int other = 0;
    int newcomer = 0;
    int end = 0;
    while (true) {
      while (other < others.size() && others.get(other).scheduled == 0) {
        other++;
      }
      while (newcomer < newcomers.size() && !newcomers.get(newcomer).decoding) {
        newcomer++;
      }
      long otherPlace = place(others, other);
      long newcomerPlace = place(newcomers, newcomer);
      long endPlace = place(ending, end);
      if (otherPlace < newcomerPlace && otherPlace < endPlace) {
        settled.add(others.get(other++));
      } else if (newcomerPlace < endPlace) {
        settled.add(newcomers.get(newcomer++));
      } else if (end < ending.size()) {
        settled.add(ending.get(end++));
      } else {
        return;
      }
    }
  }

  private static long place(ObjectArrayList<Sequence> sequences, int at) {
    return at < sequences.size() ? sequences.get(at).place : Long.MAX_VALUE;
  }

  private void compute(Sequence sequence, long nowNanos) {
    boolean samples = sequence.emits();
    long computed = sequence.computed + sequence.scheduled;
    sequence.recomputedTokens +=
        Math.max(0, Math.min(computed, sequence.reached) - sequence.computed);
    sequence.computed = computed;
    sequence.reached = Math.max(sequence.reached, computed);
    sequence.scheduled = 0;
    sequence.sampledToken = 0;
    if (samples) {
      sequence.known++;
      sequence.sampledToken = sequence.generated();
      noteGap(sequence, nowNanos);
    }
  }

  private void noteGap(Sequence sequence, long nowNanos) {
    if (sequence.generated() > 1) {
      long gapNanos = nowNanos - sequence.lastTokenNanos;
      gapsNanos.add(gapNanos);
      sequence.maxTokenGapNanos = Math.max(sequence.maxTokenGapNanos, gapNanos);
    }
    sequence.lastTokenNanos = nowNanos;
  }

  /** Those of the others that sampled a token and go on are decoders from now on. */
  private void regroup() {
    ObjectArrayList<Sequence> others = running.others();
    ObjectArrayList<Sequence> newcomers = running.newcomers();
    newcomers.clear();
    int kept = 0;
    for (int i = 0; i < others.size(); i++) {
      Sequence sequence = others.get(i);
      if (sequence.isOver()) {
        continue;
      }
      if (sequence.sampledToken > 0) {
        decoders.join(sequence);
        if (sequence.sampledToken == 1) {
          newcomers.add(sequence);
        }
      } else {
        others.set(kept++, sequence);
      }
    }
    others.size(kept);
  }
}

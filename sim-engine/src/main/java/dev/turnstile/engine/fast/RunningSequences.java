package dev.turnstile.engine.fast;

import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The running sequences in the order of their admission.
 *
 * <p>Each of them is either one of the {@link Decoders}, which are handled as a group, or one of
 * the <em>others</em>: those in prefill, and decoding ones that had to sit out a step.
 */
final class RunningSequences {
  private final Decoders decoders;
  private final ObjectArrayList<Sequence> others = new ObjectArrayList<>();
  private final ObjectArrayList<Sequence> newcomers = new ObjectArrayList<>();
  private @Nullable Sequence first;
  private @Nullable Sequence last;
  private int size;
  private long nextPlace;

  RunningSequences(Decoders decoders) {
    this.decoders = decoders;
  }

  Decoders decoders() {
    return decoders;
  }

  /** The sequences that are not decoders, in running order. */
  ObjectArrayList<Sequence> others() {
    return others;
  }

  /** The decoders whose first token came with the last step, in running order. */
  ObjectArrayList<Sequence> newcomers() {
    return newcomers;
  }

  @Nullable Sequence first() {
    return first;
  }

  @Nullable Sequence last() {
    return last;
  }

  int size() {
    return size;
  }

  void addLast(Sequence sequence) {
    sequence.place = nextPlace++;
    sequence.before = last;
    sequence.after = null;
    if (last == null) {
      first = sequence;
    } else {
      last.after = sequence;
    }
    last = sequence;
    size++;
  }

  void remove(Sequence sequence) {
    Sequence before = sequence.before;
    Sequence after = sequence.after;
    if (before == null) {
      first = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.before = before;
    }
    sequence.before = null;
    sequence.after = null;
    size--;
  }
}

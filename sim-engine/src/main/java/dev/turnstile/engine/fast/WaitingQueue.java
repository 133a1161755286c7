package dev.turnstile.engine.fast;

import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The sequences that wait for their admission to the running batch. */
sealed interface WaitingQueue {
  /** Smaller priority value first, then arrival. */
  Comparator<Sequence> BY_PRIORITY =
      (a, b) ->
          a.priority != b.priority
              ? Integer.compare(a.priority, b.priority)
              : Long.compare(a.arrival, b.arrival);

  static WaitingQueue of(QueueOrder order) {
    return order == QueueOrder.FCFS ? new Fcfs() : new ByPriority();
  }

  int size();

  /** The sequence that is next, or null if none waits. */
  @Nullable Sequence head();

  void removeHead();

  /** Puts in a new sequence. */
  void arrive(Sequence sequence);

  /** Puts back a preempted sequence. */
  void putBack(Sequence sequence);

  /** All waiting sequences, in no particular order. */
  void forEach(java.util.function.Consumer<Sequence> action);

  /** New sequences join at the tail, preempted ones at the head. */
  final class Fcfs implements WaitingQueue {
    private @Nullable Sequence first;
    private @Nullable Sequence last;
    private int size;

    @Override
    public int size() {
      return size;
    }

    @Override
    public @Nullable Sequence head() {
      return first;
    }

    @Override
    public void removeHead() {
      if (first == null) {
        throw new IllegalStateException("nobody waits");
      }
      Sequence head = first;
      first = head.after;
      head.after = null;
      if (first == null) {
        last = null;
      }
      size--;
    }

    @Override
    public void arrive(Sequence sequence) {
      sequence.after = null;
      if (last == null) {
        first = sequence;
      } else {
        last.after = sequence;
      }
      last = sequence;
      size++;
    }

    @Override
    public void putBack(Sequence sequence) {
      sequence.after = first;
      first = sequence;
      if (last == null) {
        last = sequence;
      }
      size++;
    }

    @Override
    public void forEach(java.util.function.Consumer<Sequence> action) {
      for (Sequence at = first; at != null; at = at.after) {
        action.accept(at);
      }
    }
  }

  /** Every sequence has the place that its priority and arrival give it, preempted or not. */
  final class ByPriority implements WaitingQueue {
    private final PriorityQueue<Sequence> queue = new PriorityQueue<>(BY_PRIORITY);

    @Override
    public int size() {
      return queue.size();
    }

    @Override
    public @Nullable Sequence head() {
      return queue.peek();
    }

    @Override
    public void removeHead() {
      queue.remove();
    }

    @Override
    public void arrive(Sequence sequence) {
      queue.add(sequence);
    }

    @Override
    public void putBack(Sequence sequence) {
      queue.add(sequence);
    }

    @Override
    public void forEach(java.util.function.Consumer<Sequence> action) {
      queue.forEach(action);
    }
  }
}

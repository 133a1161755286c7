package dev.turnstile.engine.literal;

import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Queue;

/** The requests that wait for their admission to the running batch. */
sealed interface WaitingQueue {
  /** Smaller priority value first, then arrival. */
  Comparator<Sequence> BY_PRIORITY =
      Comparator.<Sequence>comparingInt(s -> s.priority).thenComparingLong(s -> s.arrival);

  static WaitingQueue of(QueueOrder order) {
    return order == QueueOrder.FCFS ? new Fcfs() : new ByPriority();
  }

  /** The waiting requests, for looking at the head, taking it and counting. */
  Queue<Sequence> queue();

  /** Puts in a new request. */
  void arrive(Sequence sequence);

  /** Puts back a preempted request. */
  void putBack(Sequence sequence);

  /** New requests join at the tail, preempted ones at the head. */
  record Fcfs(Deque<Sequence> queue) implements WaitingQueue {
    Fcfs() {
      this(new ArrayDeque<>());
    }

    @Override
    public void arrive(Sequence sequence) {
      queue.addLast(sequence);
    }

    @Override
    public void putBack(Sequence sequence) {
      queue.addFirst(sequence);
    }
  }

  /** Every request has the place that its priority and arrival give it, preempted or not. */
  record ByPriority(Queue<Sequence> queue) implements WaitingQueue {
    ByPriority() {
      this(new PriorityQueue<>(BY_PRIORITY));
    }

    @Override
    public void arrive(Sequence sequence) {
      queue.add(sequence);
    }

    @Override
    public void putBack(Sequence sequence) {
      queue.add(sequence);
    }
  }
}

package dev.turnstile.workload.load;

import it.unimi.dsi.fastutil.ints.IntArrays;

/** Requests in the order of (time, load order); a binary heap over shared times. */
final class RequestQueue {
  private static final int INITIAL_CAPACITY = 16;

  private final long[] timeNanos;
  private int[] heap = new int[INITIAL_CAPACITY];
  private int size;

  /**
   * Creates an empty queue.
   *
   * @param timeNanos time of each request; must not change while the request is queued
   */
  RequestQueue(long[] timeNanos) {
    this.timeNanos = timeNanos;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The first request; the queue must not be empty. */
  int first() {
    return heap[0];
  }

  void add(int request) {
    heap = IntArrays.grow(heap, size + 1);
    int hole = size++;
    while (hole > 0) {
      int above = (hole - 1) >>> 1;
      if (!before(request, heap[above])) {
        break;
      }
      heap[hole] = heap[above];
      hole = above;
    }
    heap[hole] = request;
  }

  /** Takes the first request; the queue must not be empty. */
  int poll() {
    int first = heap[0];
    int last = heap[--size];
    int hole = 0;
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (before(last, heap[child])) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = last;
    return first;
  }

  void clear() {
    size = 0;
  }

  private boolean before(int a, int b) {
    return timeNanos[a] != timeNanos[b] ? timeNanos[a] < timeNanos[b] : a < b;
  }
}

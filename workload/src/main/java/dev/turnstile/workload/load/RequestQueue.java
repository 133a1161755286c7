package dev.turnstile.workload.load;

import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Requests in the order of (time, load order).
 *
 * <p>Those that are added in that order, as an open loop does with all of its sessions at the
 * start, wait in a line; the others in a binary heap. Times are shared, not copied.
 */
final class RequestQueue {
  private static final int INITIAL_CAPACITY = 16;

  private final long[] timeNanos;
  private int[] line = new int[INITIAL_CAPACITY];
  private int lineHead;
  private int lineEnd;
  private int[] heap = new int[INITIAL_CAPACITY];
  private int heapSize;

  /**
   * Creates an empty queue.
   *
   * @param timeNanos time of each request; must not change while the request is queued
   */
  RequestQueue(long[] timeNanos) {
    this.timeNanos = timeNanos;
  }

  boolean isEmpty() {
    return lineHead == lineEnd && heapSize == 0;
  }

  /** The first request; the queue must not be empty. */
  int first() {
    return lineIsFirst() ? line[lineHead] : heap[0];
  }

  private boolean lineIsFirst() {
    return heapSize == 0 || lineHead < lineEnd && before(line[lineHead], heap[0]);
  }

  void add(int request) {
    if (lineHead == lineEnd) {
      lineHead = 0;
      lineEnd = 0;
    } else if (before(request, line[lineEnd - 1])) {
      addToHeap(request);
      return;
    }
    if (lineEnd == line.length) {
      makeRoom();
    }
    line[lineEnd++] = request;
  }

  private void makeRoom() {
    int waiting = lineEnd - lineHead;
    int[] from = line;
    if (waiting > line.length / 2) {
      line = new int[Math.multiplyExact(2, line.length)];
    }
    System.arraycopy(from, lineHead, line, 0, waiting);
    lineHead = 0;
    lineEnd = waiting;
  }

  private void addToHeap(int request) {
    heap = IntArrays.grow(heap, heapSize + 1);
    int hole = heapSize++;
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
    return lineIsFirst() ? line[lineHead++] : pollHeap();
  }

  private int pollHeap() {
    int first = heap[0];
    int last = heap[--heapSize];
    int hole = 0;
    while (2 * hole + 1 < heapSize) {
      int child = 2 * hole + 1;
      if (child + 1 < heapSize && before(heap[child + 1], heap[child])) {
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
    lineHead = 0;
    lineEnd = 0;
    heapSize = 0;
  }

  private boolean before(int a, int b) {
    return timeNanos[a] != timeNanos[b] ? timeNanos[a] < timeNanos[b] : a < b;
  }
}

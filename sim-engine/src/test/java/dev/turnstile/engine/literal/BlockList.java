package dev.turnstile.engine.literal;

import java.util.Arrays;

/**
 * A queue of physical blocks from which any block can be taken out in O(1).
 *
 * <p>A doubly linked list over two arrays that grow with the highest block number.
 */
final class BlockList {
  private static final int NONE = -1;
  private static final int INITIAL_CAPACITY = 64;

  private int[] next = new int[INITIAL_CAPACITY];
  private int[] previous = new int[INITIAL_CAPACITY];
  private int head = NONE;
  private int tail = NONE;

  boolean isEmpty() {
    return head == NONE;
  }

  void addLast(int block) {
    if (block >= next.length) {
      int capacity = Math.max(block + 1, next.length + (next.length >> 1));
      next = Arrays.copyOf(next, capacity);
      previous = Arrays.copyOf(previous, capacity);
    }
    next[block] = NONE;
    previous[block] = tail;
    if (tail == NONE) {
      head = block;
    } else {
      next[tail] = block;
    }
    tail = block;
  }

  int removeFirst() {
    int block = head;
    remove(block);
    return block;
  }

  /** Takes out a block that is in the list. */
  void remove(int block) {
    int before = previous[block];
    int after = next[block];
    if (before == NONE) {
      head = after;
    } else {
      next[before] = after;
    }
    if (after == NONE) {
      tail = before;
    } else {
      previous[after] = before;
    }
  }
}

package dev.turnstile.policies.index;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * A sparse table of one number per tree node and worker, with a list of the workers of each node.
 *
 * <p>An entry lives in a numbered slot, which stays the same until the entry is removed, so that a
 * user can keep further columns beside the table. Finding, adding and removing an entry takes
 * constant time; memory grows with the entries and with four bytes per node. The order of a node's
 * list depends on the order of insertions and removals only.
 */
final class NodeWorkers {
  /** No slot. */
  static final int NONE = -1;

  private static final int FIRST_CAPACITY = 16;

  private final int[] head;
  private final Long2IntOpenHashMap slots = new Long2IntOpenHashMap();
  private int[] node = new int[FIRST_CAPACITY];
  private int[] worker = new int[FIRST_CAPACITY];
  private int[] value = new int[FIRST_CAPACITY];
  private int[] next = new int[FIRST_CAPACITY];
  private int[] previous = new int[FIRST_CAPACITY];
  private int used;
  private int firstFree = NONE;

  NodeWorkers(int nodes) {
    head = new int[nodes];
    Arrays.fill(head, NONE);
    slots.defaultReturnValue(NONE);
  }

  /** The slot of an entry, or {@link #NONE}. */
  int find(int atNode, int ofWorker) {
    return slots.get(key(atNode, ofWorker));
  }

  /** Adds an entry that is not there and returns its slot. */
  int add(int atNode, int ofWorker, int itsValue) {
    int slot = newSlot();
    node[slot] = atNode;
    worker[slot] = ofWorker;
    value[slot] = itsValue;
    previous[slot] = NONE;
    next[slot] = head[atNode];
    if (next[slot] != NONE) {
      previous[next[slot]] = slot;
    }
    head[atNode] = slot;
    slots.put(key(atNode, ofWorker), slot);
    return slot;
  }

  /** Removes an entry; its slot may be used again. */
  void remove(int slot) {
    slots.remove(key(node[slot], worker[slot]));
    if (previous[slot] == NONE) {
      head[node[slot]] = next[slot];
    } else {
      next[previous[slot]] = next[slot];
    }
    if (next[slot] != NONE) {
      previous[next[slot]] = previous[slot];
    }
    node[slot] = NONE;
    next[slot] = firstFree;
    firstFree = slot;
  }

  /** Removes every entry of a worker; takes time proportional to the whole table. */
  void removeWorker(int ofWorker) {
    for (int slot = 0; slot < used; slot++) {
      if (isUsed(slot) && worker[slot] == ofWorker) {
        remove(slot);
      }
    }
  }

  /** The first slot of a node's list, or {@link #NONE}. */
  int first(int atNode) {
    return head[atNode];
  }

  /** The slot behind {@code slot} in its node's list, or {@link #NONE}. */
  int next(int slot) {
    return next[slot];
  }

  /** Number of slots that are or were in use. */
  int slotCount() {
    return used;
  }

  /** Whether a slot holds an entry. */
  boolean isUsed(int slot) {
    return node[slot] != NONE;
  }

  int node(int slot) {
    return node[slot];
  }

  int worker(int slot) {
    return worker[slot];
  }

  int value(int slot) {
    return value[slot];
  }

  void setValue(int slot, int newValue) {
    value[slot] = newValue;
  }

  /** Number of entries. */
  int size() {
    return slots.size();
  }

  private int newSlot() {
    if (firstFree != NONE) {
      int slot = firstFree;
      firstFree = next[slot];
      return slot;
    }
    if (used == node.length) {
      int capacity = Math.addExact(used, used >> 1);
      node = Arrays.copyOf(node, capacity);
      worker = Arrays.copyOf(worker, capacity);
      value = Arrays.copyOf(value, capacity);
      next = Arrays.copyOf(next, capacity);
      previous = Arrays.copyOf(previous, capacity);
    }
    return used++;
  }

  private static long key(int node, int worker) {
    return (long) node << Integer.SIZE | worker;
  }
}

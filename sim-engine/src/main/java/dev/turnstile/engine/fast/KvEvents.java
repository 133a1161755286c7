package dev.turnstile.engine.fast;

import dev.turnstile.engine.worker.WorkerListener;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The KV events of a worker that its listener has not heard yet, in order.
 *
 * <p>Neighbouring events of one kind and owner are one range: stored blocks ascend, removed blocks
 * descend.
 */
final class KvEvents {
  private static final int STORED = 0;
  private static final int REMOVED = 1;
  private static final int FIELDS = 4;

  /** Kind, owner, first block and end of each event. */
  private final IntArrayList events = new IntArrayList();

  void stored(int owner, int from, int to) {
    int last = events.size() - FIELDS;
    if (last >= 0
        && events.getInt(last) == STORED
        && events.getInt(last + 1) == owner
        && events.getInt(last + 3) == from) {
      events.set(last + 3, to);
    } else {
      add(STORED, owner, from, to);
    }
  }

  void removed(int owner, int from, int to) {
    int last = events.size() - FIELDS;
    if (last >= 0
        && events.getInt(last) == REMOVED
        && events.getInt(last + 1) == owner
        && events.getInt(last + 2) == to) {
      events.set(last + 2, from);
    } else {
      add(REMOVED, owner, from, to);
    }
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  private void add(int kind, int owner, int from, int to) {
    events.add(kind);
    events.add(owner);
    events.add(from);
    events.add(to);
  }

  /** Tells the listener everything and forgets it. */
  void tell(int worker, WorkerListener listener) {
    for (int i = 0; i < events.size(); i += FIELDS) {
      int owner = events.getInt(i + 1);
      int from = events.getInt(i + 2);
      int to = events.getInt(i + 3);
      if (events.getInt(i) == STORED) {
        listener.onStored(worker, owner, from, to);
      } else {
        listener.onRemoved(worker, owner, from, to);
      }
    }
    events.clear();
  }
}

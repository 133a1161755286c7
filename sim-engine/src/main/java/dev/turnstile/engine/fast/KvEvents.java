package dev.turnstile.engine.fast;

import dev.turnstile.engine.worker.WorkerListener;
import java.util.Arrays;

/**
 * The KV events of a worker that its listener has not heard yet, in order.
 *
 * <p>Neighbouring events of one kind and owner are one range: stored blocks ascend, removed blocks
 * descend.
 */
final class KvEvents {
  private static final int STORED = 0;
  private static final int REMOVED = 1;

  /** Fields of an event. */
  private static final int KIND = 0;

  private static final int OWNER = 1;
  private static final int FROM = 2;
  private static final int TO = 3;
  private static final int FIELDS = 4;

  private static final int INITIAL_EVENTS = 4;

  private int[] events = new int[INITIAL_EVENTS * FIELDS];
  private int end;

  void stored(int owner, int from, int to) {
    if (lastIs(STORED, owner) && events[end - FIELDS + TO] == from) {
      events[end - FIELDS + TO] = to;
    } else {
      add(STORED, owner, from, to);
    }
  }

  void removed(int owner, int from, int to) {
    if (lastIs(REMOVED, owner) && events[end - FIELDS + FROM] == to) {
      events[end - FIELDS + FROM] = from;
    } else {
      add(REMOVED, owner, from, to);
    }
  }

  private boolean lastIs(int kind, int owner) {
    int last = end - FIELDS;
    return last >= 0 && events[last + KIND] == kind && events[last + OWNER] == owner;
  }

  boolean isEmpty() {
    return end == 0;
  }

  private void add(int kind, int owner, int from, int to) {
    if (end == events.length) {
      events = Arrays.copyOf(events, 2 * end);
    }
    events[end + KIND] = kind;
    events[end + OWNER] = owner;
    events[end + FROM] = from;
    events[end + TO] = to;
    end += FIELDS;
  }

  /** Tells the listener everything and forgets it. */
  void tell(int worker, WorkerListener listener) {
    for (int at = 0; at < end; at += FIELDS) {
      int owner = events[at + OWNER];
      int from = events[at + FROM];
      int to = events[at + TO];
      if (events[at + KIND] == STORED) {
        listener.onStored(worker, owner, from, to);
      } else {
        listener.onRemoved(worker, owner, from, to);
      }
    }
    end = 0;
  }
}

package dev.turnstile.engine.literal;

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

  private final IntArrayList kinds = new IntArrayList();
  private final IntArrayList owners = new IntArrayList();
  private final IntArrayList froms = new IntArrayList();
  private final IntArrayList tos = new IntArrayList();

  void stored(int owner, int block) {
    int last = kinds.size() - 1;
    if (last >= 0 && lastIs(STORED, owner) && tos.getInt(last) == block) {
      tos.set(last, block + 1);
    } else {
      add(STORED, owner, block);
    }
  }

  void removed(int owner, int block) {
    int last = kinds.size() - 1;
    if (last >= 0 && lastIs(REMOVED, owner) && froms.getInt(last) == block + 1) {
      froms.set(last, block);
    } else {
      add(REMOVED, owner, block);
    }
  }

  private boolean lastIs(int kind, int owner) {
    int last = kinds.size() - 1;
    return kinds.getInt(last) == kind && owners.getInt(last) == owner;
  }

  private void add(int kind, int owner, int block) {
    kinds.add(kind);
    owners.add(owner);
    froms.add(block);
    tos.add(block + 1);
  }

  /** Tells the listener everything and forgets it. */
  void tell(int worker, WorkerListener listener) {
    for (int i = 0; i < kinds.size(); i++) {
      if (kinds.getInt(i) == STORED) {
        listener.onStored(worker, owners.getInt(i), froms.getInt(i), tos.getInt(i));
      } else {
        listener.onRemoved(worker, owners.getInt(i), froms.getInt(i), tos.getInt(i));
      }
    }
    kinds.clear();
    owners.clear();
    froms.clear();
    tos.clear();
  }
}

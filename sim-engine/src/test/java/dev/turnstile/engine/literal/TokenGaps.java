package dev.turnstile.engine.literal;

import dev.turnstile.engine.worker.WorkerListener;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The gaps between neighbouring tokens that one step ends, counted by their length. */
final class TokenGaps {
  private final LongArrayList lengths = new LongArrayList();
  private final LongArrayList counts = new LongArrayList();

  void add(long gapNanos) {
    int at = lengths.indexOf(gapNanos);
    if (at < 0) {
      lengths.add(gapNanos);
      counts.add(1);
    } else {
      counts.set(at, counts.getLong(at) + 1);
    }
  }

  /** Tells the listener everything and forgets it. */
  void tell(int worker, WorkerListener listener) {
    for (int i = 0; i < lengths.size(); i++) {
      listener.onTokenGaps(worker, lengths.getLong(i), counts.getLong(i));
    }
    lengths.clear();
    counts.clear();
  }
}

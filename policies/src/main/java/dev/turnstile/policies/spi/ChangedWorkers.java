package dev.turnstile.policies.spi;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * The workers whose gauges have changed since they were read last.
 *
 * <p>The policy marks them, whoever reads the gauges takes the marks off. With it a reader that
 * looks after every decision does not have to walk all workers.
 */
public final class ChangedWorkers {
  private final BitSet marked = new BitSet();
  private final IntArrayList inOrder = new IntArrayList();

  /** Starts without marks. */
  public ChangedWorkers() {}

  /** Marks a worker. */
  public void mark(int worker) {
    if (!marked.get(worker)) {
      marked.set(worker);
      inOrder.add(worker);
    }
  }

  /** Takes all marks off, in the order in which they were set. */
  public void takeAll(IntConsumer reader) {
    for (int i = 0; i < inOrder.size(); i++) {
      int worker = inOrder.getInt(i);
      marked.clear(worker);
      reader.accept(worker);
    }
    inOrder.clear();
  }
}

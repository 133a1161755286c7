package dev.turnstile.workload.trace.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Pieces of work done on several threads, whose results are taken in the order in which they were
 * given.
 *
 * <p>Results are taken by the thread that gives the work. What it takes, and which error ends it,
 * is therefore the same as if each piece were done at once. Only a few pieces wait at a time. The
 * work itself must not depend on anything that changes meanwhile.
 *
 * @param <T> what a piece of work results in
 */
public final class InOrder<T> implements AutoCloseable {
  private static final int WAITING_PER_THREAD = 2;

  private final Consumer<? super T> taker;
  private final int threads = Runtime.getRuntime().availableProcessors();
  private final ExecutorService pool;
  private final Deque<Future<T>> waiting = new ArrayDeque<>();

  /**
   * Gets ready; threads start with the first piece.
   *
   * @param taker takes the results
   */
  public InOrder(Consumer<? super T> taker) {
    this.taker = taker;
    pool =
        Executors.newFixedThreadPool(
            threads,
            work -> {
              Thread thread = new Thread(work, "trace-parser");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Gives a piece of work; results that are due are taken first if many wait. */
  public void give(Supplier<T> work) {
    waiting.add(pool.submit(work::get));
    if (waiting.size() > WAITING_PER_THREAD * threads) {
      takeFirst();
    }
  }

  /** Takes all results that are left; none are once an error has ended the work. */
  public void finish() {
    while (!waiting.isEmpty()) {
      takeFirst();
    }
  }

  /** Ends the threads; what was not taken is dropped. */
  @Override
  public void close() {
    pool.shutdownNow();
  }

  private void takeFirst() {
    boolean taken = false;
    try {
      taker.accept(result(waiting.remove()));
      taken = true;
    } finally {
      if (!taken) {
        waiting.clear();
      }
    }
  }

  private T result(Future<T> piece) {
    try {
      return piece.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof RuntimeException exception) {
        throw exception;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while loading", e);
    }
  }
}

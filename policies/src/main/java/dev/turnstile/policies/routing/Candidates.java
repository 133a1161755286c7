package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** The workers that may serve a request: live and eligible, by ascending id. */
final class Candidates {
  private final PolicyContext context;
  private final IntArrayList workers = new IntArrayList();

  Candidates(PolicyContext context) {
    this.context = context;
  }

  /** Whether a worker may serve the request. */
  boolean contains(RequestView request, int worker) {
    return worker >= 0
        && worker < context.workerCount()
        && context.live(worker)
        && context.eligible(request, worker);
  }

  /**
   * The first candidate for a request at or behind a worker, from the first worker again after the
   * last. Asks no more workers than it must.
   */
  int nextFrom(RequestView request, int start) {
    int count = context.workerCount();
    for (int i = 0; i < count; i++) {
      int worker = (start + i) % count;
      if (contains(request, worker)) {
        return worker;
      }
    }
    throw none(request);
  }

  /** The candidates for a request, at least one; the list is overwritten by the next call. */
  IntArrayList of(RequestView request) {
    workers.clear();
    int count = context.workerCount();
    for (int worker = 0; worker < count; worker++) {
      if (context.live(worker) && context.eligible(request, worker)) {
        workers.add(worker);
      }
    }
    if (workers.isEmpty()) {
      throw none(request);
    }
    return workers;
  }

  private static IllegalStateException none(RequestView request) {
    return new IllegalStateException("no live worker can serve request " + request.requestId());
  }
}

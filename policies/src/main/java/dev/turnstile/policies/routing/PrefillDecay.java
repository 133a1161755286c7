package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;

/**
 * The part of each worker's prefill backlog that should be done by now: what an assumed rate
 * computes since the oldest prefill became the oldest.
 *
 * <p>Only prompts with tokens to compute count as prefills.
 */
final class PrefillDecay {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int NOT_ACTIVE = -1;

  private final double tokensPerNano;
  private final IntLinkedOpenHashSet[] active;
  private final long[] oldestSinceNanos;
  private final Int2IntOpenHashMap workerOfRequest = new Int2IntOpenHashMap();

  PrefillDecay(int workers, double tokensPerSecond) {
    tokensPerNano = tokensPerSecond / NANOS_PER_SECOND;
    active = new IntLinkedOpenHashSet[workers];
    for (int worker = 0; worker < workers; worker++) {
      active[worker] = new IntLinkedOpenHashSet();
    }
    oldestSinceNanos = new long[workers];
    workerOfRequest.defaultReturnValue(NOT_ACTIVE);
  }

  /** A prefill was sent to a worker. */
  void begin(RequestView request, int worker, long nowNanos) {
    if (active[worker].isEmpty()) {
      oldestSinceNanos[worker] = nowNanos;
    }
    active[worker].add(request.number());
    workerOfRequest.put(request.number(), worker);
  }

  /** A request's prefill is over, if it was active. */
  void end(RequestView request, long nowNanos) {
    int worker = workerOfRequest.remove(request.number());
    if (worker == NOT_ACTIVE) {
      return;
    }
    if (active[worker].firstInt() == request.number()) {
      oldestSinceNanos[worker] = nowNanos;
    }
    active[worker].remove(request.number());
  }

  /** Tokens that the worker should have computed of its active prefills, rounded down. */
  long doneTokens(int worker, long nowNanos) {
    return active[worker].isEmpty()
        ? 0
        : (long) ((nowNanos - oldestSinceNanos[worker]) * tokensPerNano);
  }
}

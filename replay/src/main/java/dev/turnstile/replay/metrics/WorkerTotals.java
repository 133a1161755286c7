package dev.turnstile.replay.metrics;

/** Sums over the run, per worker. */
final class WorkerTotals {
  final long[] requests;
  final long[] inputTokens;
  final long[] hitTokens;
  final long[] outputTokens;
  final long[] computedTokens;
  final long[] steps;
  final long[] busyNanos;
  final long[] preemptions;
  final long[] evictedBlocks;
  final long[] deferredSteps;

  WorkerTotals(int workers) {
    requests = new long[workers];
    inputTokens = new long[workers];
    hitTokens = new long[workers];
    outputTokens = new long[workers];
    computedTokens = new long[workers];
    steps = new long[workers];
    busyNanos = new long[workers];
    preemptions = new long[workers];
    evictedBlocks = new long[workers];
    deferredSteps = new long[workers];
  }
}

package dev.turnstile.replay.metrics;

/**
 * What became of one session tree (play).
 *
 * @param play number of the play
 * @param label id of its first root's session
 * @param requests requests of the tree
 * @param servedRequests requests that were served
 * @param firstArrivalNanos arrival of its first request, or {@link RequestLog#NO_TIME}
 * @param endNanos last final status of an arrived request, or {@link RequestLog#NO_TIME}
 * @param status completed, rejected (failed), or incomplete
 * @param llmNanos time with at least one request on a worker
 * @param pausedNanos time with a request held before a worker and none on one
 * @param toolNanos rest inside recorded tool spans
 * @param otherIdleNanos the rest
 * @param admissionWaitNanos sum over its requests of the time between arrival and dispatch
 * @param inputTokens prompt tokens of served requests
 * @param outputTokens output tokens of served requests
 * @param hitTokens prompt tokens found in a cache
 * @param reprefilledTokens prompt tokens computed again after eviction
 * @param lostTokens prompt tokens computed for all {@link Cause#LOSSES}
 * @param causedTokens tokens that its requests evicted and that measured served requests of other
 *     trees computed again
 * @param peakInputTokens its longest prompt
 * @param warmup whether one of its requests is warm-up
 */
public record SessionRow(
    int play,
    String label,
    int requests,
    int servedRequests,
    long firstArrivalNanos,
    long endNanos,
    RequestStatus status,
    long llmNanos,
    long pausedNanos,
    long toolNanos,
    long otherIdleNanos,
    long admissionWaitNanos,
    long inputTokens,
    long outputTokens,
    long hitTokens,
    long reprefilledTokens,
    long lostTokens,
    long causedTokens,
    long peakInputTokens,
    boolean warmup) {

  /** First arrival to end, in nanoseconds; 0 if it never arrived. */
  public long durationNanos() {
    return firstArrivalNanos == RequestLog.NO_TIME ? 0 : endNanos - firstArrivalNanos;
  }
}

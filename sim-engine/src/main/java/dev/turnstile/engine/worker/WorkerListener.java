package dev.turnstile.engine.worker;

/**
 * Hears what happens on workers, at the simulated time at which it happens.
 *
 * <p>A worker settles first and tells afterwards, so that a listener that looks back at it sees it
 * as it is at the time of what is told. Order of the calls inside a step start: preemptions, first
 * schedulings, KV events in the order of allocation, evictions, deferral, the steps. Inside a step
 * end: KV events that were kept for it, then for each request of the batch in running order its
 * token and its completion, then the gaps, then the step end.
 *
 * <p>A worker that runs ahead of its events ({@link Worker#advance}) tells of steps in which
 * nothing is decided as one run of steps, late but in order: {@link #onSteps} and {@link
 * #onDeferred} of these steps, {@link #onTokenGaps} of their tokens, and {@link #onStored} of
 * blocks that belong to one request alone. All else is told when it happens.
 */
public interface WorkerListener {
  /**
   * A request is in a batch for the first time. Called once per request.
   *
   * @param facts the prefix hit and losses, read before the request's own allocation; valid during
   *     the call
   */
  void onFirstScheduled(int worker, int request, AdmissionFacts facts);

  /** The request's first output token is out. */
  void onFirstToken(int worker, int request);

  /** The request's second output token is out. */
  void onSecondToken(int worker, int request);

  /**
   * The request is complete and its blocks are released.
   *
   * @param outputTokens tokens emitted
   * @param lengthCapped whether the output was cut at the model's length
   * @param preemptions how often it was preempted
   * @param recomputedTokens tokens computed again because of that
   * @param maxTokenGapNanos its largest gap between two tokens, 0 with fewer than two
   */
  void onCompleted(
      int worker,
      int request,
      long outputTokens,
      boolean lengthCapped,
      int preemptions,
      long recomputedTokens,
      long maxTokenGapNanos);

  /** A running request lost its place and its blocks and went back to the head of the queue. */
  void onPreempted(int worker, int request);

  /**
   * {@code count} gaps of the same length between neighbouring tokens of a request were seen.
   *
   * @param gapNanos length of each gap
   * @param count number of gaps, at least 1
   */
  void onTokenGaps(int worker, long gapNanos, long count);

  /**
   * Blocks became hash-addressable on a worker that held no copy of them, in ascending order.
   *
   * @param owner see {@link BlockIdentity}
   * @param fromBlock first block index from the start of the prompt
   * @param toBlock index behind the last
   */
  void onStored(int worker, int owner, int fromBlock, int toBlock);

  /**
   * The last copies of blocks disappeared from a worker, the deepest first; parameters as {@link
   * #onStored}.
   */
  void onRemoved(int worker, int owner, int fromBlock, int toBlock);

  /**
   * Cached blocks were overwritten, copies included.
   *
   * @param count number of physical blocks, at least 1
   */
  void onEvicted(int worker, long count);

  /**
   * Steps of one batch run back to back; the last one has begun. The worker's counters are those of
   * these steps.
   *
   * @param fromNanos when the first one began, at most now
   * @param durationNanos how long all of them take together
   * @param steps number of steps, at least 1
   * @param sequences requests in the batch of each
   * @param newTokens tokens computed in each
   */
  void onSteps(
      int worker, long fromNanos, long durationNanos, long steps, int sequences, long newTokens);

  /**
   * A step ended now, and what comes next is decided anew; everything that happened in it has been
   * told.
   */
  void onStepEnd(int worker);

  /**
   * Steps were formed while the head of the queue could not be admitted for lack of blocks.
   *
   * @param steps number of steps, at least 1
   */
  void onDeferred(int worker, long steps);
}

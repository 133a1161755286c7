package dev.turnstile.policies.spi;

/**
 * The router's estimate of every worker's load, from its own dispatches and completions.
 *
 * <p>It is not the engine's truth: a request counts from its dispatch to the moment its completion
 * comes back.
 */
public interface LoadView {
  /** Requests dispatched to the worker and not complete. */
  int activeRequests(int worker);

  /**
   * Uncached prompt tokens of requests dispatched to the worker that have not produced a first
   * token, as believed at dispatch.
   */
  long activePrefillTokens(int worker);

  /** Distinct prompt blocks of the requests in flight on the worker; shared ones count once. */
  long activeBlocks(int worker);

  /**
   * Blocks that the request would add to {@link #activeBlocks}, its partial last block included.
   */
  long addedBlocks(RequestView request, int worker);

  /**
   * {@link #addedBlocks(RequestView, int)} of every worker at once.
   *
   * @param perWorker receives the numbers, by worker; as long as there are workers
   */
  default void addedBlocks(RequestView request, long[] perWorker) {
    for (int worker = 0; worker < perWorker.length; worker++) {
      perWorker[worker] = addedBlocks(request, worker);
    }
  }
}

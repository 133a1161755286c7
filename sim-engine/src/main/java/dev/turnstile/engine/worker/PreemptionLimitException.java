package dev.turnstile.engine.worker;

/**
 * The end of a run in which one request was preempted again and again: the guard against a livelock
 * (worker model, section 2.6).
 */
public final class PreemptionLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int worker;
  private final int request;
  private final int preemptions;
  private final int limit;

  /**
   * Creates the exception.
   *
   * @param worker number of the worker
   * @param request number of the request
   * @param preemptions how often it was preempted
   * @param limit {@link WorkerConfig#maxPreemptions}
   */
  public PreemptionLimitException(int worker, int request, int preemptions, int limit) {
    super(
        "request "
            + request
            + " was preempted "
            + preemptions
            + " times on worker "
            + worker
            + ", more than max_preemptions = "
            + limit
            + ": too many running requests for this KV pool");
    this.worker = worker;
    this.request = request;
    this.preemptions = preemptions;
    this.limit = limit;
  }

  /** Number of the worker. */
  public int worker() {
    return worker;
  }

  /** Number of the request, that is its load order. */
  public int request() {
    return request;
  }

  /** How often the request was preempted. */
  public int preemptions() {
    return preemptions;
  }

  /** The limit that it passed. */
  public int limit() {
    return limit;
  }
}

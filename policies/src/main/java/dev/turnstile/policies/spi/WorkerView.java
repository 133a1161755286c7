package dev.turnstile.policies.spi;

/**
 * The static facts of one worker.
 *
 * @param id its number, from 0
 * @param kvBlocks GPU KV capacity in blocks, or {@link #UNKNOWN} for an unlimited pool
 * @param blockTokens tokens per block
 * @param hostTokens capacity of the host tier in tokens; 0 = none
 * @param maxNumBatchedTokens token budget of a step
 * @param maxRunningRequests limit on the batch if the engine publishes it, as SGLang does, or
 *     {@link #UNPUBLISHED}
 */
public record WorkerView(
    int id,
    long kvBlocks,
    int blockTokens,
    long hostTokens,
    long maxNumBatchedTokens,
    int maxRunningRequests) {

  /** Capacity of a pool whose size is not known or not limited. */
  public static final long UNKNOWN = -1;

  /** Limit on the batch of an engine that does not tell the router; vLLM is one. */
  public static final int UNPUBLISHED = Integer.MAX_VALUE;

  /** Whether the pool's size is known. */
  public boolean capacityKnown() {
    return kvBlocks != UNKNOWN;
  }

  /** GPU KV capacity in tokens, or {@link #UNKNOWN}. */
  public long kvTokens() {
    return capacityKnown() ? Math.multiplyExact(kvBlocks, blockTokens) : UNKNOWN;
  }
}

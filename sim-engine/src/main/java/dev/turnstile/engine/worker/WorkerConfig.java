package dev.turnstile.engine.worker;

/**
 * The settings of a worker of the vLLM discipline (worker model, section 2.1).
 *
 * @param blockTokens tokens per KV block, at least 1
 * @param kvBlocks pool capacity in blocks, at least 1, or {@link #UNLIMITED}
 * @param maxNumBatchedTokens token budget of a step, at least 1
 * @param maxNumSeqs limit on running requests, at least 1
 * @param longPrefillTokenThreshold cap on one request's tokens per step; 0 = off
 * @param enableChunkedPrefill whether a prompt may be computed over several steps
 * @param enablePrefixCaching whether cached blocks are looked up
 * @param watermarkBlocks blocks kept free at admission, {@code floor(watermark * kvBlocks)}
 * @param fullSequenceMustFit admit only if the whole known sequence fits
 * @param queueOrder order of waiting requests and of preemption victims
 * @param preemptionMode which running request is the victim under {@link QueueOrder#FCFS}
 * @param freeOrder which block a new one overwrites first
 * @param maxModelLen longest sequence in tokens; 0 = none
 * @param maxPreemptions preemptions of one request after which the run fails, at least 1
 * @param eventsAtPassEnd whether KV events reach the router at the end of the step
 */
public record WorkerConfig(
    int blockTokens,
    long kvBlocks,
    long maxNumBatchedTokens,
    int maxNumSeqs,
    long longPrefillTokenThreshold,
    boolean enableChunkedPrefill,
    boolean enablePrefixCaching,
    long watermarkBlocks,
    boolean fullSequenceMustFit,
    QueueOrder queueOrder,
    PreemptionMode preemptionMode,
    FreeOrder freeOrder,
    long maxModelLen,
    int maxPreemptions,
    boolean eventsAtPassEnd) {

  /** Capacity of a pool without limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Order of the waiting queue. */
  public enum QueueOrder {
    /** First come, first served. */
    FCFS,
    /** Smaller priority value first, then arrival. */
    PRIORITY
  }

  /** Choice of the preemption victim. */
  public enum PreemptionMode {
    /** The last admitted. */
    LIFO,
    /** The first admitted. */
    FIFO
  }

  /** Which block a new one overwrites first (worker model, section 2.3). */
  public enum FreeOrder {
    /** Free blocks first, then the head of the inactive LRU. */
    FREE_FIRST,
    /** One queue of free and inactive blocks in release order, as vLLM's linked list. */
    STRICT_QUEUE
  }

  /** Checks every setting. */
  public WorkerConfig {
    require(blockTokens >= 1, "blockTokens must be >= 1", blockTokens);
    require(kvBlocks >= 1, "kvBlocks must be >= 1", kvBlocks);
    require(maxNumBatchedTokens >= 1, "maxNumBatchedTokens must be >= 1", maxNumBatchedTokens);
    require(maxNumSeqs >= 1, "maxNumSeqs must be >= 1", maxNumSeqs);
    require(longPrefillTokenThreshold >= 0, "threshold must be >= 0", longPrefillTokenThreshold);
    require(watermarkBlocks >= 0, "watermarkBlocks must be >= 0", watermarkBlocks);
    require(maxModelLen >= 0, "maxModelLen must be >= 0", maxModelLen);
    require(maxPreemptions >= 1, "maxPreemptions must be >= 1", maxPreemptions);
  }

  private static void require(boolean holds, String rule, long value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", got " + value);
    }
  }

  /** Output tokens of a request after the cut at {@code maxModelLen}, at least 0. */
  public long cappedOutput(long inputTokens, long outputTokens) {
    return maxModelLen == 0 ? outputTokens : Math.min(outputTokens, maxModelLen - inputTokens);
  }

  /** Blocks that hold {@code tokens} tokens, rounded up. */
  public long blocksFor(long tokens) {
    return (tokens + blockTokens - 1) / blockTokens;
  }

  /**
   * KV blocks that a request needs at its end: the last sampled token needs none. At most {@code
   * Long.MAX_VALUE}.
   */
  public long neededBlocks(long inputTokens, long outputTokens) {
    long output = Math.max(cappedOutput(inputTokens, outputTokens), 1);
    // The sum stays below 2^64, because prompts are below 2^62 tokens.
    long blocks = Long.divideUnsigned(inputTokens + output - 1 + blockTokens - 1, blockTokens);
    return blocks < 0 ? Long.MAX_VALUE : blocks;
  }

  /**
   * Whether one step could compute the prompt if it has to: without chunked prefill all its tokens
   * need the budget of one step. What a cache may hold does not count, as in vLLM, which then wants
   * {@code max_model_len} within the budget.
   */
  public boolean stepTakesPrompt(long inputTokens) {
    return enableChunkedPrefill || inputTokens <= maxNumBatchedTokens;
  }

  /** Whether a worker of these settings can ever serve such a request (section 2.5). */
  public boolean canEverServe(long inputTokens, long outputTokens) {
    return (maxModelLen == 0 || inputTokens < maxModelLen)
        && stepTakesPrompt(inputTokens)
        && neededBlocks(inputTokens, outputTokens) <= kvBlocks;
  }
}

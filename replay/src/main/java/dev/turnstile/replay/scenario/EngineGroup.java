package dev.turnstile.replay.scenario;

import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.math.BigDecimal;
import java.util.OptionalLong;

/**
 * The scheduler of each worker (worker model, section 2.1).
 *
 * @param discipline scheduling discipline
 * @param maxNumSeqs limit on running requests
 * @param maxNumBatchedTokens token budget of a step
 * @param enableChunkedPrefill whether prompts may be cut
 * @param enablePrefixCaching whether the cache is used
 * @param longPrefillTokenThreshold cap on one request's tokens per step
 * @param watermarkFraction share of blocks kept free
 * @param fullSequenceMustFit whether the whole sequence must fit
 * @param policy order of the waiting queue
 * @param preemptionMode choice of the victim
 * @param maxModelLen longest sequence
 * @param maxPreemptions livelock guard
 * @param freeOrder eviction order
 * @param eventVisibility when events reach the router
 */
public record EngineGroup(
    @Setting(key = "discipline", value = "vllm", option = "--engine", doc = "scheduling discipline")
        Discipline discipline,
    @Setting(
            key = "max_num_seqs",
            value = "256",
            min = "1",
            unit = "requests",
            option = "--max-num-seqs",
            doc = "limit on the running batch")
        int maxNumSeqs,
    @Setting(
            key = "max_num_batched_tokens",
            value = "8192",
            min = "1",
            unit = "tokens",
            option = "--max-num-batched-tokens",
            doc = "token budget of a step")
        long maxNumBatchedTokens,
    @Setting(
            key = "enable_chunked_prefill",
            value = "true",
            doc = "compute a prompt over several steps where the budget asks for it")
        boolean enableChunkedPrefill,
    @Setting(key = "enable_prefix_caching", value = "true", doc = "look up cached prefix blocks")
        boolean enablePrefixCaching,
    @Setting(
            key = "long_prefill_token_threshold",
            value = "0",
            min = "0",
            unit = "tokens",
            doc = "cap on one request's tokens per step; 0 = off")
        long longPrefillTokenThreshold,
    @Setting(
            key = "watermark",
            value = "0",
            min = "0",
            max = "1",
            doc = "share of the blocks kept free at admission")
        BigDecimal watermarkFraction,
    @Setting(
            key = "full_sequence_must_fit",
            value = "true",
            doc = "admit a request only if its whole known sequence fits")
        boolean fullSequenceMustFit,
    @Setting(key = "policy", value = "fcfs", doc = "order of the waiting queue") QueueOrder policy,
    @Setting(
            key = "preemption_mode",
            value = "lifo",
            doc = "which running request is preempted under fcfs")
        PreemptionMode preemptionMode,
    @Setting(
            key = "max_model_len",
            value = "none",
            min = "1",
            unit = "tokens",
            doc = "longest sequence; longer prompts are rejected, outputs cut")
        OptionalLong maxModelLen,
    @Setting(
            key = "max_preemptions",
            value = "1000",
            min = "1",
            doc = "preemptions of one request after which the run fails")
        int maxPreemptions,
    @Setting(
            key = "free_order",
            value = "free_first",
            doc = "which block a new one overwrites first")
        FreeOrder freeOrder,
    @Setting(
            key = "event_visibility",
            value = "pass_start",
            doc = "when KV events of a step reach the router")
        EventVisibility eventVisibility) {

  /** Scheduling discipline. */
  public enum Discipline {
    /** vLLM V1. */
    VLLM
  }

  /** When the KV events of a step reach the router. */
  public enum EventVisibility {
    /** At the start of the step. */
    PASS_START,
    /** At its end. */
    PASS_END
  }
}

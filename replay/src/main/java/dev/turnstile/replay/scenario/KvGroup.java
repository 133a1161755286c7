package dev.turnstile.replay.scenario;

import dev.turnstile.engine.hardware.KvDtype;
import java.math.BigDecimal;

/**
 * The KV pool of each worker (worker model, sections 2.2 and 7.7).
 *
 * @param blockTokens tokens per block
 * @param numGpuBlocks pool capacity
 * @param dtype format of the cache
 * @param gpuMemoryUtilization usable share of GPU memory
 * @param reserveBytes memory kept free on each GPU
 */
public record KvGroup(
    @Setting(
            key = "block_size",
            value = "64",
            min = "1",
            unit = "tokens",
            option = "--block-size",
            doc = "tokens per KV block")
        int blockTokens,
    @Setting(
            key = "num_gpu_blocks",
            value = "auto",
            unit = "blocks",
            option = "--kv-blocks",
            aliases = {"--num-gpu-blocks"},
            doc = "pool capacity; auto = what GPUs and model leave room for")
        KvBlocks numGpuBlocks,
    @Setting(key = "dtype", value = "bf16", option = "--kv-dtype", doc = "format of the KV cache")
        KvDtype dtype,
    @Setting(
            key = "gpu_memory_utilization",
            value = "0.9",
            min = ">0",
            max = "1",
            doc = "share of GPU memory that the engine may use")
        BigDecimal gpuMemoryUtilization,
    @Setting(
            key = "reserve",
            value = "3.5GiB",
            min = "0",
            unit = "bytes",
            doc = "memory of each GPU for activations, communication buffers and the CUDA context")
        long reserveBytes) {}

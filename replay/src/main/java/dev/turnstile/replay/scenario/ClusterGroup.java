package dev.turnstile.replay.scenario;

/**
 * The workers and their hardware.
 *
 * @param workers number of replicas
 * @param model model id or file
 * @param gpu GPU id or file
 * @param tp GPUs of a replica
 * @param weightDtype format of the weights, or native
 */
public record ClusterGroup(
    @Setting(
            key = "workers",
            value = "1",
            min = "1",
            option = "--workers",
            aliases = {"--num-workers"},
            doc = "replicas")
        int workers,
    @Setting(
            key = "model",
            value = "qwen3-coder-30b-a3b",
            option = "--model",
            doc = "catalogue id (sim models) or a JSON file")
        String model,
    @Setting(
            key = "gpu",
            value = "h200-sxm",
            option = "--gpu",
            doc = "catalogue id (sim gpus) or a JSON file")
        String gpu,
    @Setting(
            key = "tp",
            value = "1",
            min = "1",
            unit = "GPUs",
            option = "--tp",
            doc = "tensor parallel size: GPUs of one replica")
        int tp,
    @Setting(
            key = "weight_dtype",
            value = "native",
            option = "--weight-dtype",
            doc =
                "format of the weights: native (the model's), bf16, fp8, int8, int4, fp4 or mxfp4")
        String weightDtype) {}

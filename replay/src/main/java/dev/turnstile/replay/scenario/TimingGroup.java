package dev.turnstile.replay.scenario;

import dev.turnstile.engine.timing.StepPricer.Composition;
import dev.turnstile.engine.timing.TimingSpec;
import java.math.BigDecimal;

/**
 * How long a step takes (worker model, section 7). The parameters of the model stand beside these
 * keys.
 *
 * @param model provider and given parameters; its path is {@code timing.provider}
 * @param stepComposition how a step is put together
 * @param speedupRatio divisor of step times
 * @param decodeSpeedupRatio divisor of the decode part
 */
public record TimingGroup(
    TimingSpec model,
    @Setting(
            key = "step_composition",
            value = "fused",
            option = "--step-composition",
            doc =
                "fused: one forward pass; split: prefill items plus one decode per emitting sequence, as Dynamo's mocker")
        Composition stepComposition,
    @Setting(
            key = "speedup_ratio",
            value = "1",
            min = "0",
            doc = "divides the time of every step; 0 = instant")
        BigDecimal speedupRatio,
    @Setting(
            key = "decode_speedup_ratio",
            value = "1",
            min = "0",
            doc = "divides the decode part of split steps once more; 0 = instant")
        BigDecimal decodeSpeedupRatio) {}

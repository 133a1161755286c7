package dev.turnstile.replay.metrics;

import java.util.OptionalLong;

/**
 * The settings of a run that the metrics need.
 *
 * @param gpus GPUs provisioned over all workers
 * @param blockTokens tokens per engine block
 * @param openLoop whether requests arrive by recorded or drawn time
 * @param requestedConcurrency slots of the closed loop, if it has any
 * @param prefixCaching whether workers look up cached blocks
 * @param oracle whether clairvoyant bounds are computed
 * @param ttftLimitNanos limit on TTFT
 * @param itlLimitNanos limit on ITL
 * @param e2eLimitNanos limit on E2E latency
 * @param sessionLimitNanos limit on a session tree's duration
 */
public record MeasureSettings(
    int gpus,
    int blockTokens,
    boolean openLoop,
    OptionalLong requestedConcurrency,
    boolean prefixCaching,
    boolean oracle,
    OptionalLong ttftLimitNanos,
    OptionalLong itlLimitNanos,
    OptionalLong e2eLimitNanos,
    OptionalLong sessionLimitNanos) {

  /** Whether requests are judged. */
  public boolean judgesRequests() {
    return ttftLimitNanos.isPresent() || itlLimitNanos.isPresent() || e2eLimitNanos.isPresent();
  }
}

package dev.turnstile.policies.admission;

import dev.turnstile.policies.spi.WorkerView;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The token budget of one worker and the lines drawn in it, all computed once and exactly.
 *
 * @param capacityTokens the budget, or {@link WorkerView#UNKNOWN}
 * @param pauseTokens usage above this is too much
 * @param targetTokens pausing goes on down to this
 * @param resumeTokens programs come back while usage stays within this
 * @param softFromTokens usage from which programs are demoted softly
 * @param softBelowTokens usage below which it is soft demotion only
 * @param maxTurns turns in flight that the worker accepts
 * @param pauseTurns turns in flight above which the worker has too many
 * @param targetTurns turns in flight that are safe
 * @param resumeTurns turns in flight up to which programs come back
 */
record Budget(
    long capacityTokens,
    long pauseTokens,
    long targetTokens,
    long resumeTokens,
    long softFromTokens,
    long softBelowTokens,
    long maxTurns,
    long pauseTurns,
    long targetTurns,
    long resumeTurns) {

  /** The budget of a worker under the given settings. */
  static Budget of(WorkerView worker, ThunderConfig config) {
    long capacity = capacity(worker, config);
    long turns = worker.maxRunningRequests();
    return new Budget(
        capacity,
        share(capacity, config.pauseThreshold, RoundingMode.FLOOR),
        share(capacity, config.pauseTarget, RoundingMode.FLOOR),
        share(capacity, config.resumeCeiling, RoundingMode.FLOOR),
        share(capacity, config.softDemoteThreshold, RoundingMode.CEILING),
        share(capacity, config.pauseThreshold, RoundingMode.CEILING),
        turns,
        share(turns, config.pauseThreshold, RoundingMode.FLOOR),
        share(turns, config.pauseTarget, RoundingMode.FLOOR),
        share(turns, config.resumeCeiling, RoundingMode.FLOOR));
  }

  /** Whether the capacity is known. */
  boolean known() {
    return capacityTokens != WorkerView.UNKNOWN;
  }

  private static long capacity(WorkerView worker, ThunderConfig config) {
    return switch (config.budgetTiers) {
      case GPU -> worker.kvTokens();
      case GPU_AND_HOST ->
          worker.capacityKnown()
              ? Math.addExact(worker.kvTokens(), worker.hostTokens())
              : WorkerView.UNKNOWN;
      case HOST -> worker.hostTokens();
      case EXPLICIT -> config.budgetTokens;
    };
  }

  private static long share(long whole, BigDecimal fraction, RoundingMode rounding) {
    return whole == WorkerView.UNKNOWN
        ? WorkerView.UNKNOWN
        : fraction.multiply(BigDecimal.valueOf(whole)).setScale(0, rounding).longValueExact();
  }
}

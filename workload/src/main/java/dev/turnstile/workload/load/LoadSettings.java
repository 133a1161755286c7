package dev.turnstile.workload.load;

import java.math.BigDecimal;

/**
 * How the load is shaped.
 *
 * @param arrivals what decides when a play starts
 * @param gaps what becomes of the recorded gaps
 * @param requestConcurrency most requests that the client has in flight, or {@link #NO_LIMIT}
 * @param maxSimTimeNanos nothing is sent after this time; {@link Long#MAX_VALUE} = no end
 */
public record LoadSettings(
    ArrivalMode arrivals, Gaps gaps, int requestConcurrency, long maxSimTimeNanos) {

  /** No bound on requests in flight. */
  public static final int NO_LIMIT = Integer.MAX_VALUE;

  /** No cap on a gap. */
  public static final long NO_CAP = Long.MAX_VALUE;

  /** The recorded load, as it is. */
  public static final LoadSettings RECORDED =
      new LoadSettings(new ArrivalMode.Recorded(), Gaps.AS_RECORDED, NO_LIMIT, Long.MAX_VALUE);

  /** How the delays of several predecessors combine. */
  public enum DelayPolicy {
    /** Every edge has its own recorded delay; the last one to pass decides. */
    EDGE,
    /** One recorded residual delay after the last trigger. */
    RESIDUAL
  }

  /**
   * What becomes of recorded offsets and delays; the division comes first, then the caps.
   *
   * @param speedup divides offsets, floors and delays, each on its own, rounded half up; above 0
   * @param maxGapNanos cap on every delay, or {@link #NO_CAP}
   * @param idleCapNanos longest wait while no request is in flight, or {@link #NO_CAP}
   * @param delayPolicy how several predecessors combine
   */
  public record Gaps(
      BigDecimal speedup, long maxGapNanos, long idleCapNanos, DelayPolicy delayPolicy) {

    /** Everything as recorded. */
    public static final Gaps AS_RECORDED =
        new Gaps(BigDecimal.ONE, NO_CAP, NO_CAP, DelayPolicy.EDGE);

    /** Checks the ranges. */
    public Gaps {
      if (speedup.signum() <= 0) {
        throw new IllegalArgumentException("speedup must be > 0, got " + speedup);
      }
      if (maxGapNanos < 0 || idleCapNanos < 0) {
        throw new IllegalArgumentException(
            "caps must be >= 0, got " + maxGapNanos + " and " + idleCapNanos);
      }
    }
  }

  /** Checks the ranges. */
  public LoadSettings {
    if (requestConcurrency < 1) {
      throw new IllegalArgumentException(
          "requestConcurrency must be >= 1, got " + requestConcurrency);
    }
    if (maxSimTimeNanos < 0) {
      throw new IllegalArgumentException("maxSimTimeNanos must be >= 0, got " + maxSimTimeNanos);
    }
  }
}

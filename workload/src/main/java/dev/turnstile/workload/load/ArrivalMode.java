package dev.turnstile.workload.load;

import java.math.BigDecimal;

/** What decides when a play starts. */
public sealed interface ArrivalMode {

  /** Open loop: roots start at their recorded offsets, and recorded floors hold. */
  record Recorded() implements ArrivalMode {}

  /**
   * Open loop with drawn starts: the first play starts at 0, the others after exponential gaps, in
   * play order. Inside a play everything keeps its recorded distance to the play's first root.
   *
   * @param playsPerSecond mean rate, above 0
   */
  record Poisson(BigDecimal playsPerSecond) implements ArrivalMode {
    /** Checks the rate. */
    public Poisson {
      if (playsPerSecond.signum() <= 0) {
        throw new IllegalArgumentException("rate must be > 0, got " + playsPerSecond);
      }
    }
  }

  /**
   * Closed loop: a play starts when a slot is free and keeps it, gaps included, until its last
   * request is terminal.
   *
   * @param slots plays that live at the same time, at least 1, or {@link #ALL_PLAYS}
   * @param staticLanes play {@code i} runs in lane {@code i mod slots} instead of the first free
   *     slot
   */
  record ClosedLoop(int slots, boolean staticLanes) implements ArrivalMode {
    /** As many slots as plays. */
    public static final int ALL_PLAYS = Integer.MAX_VALUE;

    /** Checks the number of slots. */
    public ClosedLoop {
      if (slots < 1) {
        throw new IllegalArgumentException("slots must be >= 1, got " + slots);
      }
    }
  }
}

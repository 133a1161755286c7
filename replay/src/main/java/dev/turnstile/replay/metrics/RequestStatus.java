package dev.turnstile.replay.metrics;

import java.util.Locale;

/** How a request ended. */
public enum RequestStatus {
  /** All its output came. */
  COMPLETED,
  /** Its output was cut at the model's length. */
  LENGTH_CAPPED,
  /** It can never be served, or a policy refused it. */
  REJECTED,
  /** It was withdrawn. */
  CANCELLED,
  /** An earlier request of its play failed. */
  SKIPPED,
  /** The run stopped first. */
  INCOMPLETE;

  /** The name in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it counts in latencies and token totals. */
  public boolean served() {
    return this == COMPLETED || this == LENGTH_CAPPED;
  }
}

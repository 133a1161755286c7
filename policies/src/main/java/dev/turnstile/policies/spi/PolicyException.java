package dev.turnstile.policies.spi;

import java.util.Locale;

/** A policy broke its contract: the run ends (exit code 4). */
public final class PolicyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String policy;
  private final long timeNanos;

  /**
   * Names the policy, the simulated time and the rule.
   *
   * @param rule the rule that was broken and by what
   */
  public PolicyException(String policy, long timeNanos, String rule) {
    this(policy, timeNanos, rule, null);
  }

  /** As the other constructor, with what the policy threw. */
  public PolicyException(
      String policy,
      long timeNanos,
      String rule,
      @org.jspecify.annotations.Nullable Throwable cause) {
    super(
        String.format(Locale.ROOT, "policy %s at %.6f ms: %s", policy, timeNanos / 1e6, rule),
        cause);
    this.policy = policy;
    this.timeNanos = timeNanos;
  }

  /** Id of the policy. */
  public String policy() {
    return policy;
  }

  /** Simulated time of the breach. */
  public long timeNanos() {
    return timeNanos;
  }
}

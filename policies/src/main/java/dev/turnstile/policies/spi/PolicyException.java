package dev.turnstile.policies.spi;

import java.math.BigDecimal;

/** A policy that broke its contract, and the simulated time at which it did. */
public final class PolicyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String policy;
  private final long timeNanos;
  private final String rule;

  /**
   * Creates the exception.
   *
   * @param policy the name of the policy
   * @param timeNanos the simulated time of the decision
   * @param rule the rule that was broken, with the values that broke it
   */
  public PolicyException(String policy, long timeNanos, String rule) {
    super("policy " + policy + " at " + BigDecimal.valueOf(timeNanos, 9) + " s: " + rule);
    this.policy = policy;
    this.timeNanos = timeNanos;
    this.rule = rule;
  }

  /** {@return the name of the policy} */
  public String policy() {
    return policy;
  }

  /** {@return the simulated time of the decision} */
  public long timeNanos() {
    return timeNanos;
  }

  /** {@return the rule that was broken} */
  public String rule() {
    return rule;
  }
}

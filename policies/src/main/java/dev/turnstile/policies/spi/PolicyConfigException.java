package dev.turnstile.policies.spi;

/** A policy parameter has a wrong name or value: the scenario is wrong (exit code 2). */
public final class PolicyConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String policy;
  private final String parameter;
  private final String value;

  /**
   * Names the parameter and what is wrong with it.
   *
   * @param problem what is allowed
   */
  public PolicyConfigException(String policy, String parameter, String value, String problem) {
    super("policy " + policy + ": " + parameter + "=" + value + ": " + problem);
    this.policy = policy;
    this.parameter = parameter;
    this.value = value;
  }

  /** Id of the policy. */
  public String policy() {
    return policy;
  }

  /** Name of the parameter. */
  public String parameter() {
    return parameter;
  }

  /** The rejected value. */
  public String value() {
    return value;
  }
}

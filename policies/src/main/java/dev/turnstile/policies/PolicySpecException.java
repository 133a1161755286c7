package dev.turnstile.policies;

/** A policy is named wrongly: the scenario is wrong (exit code 2). */
public final class PolicySpecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String spec;
  private final String problem;

  /**
   * Names what was written and what is wrong with it.
   *
   * @param problem what is wrong and what is allowed
   */
  public PolicySpecException(String spec, String problem) {
    super("policy '" + spec + "': " + problem);
    this.spec = spec;
    this.problem = problem;
  }

  /** What was written. */
  public String spec() {
    return spec;
  }

  /** What is wrong and what is allowed. */
  public String problem() {
    return problem;
  }
}

package dev.turnstile.engine.timing;

/** A setting of the step timing that is unknown, missing or out of its range. */
public final class TimingConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String value;
  private final String problem;
  private final String allowed;

  /**
   * Creates the exception; the message is {@code timing.key: problem 'value'; allowed: ...}.
   *
   * @param key snake_case name of the setting below {@code timing}
   * @param value the offending value as given, empty if it is missing
   * @param problem what is wrong
   * @param allowed what would be right
   */
  public TimingConfigException(String key, String value, String problem, String allowed) {
    super(
        "timing."
            + key
            + ": "
            + problem
            + (value.isEmpty() ? "" : " '" + value + "'")
            + "; allowed: "
            + allowed);
    this.key = key;
    this.value = value;
    this.problem = problem;
    this.allowed = allowed;
  }

  /** Returns the snake_case name of the setting below {@code timing}. */
  public String key() {
    return key;
  }

  /** Returns the offending value as given, empty if it is missing. */
  public String value() {
    return value;
  }

  /** Returns what is wrong. */
  public String problem() {
    return problem;
  }

  /** Returns what would be right. */
  public String allowed() {
    return allowed;
  }
}

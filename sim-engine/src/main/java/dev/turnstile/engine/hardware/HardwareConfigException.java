package dev.turnstile.engine.hardware;

/** A setting about hardware or model that names nothing known or fits nothing it is used with. */
public final class HardwareConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String setting;
  private final String value;
  private final String problem;
  private final String hint;

  /**
   * Creates the exception; the message is {@code setting: problem 'value'; hint}.
   *
   * @param setting snake_case name of the setting, such as {@code tp}
   * @param value the offending value as given
   * @param problem what is wrong with it
   * @param hint what would be right
   */
  public HardwareConfigException(String setting, String value, String problem, String hint) {
    super(setting + ": " + problem + " '" + value + "'; " + hint);
    this.setting = setting;
    this.value = value;
    this.problem = problem;
    this.hint = hint;
  }

  /** Returns the snake_case name of the setting. */
  public String setting() {
    return setting;
  }

  /** Returns the offending value as given. */
  public String value() {
    return value;
  }

  /** Returns what is wrong with the value. */
  public String problem() {
    return problem;
  }

  /** Returns what would be right. */
  public String hint() {
    return hint;
  }
}

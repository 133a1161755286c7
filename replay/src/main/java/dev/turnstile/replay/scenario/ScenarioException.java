package dev.turnstile.replay.scenario;

import org.jspecify.annotations.Nullable;

/** A setting of a run that is unknown, out of range, or at odds with another one. */
public final class ScenarioException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String setting;
  private final String problem;
  private final @Nullable String hint;

  /**
   * Creates the exception.
   *
   * @param setting the path of the setting, for example {@code load.concurrency}
   * @param problem what is wrong, with the value that was given
   * @param hint what is allowed, or the closest match
   */
  public ScenarioException(String setting, String problem, @Nullable String hint) {
    super(setting + ": " + problem + (hint == null ? "" : ", " + hint));
    this.setting = setting;
    this.problem = problem;
    this.hint = hint;
  }

  /** {@return the path of the setting} */
  public String setting() {
    return setting;
  }

  /** {@return what is wrong} */
  public String problem() {
    return problem;
  }

  /** {@return what is allowed, or the closest match, or null} */
  public @Nullable String hint() {
    return hint;
  }
}

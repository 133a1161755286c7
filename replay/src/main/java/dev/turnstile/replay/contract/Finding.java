package dev.turnstile.replay.contract;

/**
 * How a check ended.
 *
 * @param check the check
 * @param outcome how it ended
 * @param detail what was run or measured; what is wrong if it failed; on what it waits if it was
 *     not run
 */
public record Finding(Check check, Outcome outcome, String detail) {

  /** How a check may end. */
  public enum Outcome {
    /** The policy keeps the promise. */
    OK("ok"),
    /** It does not. */
    FAILED("FAILED"),
    /** An earlier failure left nothing to look at. */
    NOT_RUN("not run");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }

    /** The word in reports. */
    public String label() {
      return label;
    }
  }

  static Finding ok(Check check, String detail) {
    return new Finding(check, Outcome.OK, detail);
  }

  static Finding failed(Check check, String detail) {
    return new Finding(check, Outcome.FAILED, detail);
  }

  static Finding notRun(Check check, String detail) {
    return new Finding(check, Outcome.NOT_RUN, detail);
  }
}

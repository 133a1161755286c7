package dev.turnstile.workload.trace.source;

import dev.turnstile.workload.InvalidInputException;

/**
 * One row is wrong in a way that a lenient reader may skip.
 *
 * <p>What no reader may skip is thrown as {@link InvalidInputException} at once.
 */
public final class BadRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final transient InvalidInputException error;

  /**
   * Wraps the error of a strict reader.
   *
   * @param reason short name under which a lenient reader counts it, for instance {@code
   *     wrong_type}
   */
  public BadRowException(String reason, InvalidInputException error) {
    super(error.getMessage(), error);
    this.reason = reason;
    this.error = error;
  }

  /** Short name under which a lenient reader counts it. */
  public String reason() {
    return reason;
  }

  /** What a strict reader throws. */
  public InvalidInputException error() {
    return error;
  }
}

package dev.turnstile.reports.compare;

/** Results that cannot be compared as asked: the command line is wrong. */
public final class IncomparableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says why.
   *
   * @param problem what differs or is missing, and what helps
   */
  public IncomparableException(String problem) {
    super(problem);
  }
}

package dev.turnstile.engine.kernel;

/**
 * Something would last beyond simulated time, which ends 2^62 ns, 146 years, after the start; so
 * the sum of two times is always a {@code long}.
 */
public final class EndOfTimeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The last time of a run. */
  public static final long END_NANOS = 1L << 62;

  /**
   * Creates the exception.
   *
   * @param message what lasts so long
   */
  public EndOfTimeException(String message) {
    super(message);
  }

  /**
   * The end of something that starts now.
   *
   * @param nowNanos at least 0
   * @param durationNanos at least 0
   * @throws EndOfTimeException if it lies beyond simulated time
   */
  public static long after(long nowNanos, long durationNanos) {
    long end = nowNanos + durationNanos;
    if (end < 0 || end > END_NANOS) {
      throw new EndOfTimeException(
          "what takes " + durationNanos + " ns from " + nowNanos + " ns on ends after 146 years");
    }
    return end;
  }
}

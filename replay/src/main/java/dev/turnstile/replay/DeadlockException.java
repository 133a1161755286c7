package dev.turnstile.replay;

import java.util.List;
import java.util.Locale;

/** A run in which nothing is left to happen while requests are still unfinished. */
public final class DeadlockException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long timeNanos;
  private final long unfinished;
  private final transient List<String> waiting;

  /**
   * Creates the exception.
   *
   * @param timeNanos the simulated time at which the last event happened
   * @param unfinished how many requests did not finish
   * @param waiting the first of them, one line each: who waits, and for what
   */
  public DeadlockException(long timeNanos, long unfinished, List<String> waiting) {
    super(summary(timeNanos, unfinished) + ": " + String.join("; ", waiting));
    this.timeNanos = timeNanos;
    this.unfinished = unfinished;
    this.waiting = List.copyOf(waiting);
  }

  private static String summary(long timeNanos, long unfinished) {
    return String.format(
        Locale.ROOT,
        "%d %s cannot finish; nothing happens after %.6f ms",
        unfinished,
        unfinished == 1 ? "request" : "requests",
        timeNanos / 1e6);
  }

  /** {@return how many requests are stuck and since when, without the list} */
  public String summary() {
    return summary(timeNanos, unfinished);
  }

  /** {@return the simulated time at which the last event happened} */
  public long timeNanos() {
    return timeNanos;
  }

  /** {@return how many requests did not finish} */
  public long unfinished() {
    return unfinished;
  }

  /** {@return the first stuck requests, one line each: who waits, and for what} */
  public List<String> waiting() {
    return waiting;
  }
}

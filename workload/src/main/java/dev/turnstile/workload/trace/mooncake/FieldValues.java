package dev.turnstile.workload.trace.mooncake;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.trace.source.JsonRow;

/** Values of fields that must lie in a range; what does not cannot be skipped. */
public final class FieldValues {
  private static final int NANO_DIGITS_OF_MS = 6;
  private static final int NANO_DIGITS_OF_S = 9;

  /** Ten years; so no sum of a time and a few spans can overflow. */
  private static final long LONGEST = 315_576_000_000L * 1_000_000L;

  private FieldValues() {}

  /**
   * A string.
   *
   * @throws InvalidInputException if it is empty
   */
  public static String nonEmpty(JsonRow row) {
    String text = row.text();
    if (text.isEmpty()) {
      throw row.invalid("must not be empty", "");
    }
    return text;
  }

  /**
   * A time span in milliseconds, as nanoseconds.
   *
   * @throws InvalidInputException if it is negative or longer than ten years
   */
  public static long durationNanos(JsonRow row) {
    return span(row, NANO_DIGITS_OF_MS);
  }

  /**
   * A time span in seconds, as nanoseconds.
   *
   * @throws InvalidInputException if it is negative or longer than ten years
   */
  public static long secondsAsNanos(JsonRow row) {
    return span(row, NANO_DIGITS_OF_S);
  }

  private static long span(JsonRow row, int nanoDigits) {
    long nanos = row.scaled(nanoDigits);
    if (nanos < 0) {
      throw row.invalid("must be >= 0, got " + row.shown(), "");
    }
    if (nanos > LONGEST) {
      throw row.invalid("is longer than ten years, got " + row.shown(), "");
    }
    return nanos;
  }

  /**
   * A whole number.
   *
   * @param max {@link Long#MAX_VALUE} for no upper bound
   * @throws InvalidInputException if it is out of range
   */
  public static long wholeIn(JsonRow row, long min, long max) {
    long value = row.whole();
    if (value < min || value > max) {
      String range = max == Long.MAX_VALUE ? ">= " + min : "in " + min + ".." + max;
      throw row.invalid("must be " + range + ", got " + row.shown(), "");
    }
    return value;
  }
}

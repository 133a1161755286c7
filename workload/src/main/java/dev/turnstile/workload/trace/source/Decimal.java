package dev.turnstile.workload.trace.source;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers from their decimal text, without a detour over {@code double}. */
final class Decimal {
  /** A long has at most 19 digits. */
  private static final int LONG_DIGITS = 20;

  private Decimal() {}

  /**
   * The number times 10^{@code digits}, rounded half up.
   *
   * @param text holds a JSON number
   * @throws ArithmeticException if the result does not fit a long
   */
  static long scaled(char[] text, int offset, int length, int digits) {
    long value = 0;
    int fractionDigits = -1;
    boolean up = false;
    for (int i = offset; i < offset + length; i++) {
      char c = text[i];
      if (c == '.') {
        fractionDigits = 0;
      } else if (c < '0' || c > '9') {
        return scaledSlowly(text, offset, length, digits);
      } else if (fractionDigits < digits) {
        value = Math.addExact(Math.multiplyExact(value, 10L), c - '0');
        fractionDigits += fractionDigits < 0 ? 0 : 1;
      } else if (fractionDigits == digits) {
        up = c >= '5';
        fractionDigits++;
      }
    }
    for (int i = Math.max(fractionDigits, 0); i < digits; i++) {
      value = Math.multiplyExact(value, 10L);
    }
    return up ? Math.addExact(value, 1L) : value;
  }

  /** Signs and exponents. */
  private static long scaledSlowly(char[] text, int offset, int length, int digits) {
    BigDecimal number = decimal(text, offset, length).movePointRight(digits);
    if (magnitude(number) < 0) {
      return 0;
    }
    checkMagnitude(number);
    RoundingMode halfUp = number.signum() < 0 ? RoundingMode.HALF_DOWN : RoundingMode.HALF_UP;
    return number.setScale(0, halfUp).longValueExact();
  }

  /**
   * The whole number that the text stands for, be it written as {@code 1000}, {@code 1e3} or {@code
   * 1000.0}.
   *
   * @throws NumberFormatException if it is not whole
   * @throws ArithmeticException if it does not fit a long
   */
  static long whole(char[] text, int offset, int length) {
    BigDecimal number = decimal(text, offset, length);
    if (number.signum() == 0) {
      return 0;
    }
    if (magnitude(number) < 1) {
      throw new NumberFormatException("not whole");
    }
    checkMagnitude(number);
    if (number.stripTrailingZeros().scale() > 0) {
      throw new NumberFormatException("not whole");
    }
    return number.longValueExact();
  }

  /**
   * An unsigned 64-bit number in plain digits.
   *
   * @throws NumberFormatException if it is something else
   */
  static long unsigned(char[] text, int offset, int length) {
    if (length > LONG_DIGITS) {
      throw new NumberFormatException("out of range");
    }
    int plain = Math.min(length, LONG_DIGITS - 2);
    long value = 0;
    for (int i = offset; i < offset + plain; i++) {
      value = value * 10 + digit(text[i]);
    }
    for (int i = offset + plain; i < offset + length; i++) {
      int digit = digit(text[i]);
      if (Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, 10)) > 0) {
        throw new NumberFormatException("out of range");
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static int digit(char c) {
    if (c < '0' || c > '9') {
      throw new NumberFormatException("not an unsigned whole number");
    }
    return c - '0';
  }

  private static BigDecimal decimal(char[] text, int offset, int length) {
    try {
      return new BigDecimal(text, offset, length);
    } catch (NumberFormatException e) {
      throw (ArithmeticException) new ArithmeticException("exponent out of range").initCause(e);
    }
  }

  /** Number of digits before the point; 0 or less for a number below 1. */
  private static long magnitude(BigDecimal number) {
    return number.signum() == 0 ? 0 : (long) number.precision() - number.scale();
  }

  private static void checkMagnitude(BigDecimal number) {
    if (magnitude(number) > LONG_DIGITS) {
      throw new ArithmeticException("out of range");
    }
  }
}

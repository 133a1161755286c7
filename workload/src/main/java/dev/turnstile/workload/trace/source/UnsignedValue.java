package dev.turnstile.workload.trace.source;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads unsigned 64-bit whole numbers exactly, the short ones quickly. */
final class UnsignedValue {
  /** So many characters are a {@code long} whatever they are. */
  private static final int SAFE_DIGITS = 18;

  private UnsignedValue() {}

  /**
   * The bits of the number that the parser is on.
   *
   * @throws NumberFormatException if it is negative, fractional or above 2^64 - 1
   */
  static long of(JsonParser at, @Nullable JsonToken token) {
    if (token == JsonToken.VALUE_NUMBER_INT && at.getStringLength() <= SAFE_DIGITS) {
      long value = at.getLongValue();
      if (value > 0) {
        return value;
      }
    }
    return Decimal.unsigned(at.getStringCharacters(), at.getStringOffset(), at.getStringLength());
  }
}

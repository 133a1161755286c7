package dev.turnstile.reports.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A comma-separated table in the form of RFC 4180, with {@code \n} as line end.
 *
 * <p>Values are put one after another and a row is ended with {@link #end}.
 */
final class Csv {
  private final Appendable out;
  private boolean first = true;

  Csv(Appendable out) {
    this.out = out;
  }

  /** Writes the line of column names as it is. */
  void header(String line) {
    append(line);
  }

  Csv put(@Nullable String value) {
    separate();
    if (value != null) {
      append(quoted(value));
    }
    return this;
  }

  Csv put(long value) {
    separate();
    append(Long.toString(value));
    return this;
  }

  /** A number, empty if it is not finite. */
  Csv put(double value) {
    separate();
    if (Double.isFinite(value)) {
      append(number(value));
    }
    return this;
  }

  Csv empty() {
    separate();
    return this;
  }

  void end() {
    append("\n");
    first = true;
  }

  /** The shortest decimal without exponent that reads back to the same double. */
  static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    String shortest = Double.toString(value);
    if (shortest.indexOf('E') >= 0) {
      return new BigDecimal(shortest).stripTrailingZeros().toPlainString();
    }
    int end = shortest.length();
    while (shortest.charAt(end - 1) == '0') {
      end--;
    }
    return shortest.substring(0, end);
  }

  private static String quoted(String value) {
    boolean plain = true;
    for (int i = 0; i < value.length() && plain; i++) {
      char c = value.charAt(i);
      plain = c != ',' && c != '"' && c != '\n' && c != '\r';
    }
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }

  private void separate() {
    if (!first) {
      append(",");
    }
    first = false;
  }

  private void append(String text) {
    try {
      out.append(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

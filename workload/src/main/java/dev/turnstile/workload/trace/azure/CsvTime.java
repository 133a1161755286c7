package dev.turnstile.workload.trace.azure;

import dev.turnstile.workload.trace.source.LineReader;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times such as {@code 2023-11-16 18:17:03.9799600}, with up to nine decimals and perhaps an offset
 * {@code +00:00}; without one they are UTC.
 */
final class CsvTime {
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4})-(\\d\\d)-(\\d\\d)[ T](\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,9}))?"
              + "(Z|[+-]\\d\\d:\\d\\d)?");
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private CsvTime() {}

  /** Unix time in nanoseconds. */
  static long epochNanos(String text, LineReader lines) {
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      throw AzureReader.bad(
          lines, "TIMESTAMP", "must be yyyy-MM-dd HH:mm:ss.fffffff, got \"" + text + '"');
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              number(time, 1),
              number(time, 2),
              number(time, 3),
              number(time, 4),
              number(time, 5),
              number(time, 6));
      String offset = time.group(8);
      ZoneOffset zone = offset == null ? ZoneOffset.UTC : ZoneOffset.of(offset);
      return Math.addExact(
          Math.multiplyExact(local.toEpochSecond(zone), NANOS_PER_SECOND), nanos(time.group(7)));
    } catch (DateTimeException | ArithmeticException e) {
      throw AzureReader.bad(lines, "TIMESTAMP", "is no valid time, got \"" + text + '"');
    }
  }

  private static int number(Matcher time, int group) {
    return Integer.parseInt(time.group(group));
  }

  private static long nanos(@Nullable String decimals) {
    return decimals == null ? 0 : Long.parseLong((decimals + "000000000").substring(0, 9));
  }
}

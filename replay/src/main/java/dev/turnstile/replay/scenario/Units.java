package dev.turnstile.replay.scenario;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers with units, as people write them: {@code 5s}, {@code 80ms}, {@code 3.5GiB}, {@code 32k}.
 *
 * <p>Reading is strict and exact. {@code k}, {@code M} and {@code GB} are decimal, {@code Ki},
 * {@code MiB} and {@code GiB} binary.
 */
public final class Units {
  private static final Pattern NUMBER =
      Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?)\\s?([A-Za-zµ]*)");

  /** A unit: its name and how many of the smallest unit it is. */
  private record Unit(String name, BigDecimal factor) {}

  private static final List<Unit> TIMES =
      List.of(
          unit("ns", "1"),
          unit("us", "1e3"),
          unit("µs", "1e3"),
          unit("ms", "1e6"),
          unit("s", "1e9"),
          unit("m", "60e9"),
          unit("min", "60e9"),
          unit("h", "3600e9"),
          unit("d", "86400e9"));

  private static final List<Unit> COUNTS =
      List.of(
          unit("", "1"),
          unit("k", "1e3"),
          unit("M", "1e6"),
          unit("G", "1e9"),
          unit("Ki", "1024"),
          unit("Mi", "1048576"),
          unit("Gi", "1073741824"));

  private static final List<Unit> SIZES =
      List.of(
          unit("", "1"),
          unit("B", "1"),
          unit("kB", "1e3"),
          unit("MB", "1e6"),
          unit("GB", "1e9"),
          unit("TB", "1e12"),
          unit("KiB", "1024"),
          unit("MiB", "1048576"),
          unit("GiB", "1073741824"),
          unit("TiB", "1099511627776"));

  private static final Map<String, String> SHOWN_TIMES = Map.of("s", "1e9", "ms", "1e6");

  private Units() {}

  private static Unit unit(String name, String factor) {
    return new Unit(name, new BigDecimal(factor));
  }

  /**
   * Reads a duration and returns nanoseconds, rounded half up.
   *
   * @param defaultUnit unit of a bare number, {@code s} or {@code ms}
   * @throws IllegalArgumentException saying what would be right
   */
  public static long parseNanos(String text, String defaultUnit) {
    BigDecimal nanos =
        scaled(text, TIMES, defaultUnit, "a duration such as 5s, 80ms or 10m; bare numbers are ")
            .setScale(0, RoundingMode.HALF_UP);
    return exact(nanos);
  }

  /**
   * Reads a size in bytes.
   *
   * @throws IllegalArgumentException saying what would be right
   */
  public static long parseBytes(String text) {
    return exact(scaled(text, SIZES, "", "a size such as 40GiB or 500MB"));
  }

  /**
   * Reads a whole number, perhaps with {@code k}, {@code M}, {@code G}, {@code Ki}, {@code Mi} or
   * {@code Gi}.
   *
   * @throws IllegalArgumentException saying what would be right
   */
  public static long parseCount(String text) {
    return exact(scaled(text, COUNTS, "", "a whole number such as 64 or 32k"));
  }

  /**
   * Reads a decimal number without a unit.
   *
   * @throws IllegalArgumentException saying what would be right
   */
  public static BigDecimal parseDecimal(String text) {
    return scaled(text, List.of(unit("", "1")), "", "a number");
  }

  /** Writes a duration in a unit, {@code s} or {@code ms}, exactly. */
  public static String formatNanos(long nanos, String unit) {
    BigDecimal factor = new BigDecimal(SHOWN_TIMES.getOrDefault(unit, "1e9"));
    return plain(BigDecimal.valueOf(nanos).divide(factor)) + unit;
  }

  /** Writes a size in the largest binary unit that gives at most three decimals. */
  public static String formatBytes(long bytes) {
    for (int i = SIZES.size() - 1; i >= 0; i--) {
      Unit unit = SIZES.get(i);
      if (unit.name.endsWith("iB")) {
        BigDecimal value = BigDecimal.valueOf(bytes).divide(unit.factor);
        if (bytes >= unit.factor.longValue() && value.stripTrailingZeros().scale() <= 3) {
          return plain(value) + unit.name;
        }
      }
    }
    return Long.toString(bytes);
  }

  /** Writes a number without exponent and trailing zeros. */
  public static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static BigDecimal scaled(
      String text, List<Unit> units, String defaultUnit, String expected) {
    Matcher matcher = NUMBER.matcher(text.strip());
    if (matcher.matches()) {
      String name = matcher.group(2).isEmpty() ? defaultUnit : matcher.group(2);
      for (Unit unit : units) {
        if (unit.name.equals(name)) {
          return new BigDecimal(matcher.group(1)).multiply(unit.factor);
        }
      }
    }
    throw new IllegalArgumentException("must be " + expected + defaultUnit);
  }

  private static long exact(BigDecimal value) {
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      boolean fraction = value.stripTrailingZeros().scale() > 0;
      throw new IllegalArgumentException(
          fraction ? "must be a whole number" : "is too large for 64 bits", e);
    }
  }
}

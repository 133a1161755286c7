package dev.turnstile.replay.sweep;

import dev.turnstile.replay.scenario.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a setting as people write them: one value, a list {@code 32,64,128}, or ranges:
 * {@code 32..512*2} multiplies, {@code 0.8..0.95+0.05} adds, {@code 1..4} adds 1.
 *
 * <p>A range begins at its first number and stays at or below its second one; arithmetic is exact
 * decimal. Numbers may carry a unit, the same at both ends: {@code 40GiB..160GiB*2}. Lists may hold
 * ranges. A text is a range only if it begins with a number, so paths such as {@code ../m.json} are
 * plain values.
 */
final class AxisValues {
  /** Most values of one axis. */
  static final int MAX_VALUES = 10_000;

  private static final String NUMBER = "([+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?)";
  private static final String UNIT = "([A-Za-zµ]*)";
  private static final Pattern RANGE =
      Pattern.compile(
          NUMBER
              + UNIT
              + "\\s*\\.\\.\\s*"
              + NUMBER
              + UNIT
              + "\\s*(?:([*+])\\s*"
              + NUMBER
              + UNIT
              + ")?");
  private static final Pattern LOOKS_LIKE_RANGE = Pattern.compile("[+-]?[0-9][^,]*\\.\\..*");

  private AxisValues() {}

  /**
   * Reads the values, in the order in which they are written.
   *
   * @throws IllegalArgumentException saying what is wrong and what would be right
   */
  static List<String> parse(String text) {
    Set<String> values = new LinkedHashSet<>();
    for (String item : text.split(",", -1)) {
      for (String value : item(item.strip())) {
        if (!values.add(value)) {
          throw new IllegalArgumentException(value + " is there twice");
        }
        if (values.size() > MAX_VALUES) {
          throw tooMany();
        }
      }
    }
    return List.copyOf(values);
  }

  private static List<String> item(String item) {
    if (item.isEmpty()) {
      throw new IllegalArgumentException("a value is empty; write 32,64,128");
    }
    if (!LOOKS_LIKE_RANGE.matcher(item).matches()) {
      return List.of(item);
    }
    Matcher range = RANGE.matcher(item);
    if (!range.matches()) {
      throw new IllegalArgumentException(
          "'" + item + "' is no range; write 32..512*2, 0.8..0.95+0.05 or 1..4");
    }
    return range(item, range);
  }

  private static List<String> range(String item, Matcher range) {
    BigDecimal from = new BigDecimal(range.group(1));
    BigDecimal to = new BigDecimal(range.group(3));
    String unit = range.group(2);
    if (!unit.equals(range.group(4))) {
      throw wrong(item, "both ends need the same unit, as in 40GiB..160GiB*2");
    }
    if (from.compareTo(to) > 0) {
      throw wrong(item, "begins above its end");
    }
    boolean factor = "*".equals(range.group(5));
    BigDecimal step = step(item, range, from, to);
    List<BigDecimal> values = new ArrayList<>();
    for (BigDecimal at = from;
        at.compareTo(to) <= 0;
        at = factor ? times(at, step) : at.add(step)) {
      values.add(at);
      if (values.size() > MAX_VALUES) {
        throw tooMany();
      }
    }
    // Powers of a long factor have thousands of digits: written only once they are few enough.
    return values.stream().map(value -> Units.plain(value) + unit).toList();
  }

  private static BigDecimal times(BigDecimal value, BigDecimal factor) {
    return value.multiply(factor).stripTrailingZeros();
  }

  private static BigDecimal step(String item, Matcher range, BigDecimal from, BigDecimal to) {
    if (range.group(5) == null) {
      if (isWhole(from) && isWhole(to) && range.group(2).isEmpty()) {
        return BigDecimal.ONE;
      }
      throw wrong(item, "needs a step, as in 0.8..0.95+0.05 or 40GiB..160GiB*2");
    }
    BigDecimal step = new BigDecimal(range.group(6));
    if (range.group(5).equals("*")) {
      if (step.compareTo(BigDecimal.ONE) <= 0 || !range.group(7).isEmpty()) {
        throw wrong(item, "the factor must be a number above 1");
      }
      if (from.signum() <= 0) {
        throw wrong(item, "a factor needs a first number above 0");
      }
    } else if (step.signum() <= 0) {
      throw wrong(item, "the step must be above 0");
    } else if (!range.group(7).equals(range.group(2))) {
      throw wrong(item, "the step needs the unit of the ends, as in 10s..60s+10s");
    }
    return step;
  }

  private static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0;
  }

  private static IllegalArgumentException wrong(String item, String problem) {
    return new IllegalArgumentException("the range " + item + ": " + problem);
  }

  private static IllegalArgumentException tooMany() {
    return new IllegalArgumentException("more than " + MAX_VALUES + " values");
  }
}

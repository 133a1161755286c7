package dev.turnstile.policies.spi;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One declared parameter of a policy: the single source for parsing, help, scenario and report.
 *
 * @param name key, {@code snake_case}
 * @param type kind of value
 * @param defaultValue default as it would be written; {@code none} where a limit is off
 * @param min smallest value, or null
 * @param max largest value, or null
 * @param choices allowed names of a {@link Type#CHOICE}; empty otherwise
 * @param unit unit of the value, or empty
 * @param doc one sentence
 */
public record PolicyParameter(
    String name,
    Type type,
    String defaultValue,
    @Nullable BigDecimal min,
    @Nullable BigDecimal max,
    List<String> choices,
    String unit,
    String doc) {

  /** Kind of value. */
  public enum Type {
    /** Whole number. */
    INTEGER,
    /** Decimal number, kept exact. */
    DECIMAL,
    /** Decimal number or {@code none}. */
    OPTIONAL_DECIMAL,
    /** {@code true} or {@code false}. */
    BOOLEAN,
    /** One of a list of names. */
    CHOICE
  }

  /** Copies the list of choices. */
  public PolicyParameter {
    choices = List.copyOf(choices);
  }

  /** A decimal parameter; {@code min} and {@code max} as decimal text, empty = no bound. */
  public static PolicyParameter decimal(
      String name, String defaultValue, String min, String max, String unit, String doc) {
    return new PolicyParameter(
        name, Type.DECIMAL, defaultValue, bound(min), bound(max), List.of(), unit, doc);
  }

  /** A decimal parameter that may be {@code none} and is by default. */
  public static PolicyParameter optionalDecimal(
      String name, String min, String max, String unit, String doc) {
    return new PolicyParameter(
        name, Type.OPTIONAL_DECIMAL, "none", bound(min), bound(max), List.of(), unit, doc);
  }

  /** A whole-number parameter. */
  public static PolicyParameter integer(
      String name, long defaultValue, long min, long max, String unit, String doc) {
    return new PolicyParameter(
        name,
        Type.INTEGER,
        Long.toString(defaultValue),
        BigDecimal.valueOf(min),
        BigDecimal.valueOf(max),
        List.of(),
        unit,
        doc);
  }

  /** A yes/no parameter. */
  public static PolicyParameter bool(String name, boolean defaultValue, String doc) {
    return new PolicyParameter(
        name, Type.BOOLEAN, Boolean.toString(defaultValue), null, null, List.of(), "", doc);
  }

  /** A choice; the first name is the default. */
  public static PolicyParameter choice(String name, List<String> choices, String doc) {
    return new PolicyParameter(name, Type.CHOICE, choices.get(0), null, null, choices, "", doc);
  }

  /** What may be written for this parameter, for messages and help. */
  public String allowed() {
    return switch (type) {
      case BOOLEAN -> "true or false";
      case CHOICE -> "one of " + String.join(", ", choices);
      case INTEGER -> "a whole number" + range();
      case DECIMAL -> "a number" + range();
      case OPTIONAL_DECIMAL -> "none or a number" + range();
    };
  }

  private String range() {
    if (min != null && max != null) {
      return " from " + min.toPlainString() + " to " + max.toPlainString();
    }
    if (min != null) {
      return " >= " + min.toPlainString();
    }
    return max == null ? "" : " <= " + max.toPlainString();
  }

  private static @Nullable BigDecimal bound(String text) {
    return text.isEmpty() ? null : new BigDecimal(text);
  }
}

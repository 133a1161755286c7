package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import java.math.BigDecimal;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of one number that a timing model is set with.
 *
 * @param name snake_case, with its unit as last part; the key in options and scenario
 * @param unit unit of the number, empty for a pure number
 * @param range the allowed values
 * @param meaning one sentence for help texts
 * @param defaultText the default as help shows it, empty if the parameter is required
 * @param defaultValue the default for a deployment, null if the parameter is required
 */
public record TimingParameter(
    String name,
    String unit,
    Range range,
    String meaning,
    String defaultText,
    @Nullable ToDoubleFunction<Deployment> defaultValue) {

  /** The allowed values of a parameter. */
  public enum Range {
    /** Above 0, at most 1. */
    SHARE("a number in (0, 1]") {
      @Override
      boolean contains(double value) {
        return value > 0 && value <= 1;
      }
    },
    /** At least 0. */
    NON_NEGATIVE("a number >= 0") {
      @Override
      boolean contains(double value) {
        return value >= 0 && value < Double.POSITIVE_INFINITY;
      }
    };

    private final String text;

    Range(String text) {
      this.text = text;
    }

    abstract boolean contains(double value);

    /** Returns the range in words. */
    public String text() {
      return text;
    }
  }

  static TimingParameter required(String name, String unit, Range range, String meaning) {
    return new TimingParameter(name, unit, range, meaning, "", null);
  }

  static TimingParameter optional(
      String name, String unit, double defaultValue, Range range, String meaning) {
    return new TimingParameter(
        name, unit, range, meaning, numberText(defaultValue), deployment -> defaultValue);
  }

  /** Returns whether the parameter has no default. */
  public boolean isRequired() {
    return defaultValue == null;
  }

  /**
   * Reads a value of this parameter.
   *
   * @throws TimingConfigException if the text is not a decimal number in the range
   */
  double parse(String text) {
    double value;
    try {
      value = new BigDecimal(text).doubleValue();
    } catch (NumberFormatException e) {
      throw invalid(text);
    }
    if (!range.contains(value)) {
      throw invalid(text);
    }
    return value;
  }

  private TimingConfigException invalid(String text) {
    return new TimingConfigException(name, text, "not a value of this parameter", range.text());
  }

  /** Returns the shortest plain decimal text that reads back as this number. */
  static String numberText(double value) {
    BigDecimal number = BigDecimal.valueOf(value).stripTrailingZeros();
    return number.signum() == 0 ? "0" : number.toPlainString();
  }
}

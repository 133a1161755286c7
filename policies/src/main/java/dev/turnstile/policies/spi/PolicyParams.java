package dev.turnstile.policies.spi;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The checked values of a policy's parameters, defaults filled in.
 *
 * <p>Values are kept as text in declaration order, so that a scenario can show and rebuild them.
 */
public final class PolicyParams {
  private final String policy;
  private final Map<String, String> values;

  private PolicyParams(String policy, Map<String, String> values) {
    this.policy = policy;
    this.values = values;
  }

  /**
   * Checks the given values against a policy's declarations.
   *
   * @throws PolicyConfigException if a key is unknown or a value is not allowed
   */
  public static PolicyParams of(PolicyFactory factory, Map<String, String> given) {
    return of(factory.id(), factory.parameters(), factory.defaults(given), given);
  }

  /**
   * Checks the given values against declarations.
   *
   * @throws PolicyConfigException if a key is unknown or a value is not allowed
   */
  public static PolicyParams of(
      String policy, List<PolicyParameter> declared, Map<String, String> given) {
    return of(policy, declared, Map.of(), given);
  }

  private static PolicyParams of(
      String policy,
      List<PolicyParameter> declared,
      Map<String, String> defaults,
      Map<String, String> given) {
    Map<String, String> values = new LinkedHashMap<>();
    for (PolicyParameter parameter : declared) {
      String standard = defaults.getOrDefault(parameter.name(), parameter.defaultValue());
      String value = given.getOrDefault(parameter.name(), standard);
      check(policy, parameter, value);
      values.put(parameter.name(), value);
    }
    for (String key : given.keySet()) {
      if (!values.containsKey(key)) {
        throw new PolicyConfigException(
            policy, key, given.get(key), "no such parameter; known: " + values.keySet());
      }
    }
    return new PolicyParams(policy, values);
  }

  /** All values as text, in declaration order. */
  public Map<String, String> asMap() {
    return new LinkedHashMap<>(values);
  }

  /** The text of a value. */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(policy + " declares no parameter " + name);
    }
    return value;
  }

  /** An exact decimal. */
  public BigDecimal decimal(String name) {
    return new BigDecimal(text(name));
  }

  /** A number. */
  public double number(String name) {
    return decimal(name).doubleValue();
  }

  /** A number that may be absent. */
  public OptionalDouble optionalNumber(String name) {
    return text(name).equals("none")
        ? OptionalDouble.empty()
        : OptionalDouble.of(decimal(name).doubleValue());
  }

  /** An exact decimal that may be absent. */
  public Optional<BigDecimal> optionalDecimal(String name) {
    return text(name).equals("none") ? Optional.empty() : Optional.of(decimal(name));
  }

  /** A whole number. */
  public long integer(String name) {
    return decimal(name).longValueExact();
  }

  /** A yes/no value. */
  public boolean flag(String name) {
    return Boolean.parseBoolean(text(name));
  }

  /** A time given in seconds, as nanoseconds, rounded half up. */
  public long secondsAsNanos(String name) {
    return decimal(name)
        .movePointRight(9)
        .setScale(0, java.math.RoundingMode.HALF_UP)
        .longValueExact();
  }

  private static void check(String policy, PolicyParameter parameter, String value) {
    boolean good =
        switch (parameter.type()) {
          case BOOLEAN -> value.equals("true") || value.equals("false");
          case CHOICE -> parameter.choices().contains(value);
          case INTEGER -> inRange(parameter, value) && isWhole(value);
          case DECIMAL -> inRange(parameter, value);
          case OPTIONAL_DECIMAL -> value.equals("none") || inRange(parameter, value);
        };
    if (!good) {
      throw new PolicyConfigException(
          policy, parameter.name(), value, "must be " + parameter.allowed());
    }
  }

  private static boolean isWhole(String value) {
    return new BigDecimal(value).stripTrailingZeros().scale() <= 0;
  }

  private static boolean inRange(PolicyParameter parameter, String value) {
    BigDecimal number;
    try {
      number = new BigDecimal(value);
    } catch (NumberFormatException e) {
      return false;
    }
    return (parameter.min() == null || number.compareTo(parameter.min()) >= 0)
        && (parameter.max() == null || number.compareTo(parameter.max()) <= 0);
  }
}

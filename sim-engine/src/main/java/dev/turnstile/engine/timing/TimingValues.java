package dev.turnstile.engine.timing;

import java.util.Map;

/** The checked parameter values of one timing model, one for each declared parameter. */
public final class TimingValues {
  private final TimingSpec resolved;
  private final Map<String, Double> values;

  TimingValues(TimingSpec resolved, Map<String, Double> values) {
    this.resolved = resolved;
    this.values = values;
  }

  /**
   * Returns the value of a declared parameter, in the parameter's unit.
   *
   * @throws IllegalArgumentException if the provider declares no such parameter
   */
  public double get(String name) {
    Double value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("undeclared timing parameter " + name);
    }
    return value;
  }

  /**
   * Returns the provider with every value written out, such as {@code
   * fixed:prefill_ms=5,decode_ms=1}.
   */
  @Override
  public String toString() {
    return resolved.toString();
  }
}

package dev.turnstile.replay.sweep;

import dev.turnstile.replay.scenario.ScenarioException;
import java.util.List;

/**
 * A setting of a sweep as it was given; with several values it is an axis.
 *
 * @param option how it was given, for messages: {@code --concurrency}, or its path
 * @param path path of the scenario, for instance {@code load.concurrency}
 * @param values its values as text, at least one
 */
public record SweepSetting(String option, String path, List<String> values) {
  private static final String POLICY = "policy.spec";
  private static final String TIMING = "timing.provider";

  /** Copies the values. */
  public SweepSetting {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException(path + " has no value");
    }
  }

  /**
   * Reads a value, a list or a range. A timing model with parameters ({@code fixed:prefill_ms=1,…})
   * is one value, because there the comma parts parameters; so is a policy.
   *
   * @throws ScenarioException if the list or a range is wrong; the values are not looked at
   */
  public static SweepSetting of(String option, String path, String text) {
    if (path.equals(POLICY) || (path.equals(TIMING) && text.contains(":"))) {
      return new SweepSetting(option, path, List.of(text));
    }
    try {
      return new SweepSetting(option, path, AxisValues.parse(text));
    } catch (IllegalArgumentException e) {
      throw new ScenarioException(option, e.getMessage() + ", got '" + text + "'", null);
    }
  }

  /** Whether it is swept. */
  public boolean isAxis() {
    return values.size() > 1;
  }

  /** Whether it decides which other settings there are, and so must be applied before them. */
  boolean bringsSettings() {
    return path.equals(POLICY) || path.equals(TIMING);
  }

  /** Whether only some policies may have it. */
  boolean ofPolicies() {
    return path.startsWith("policy.") && !path.equals(POLICY);
  }
}

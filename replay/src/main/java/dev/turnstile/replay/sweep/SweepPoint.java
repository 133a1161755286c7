package dev.turnstile.replay.sweep;

import dev.turnstile.replay.scenario.Scenario;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One run of a sweep.
 *
 * @param index its place in the order of points, from 0
 * @param id 12 hex digits that follow from its complete scenario: the same run has the same id in
 *     every sweep
 * @param policy its policy as it was given, without what an axis changes
 * @param settings the swept settings it has, by path, as numbers, truth values or text, in the
 *     order of the axes; without the seed of a repeat
 * @param group its group: points of a group differ in the seed alone
 * @param scenario all its settings
 */
public record SweepPoint(
    int index,
    String id,
    String policy,
    Map<String, Object> settings,
    int group,
    Scenario scenario) {

  /** Copies the settings and keeps their order. */
  public SweepPoint {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** A text for people: policy and swept settings, for instance {@code kv concurrency=32}. */
  public String label() {
    return label(policy, settings);
  }

  /** As {@link #label()}, from its parts. */
  public static String label(String policy, Map<String, Object> settings) {
    StringBuilder label = new StringBuilder(policy);
    settings.forEach(
        (path, value) ->
            label
                .append(' ')
                .append(path.substring(path.indexOf('.') + 1))
                .append('=')
                .append(value));
    return label.toString();
  }
}

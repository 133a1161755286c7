package dev.turnstile.engine.timing;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The settings of a timing model as written: its provider and parameter texts, not yet checked.
 *
 * @param provider id of the provider
 * @param parameters parameter texts by name, in the order given
 */
public record TimingSpec(String provider, Map<String, String> parameters) {

  /** Copies the map and keeps its order. */
  public TimingSpec {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /**
   * Reads {@code provider} or {@code provider:key=value,key=value}.
   *
   * @throws TimingConfigException if a part is not {@code key=value} or a key comes twice
   */
  public static TimingSpec parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return new TimingSpec(text, Collections.emptyMap());
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String part : text.substring(colon + 1).split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new TimingConfigException("provider", text, "unreadable", "name:key=value,key=value");
      }
      String key = part.substring(0, equals);
      if (parameters.put(key, part.substring(equals + 1)) != null) {
        throw new TimingConfigException(key, text, "given twice in", "each key once");
      }
    }
    return new TimingSpec(text.substring(0, colon), parameters);
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    return parameters.isEmpty()
        ? provider
        : parameters.entrySet().stream()
            .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
            .collect(Collectors.joining(",", provider + ":", ""));
  }
}

package dev.turnstile.replay.scenario;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * Scenarios as YAML: nested maps of single values, keys as in the paths.
 *
 * <p>Reading is strict: an unknown key, a key given twice or a value that is not allowed fails with
 * its position. What is missing has its default.
 */
public final class ScenarioYaml {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
          .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
          .build();

  /** A value with its position in the text. */
  private record Given(String text, int line, int column) {}

  private ScenarioYaml() {}

  /** The complete scenario as YAML, in canonical order. */
  public static String write(Scenario scenario) {
    return MAPPER.writeValueAsString(scenario.toMap());
  }

  /**
   * Applies a YAML text to a scenario.
   *
   * @param base what holds for everything that the text does not mention
   * @throws ScenarioException if the text is not YAML or a setting is wrong
   */
  public static Scenario read(String yaml, Scenario base) {
    Map<String, Given> given = parse(yaml);
    Scenario scenario = base;
    for (String first : new String[] {"policy.spec", "timing.provider"}) {
      Given value = given.remove(first);
      if (value != null) {
        scenario = set(scenario, first, value);
      }
    }
    for (Map.Entry<String, Given> entry : given.entrySet()) {
      scenario = set(scenario, entry.getKey(), entry.getValue());
    }
    return scenario;
  }

  private static Scenario set(Scenario scenario, String path, Given value) {
    try {
      return scenario.with(path, value.text);
    } catch (ScenarioException e) {
      String hint = e.hint();
      throw new ScenarioException(e.setting(), e.problem() + at(value.line, value.column), hint);
    }
  }

  private static String at(int line, int column) {
    return " (line " + line + ", column " + column + ")";
  }

  private static Map<String, Given> parse(String yaml) {
    Map<String, Given> given = new LinkedHashMap<>();
    try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), yaml)) {
      Deque<String> path = new ArrayDeque<>();
      String key = "";
      TokenStreamLocation at = TokenStreamLocation.NA;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        switch (token) {
          case START_OBJECT -> {
            path.addLast(key);
            key = "";
          }
          case END_OBJECT -> path.removeLast();
          case PROPERTY_NAME -> {
            key = parser.currentName();
            at = parser.currentTokenLocation();
          }
          case VALUE_NULL -> {}
          case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
              put(given, path, key, parser.getString(), at);
          default -> throw list(pathOf(path, key), at);
        }
      }
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw new ScenarioException(
          "scenario",
          "not YAML: "
              + e.getOriginalMessage().lines().findFirst().orElse("")
              + (at == null ? "" : at(at.getLineNr(), at.getColumnNr())),
          null);
    }
    return given;
  }

  private static ScenarioException list(String path, TokenStreamLocation at) {
    if (path.isEmpty()) {
      return new ScenarioException("scenario", "not a map of settings but a list", null);
    }
    return new ScenarioException(
        path,
        "a list is not a value" + at(at.getLineNr(), at.getColumnNr()),
        "one value for each key");
  }

  private static void put(
      Map<String, Given> given,
      Deque<String> path,
      String key,
      String text,
      TokenStreamLocation at) {
    if (path.isEmpty()) {
      throw new ScenarioException("scenario", "not a map of settings: " + text, null);
    }
    String full = pathOf(path, key);
    Given value = new Given(text, at.getLineNr(), at.getColumnNr());
    if (given.put(full, value) != null) {
      throw new ScenarioException(full, "given twice" + at(value.line, value.column), null);
    }
  }

  private static String pathOf(Deque<String> path, String key) {
    String prefix = String.join(".", path.stream().skip(1).toList());
    return prefix.isEmpty() ? key : prefix + "." + key;
  }
}

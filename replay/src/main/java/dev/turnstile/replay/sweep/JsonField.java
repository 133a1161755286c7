package dev.turnstile.replay.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A value of a JSON document and where it stands, read without conversion: a value of another type
 * is an {@link IllegalArgumentException} that names the field and shows the value.
 *
 * @param path names from the root of the document, as {@code runs[0].summary.duration_ms}; empty
 *     for the root
 * @param node the value; a missing node where the document has none
 */
public record JsonField(String path, JsonNode node) {
  private static final int SHOWN = 60;

  /** The root of a document. */
  public static JsonField root(JsonNode document) {
    return new JsonField("", document);
  }

  /** The field of this object; an object that is missing has none. */
  public JsonField field(String name) {
    require(node.isObject() || node.isMissingNode(), "an object");
    return named(name, node.path(name));
  }

  private JsonField named(String name, JsonNode value) {
    return new JsonField(path.isEmpty() ? name : path + "." + name, value);
  }

  /** The fields of this object by name, in their order; none if it is missing. */
  public Map<String, JsonField> fields() {
    require(node.isObject() || node.isMissingNode(), "an object");
    Map<String, JsonField> fields = new LinkedHashMap<>();
    node.properties()
        .forEach(entry -> fields.put(entry.getKey(), named(entry.getKey(), entry.getValue())));
    return fields;
  }

  /** The elements of this array; none if it is missing. */
  public List<JsonField> elements() {
    require(node.isArray() || node.isMissingNode(), "an array");
    List<JsonField> elements = new ArrayList<>();
    for (JsonNode value : node.values()) {
      elements.add(new JsonField(path + "[" + elements.size() + "]", value));
    }
    return elements;
  }

  /** The text. */
  public String text() {
    require(node.isString(), "a text");
    return node.stringValue();
  }

  /** The whole number. */
  public long whole() {
    require(node.isIntegralNumber() && node.canConvertToLong(), "a whole number below 2^63");
    return node.longValue();
  }

  /** The number, a {@code Long} if it is whole; null where the document has null. */
  public @Nullable Number number() {
    require(node.isNumber() || node.isNull(), "a number or null");
    if (node.isNull()) {
      return null;
    }
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return node.longValue();
    }
    return real();
  }

  /** The number; NaN where the document has null or nothing. */
  public double realOrNan() {
    return node.isNull() || node.isMissingNode() ? Double.NaN : real();
  }

  /** The number. */
  public double real() {
    require(node.isNumber(), "a number");
    return node.asDouble();
  }

  private void require(boolean holds, String wanted) {
    if (!holds) {
      throw wrong("must be " + wanted);
    }
  }

  /**
   * An error about this value.
   *
   * @param rule what it breaks, as {@code must be a number}
   */
  public IllegalArgumentException wrong(String rule) {
    String place = path.isEmpty() ? "the document" : path;
    if (node.isMissingNode()) {
      return new IllegalArgumentException(place + " " + rule + ", and is missing");
    }
    String value = node.toString();
    String shown = value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "…";
    return new IllegalArgumentException(place + " " + rule + ", got " + shown);
  }
}

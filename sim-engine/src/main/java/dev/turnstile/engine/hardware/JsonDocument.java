package dev.turnstile.engine.hardware;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** A JSON document in memory whose values know their lines; numbers stay exact. */
final class JsonDocument {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private JsonDocument() {}

  /**
   * A value and the 1-based line on which it starts.
   *
   * @param line the line
   * @param content a {@code String}, {@code BigDecimal}, {@code Boolean}, {@link Elements} or
   *     {@link Members}; null for JSON null
   */
  record Value(int line, @Nullable Object content) {}

  /** The elements of a list. */
  record Elements(List<Value> values) {}

  /** The members of an object in file order. */
  record Members(Map<String, Value> values) {}

  /**
   * Returns the object that is the whole document.
   *
   * @throws HardwareFileException if the text is not exactly one JSON object
   */
  static JsonFields parseObject(String file, byte[] json) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() == null) {
        throw new HardwareFileException(file, 0, "", "is empty", "one JSON object is expected");
      }
      Value root = value(parser);
      if (!(root.content() instanceof Members)) {
        throw new HardwareFileException(
            file, root.line(), "", "must be one JSON object", "it starts with {");
      }
      if (parser.nextToken() != null) {
        throw new HardwareFileException(
            file, line(parser), "", "text after the end of the object", "");
      }
      return new JsonFields(file, "", root);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new HardwareFileException(file, line, "", "not JSON: " + e.getOriginalMessage(), "");
    }
  }

  private static Value value(JsonParser parser) {
    int line = line(parser);
    return switch (parser.currentToken()) {
      case START_OBJECT -> new Value(line, members(parser));
      case START_ARRAY -> new Value(line, elements(parser));
      case VALUE_STRING -> new Value(line, parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Value(line, parser.getDecimalValue());
      case VALUE_TRUE -> new Value(line, true);
      case VALUE_FALSE -> new Value(line, false);
      case VALUE_NULL -> new Value(line, null);
      default -> throw new IllegalStateException("unexpected token " + parser.currentToken());
    };
  }

  private static Members members(JsonParser parser) {
    Map<String, Value> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser));
    }
    return new Members(members);
  }

  private static Elements elements(JsonParser parser) {
    List<Value> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return new Elements(elements);
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }
}

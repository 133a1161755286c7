package dev.turnstile.workload.trace.source;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;

/** How messages name the value that a parser is on. */
final class CurrentValue {
  private static final int SHOWN = 40;

  private CurrentValue() {}

  /** Path from the root, for instance {@code turns[3].output_tokens}. */
  static String path(JsonParser parser) {
    TokenStreamContext context = parser.streamReadContext();
    if (opensContext(parser)) {
      context = context.getParent();
    }
    StringBuilder path = new StringBuilder();
    for (; context != null && !context.inRoot(); context = context.getParent()) {
      if (path.length() > 0 && path.charAt(0) != '[') {
        path.insert(0, '.');
      }
      path.insert(
          0, context.inArray() ? "[" + context.getCurrentIndex() + "]" : context.currentName());
    }
    return path.toString();
  }

  /** Numbers and short strings as they are, else the kind of the value. */
  static String shown(JsonParser parser) {
    if (opensContext(parser)) {
      return parser.currentToken() == JsonToken.START_OBJECT ? "an object" : "an array";
    }
    String text;
    try {
      text = parser.getString();
    } catch (JacksonException e) {
      return "a damaged string";
    }
    String cut = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    return parser.currentToken() == JsonToken.VALUE_STRING ? '"' + cut + '"' : cut;
  }

  /** Whether the text cannot be written as UTF-8: only lone surrogates are code points. */
  static boolean hasLoneSurrogate(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static boolean opensContext(JsonParser parser) {
    JsonToken token = parser.currentToken();
    return token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
  }
}

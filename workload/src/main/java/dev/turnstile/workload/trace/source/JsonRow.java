package dev.turnstile.workload.trace.source;

import dev.turnstile.workload.InvalidInputException;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * A cursor over one JSON value: a line of a trace, or a whole document.
 *
 * <p>The pattern is
 *
 * <pre>{@code
 * row.enterObject();
 * while (row.nextField()) {
 *   switch (row.field()) {
 *     case "request_id" -> id = row.text();
 *     case "replay" -> readReplay(row); // enterObject, nextField, ...
 *     default -> {} // an unknown field is skipped
 *   }
 * }
 * }</pre>
 *
 * <p>A value that is not taken is skipped. {@code null} equals absent: such a field is not shown. A
 * field that occurs twice in an entered object is an error, because nobody can tell which one was
 * meant. What was entered must be walked to its end; when the outermost value ends, nothing but
 * white space may follow. Wrong types and text that is not JSON throw {@link BadRowException}.
 * Numbers never pass through {@code double}. Reused from line to line; not thread-safe.
 */
public final class JsonRow implements AutoCloseable {
  /** The reason of a {@link BadRowException} for text that is not JSON. */
  public static final String NOT_JSON = "not_json";

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final String file;
  private @Nullable JsonParser parser;
  private long line;
  private int depth;
  private boolean entered;
  private String field = "";
  private final FieldNames names = new FieldNames();

  /**
   * A cursor that is not yet on a value.
   *
   * @param file name for messages
   */
  public JsonRow(String file) {
    this.file = file;
  }

  /** A cursor on the first value of a document that may span lines; the stream stays open. */
  public static JsonRow document(TraceStream stream) {
    JsonRow row = new JsonRow(stream.name());
    row.open(FACTORY.createParser(ObjectReadContext.empty(), stream), 0);
    return row;
  }

  /** Moves to the value of a line. */
  public void start(LineReader lines) {
    start(lines.buffer(), lines.offset(), lines.length(), lines.line());
  }

  /** Moves to the value of a line. */
  public void start(byte[] bytes, int offset, int length, long lineNumber) {
    close();
    open(FACTORY.createParser(ObjectReadContext.empty(), bytes, offset, length), lineNumber);
  }

  private void open(JsonParser opened, long lineNumber) {
    parser = opened;
    line = lineNumber;
    depth = 0;
    names.clear();
    entered = false;
    field = "";
    if (advance() == null) {
      throw notJson("there is no value");
    }
  }

  /** Name of the file. */
  public String file() {
    return file;
  }

  /** Line of the current value, from 1. */
  public long line() {
    return line > 0 ? line : parser().currentTokenLocation().getLineNr();
  }

  /** Whether the current value is an object. */
  public boolean isObject() {
    return parser().currentToken() == JsonToken.START_OBJECT;
  }

  /** Whether the current value is an array. */
  public boolean isArray() {
    return parser().currentToken() == JsonToken.START_ARRAY;
  }

  /** Whether the current value is a string. */
  public boolean isText() {
    return parser().currentToken() == JsonToken.VALUE_STRING;
  }

  /** Enters the object that is the current value. */
  public void enterObject() {
    if (!isObject()) {
      throw wrongType("an object");
    }
    enter();
  }

  /** Enters the array that is the current value. */
  public void enterArray() {
    if (!isArray()) {
      throw wrongType("an array");
    }
    enter();
  }

  /** Moves to the next field of the innermost entered object; false at its end. */
  public boolean nextField() {
    return nextField(true);
  }

  /** As {@link #nextField}, but a name may occur twice; for maps whose keys are data. */
  public boolean nextEntry() {
    return nextField(false);
  }

  private boolean nextField(boolean once) {
    skipValue();
    String name;
    while ((name = advanceName()) != null) {
      field = name;
      JsonToken value = advance();
      if (once && !names.add(name)) {
        throw problem("occurs twice in one object");
      }
      if (value != JsonToken.VALUE_NULL) {
        return true;
      }
    }
    leave();
    return false;
  }

  /** Moves to the next element of the innermost entered array; false at its end. */
  public boolean nextElement() {
    skipValue();
    if (advance() == JsonToken.END_ARRAY) {
      leave();
      return false;
    }
    return true;
  }

  /** Name of the current field. */
  public String field() {
    return field;
  }

  /** The current value, a string. */
  public String text() {
    if (!isText()) {
      throw wrongType("a string");
    }
    String text;
    try {
      text = parser().getString();
    } catch (JacksonException e) {
      throw notJson(e);
    }
    if (CurrentValue.hasLoneSurrogate(text)) {
      throw problem("holds one half of a surrogate pair, which is not a character");
    }
    return text;
  }

  /** The current value, a string or a whole number in its own digits. */
  public String label() {
    return parser().currentToken() == JsonToken.VALUE_NUMBER_INT ? parser().getString() : text();
  }

  /** The current value, {@code true} or {@code false}. */
  public boolean flag() {
    JsonToken token = parser().currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw wrongType("true or false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  /**
   * The current value, a whole number. {@code 512.0} and {@code 1e3} are whole numbers, {@code 1.5}
   * is an error.
   */
  public long whole() {
    JsonParser at = numeric("a whole number");
    try {
      if (at.currentToken() == JsonToken.VALUE_NUMBER_INT) {
        return Decimal.scaled(
            at.getStringCharacters(), at.getStringOffset(), at.getStringLength(), 0);
      }
      return Decimal.whole(at.getStringCharacters(), at.getStringOffset(), at.getStringLength());
    } catch (NumberFormatException e) {
      throw wrongType("a whole number");
    } catch (ArithmeticException e) {
      throw problem("is out of range, got " + shown());
    }
  }

  /**
   * The current value, a number, times 10^{@code digits}, rounded half up, exactly from its decimal
   * text. With 6, milliseconds become nanoseconds.
   */
  public long scaled(int digits) {
    JsonParser at = numeric("a number");
    try {
      return Decimal.scaled(
          at.getStringCharacters(), at.getStringOffset(), at.getStringLength(), digits);
    } catch (ArithmeticException e) {
      throw problem("is out of range, got " + shown());
    }
  }

  /**
   * Appends the elements of the current value, an array of unsigned 64-bit numbers in plain digits.
   *
   * @throws InvalidInputException if an element is negative, fractional or too large: no reader may
   *     skip a damaged hash
   */
  public void unsignedInto(LongArrayList target) {
    enterArray();
    entered = false;
    for (JsonToken token = advance(); token != JsonToken.END_ARRAY; token = advance()) {
      target.add(unsigned(token));
    }
    leave();
  }

  private long unsigned(@Nullable JsonToken token) {
    try {
      return UnsignedValue.of(numeric("an unsigned 64-bit whole number"), token);
    } catch (NumberFormatException e) {
      throw invalid("must be an unsigned 64-bit whole number, got " + shown(), "");
    }
  }

  /** Walks to the end of the outermost value. */
  public void finish() {
    while (!parser().streamReadContext().inRoot()) {
      advance();
    }
    depth = 0;
    expectEnd();
  }

  /** Path of the current value inside the row, for instance {@code turns[3].output_tokens}. */
  public String path() {
    return CurrentValue.path(parser());
  }

  /** The current value as a message shows it: numbers and short strings, else its kind. */
  public String shown() {
    return CurrentValue.shown(parser());
  }

  /** A problem of the current value that a lenient reader may skip. */
  public BadRowException problem(String problem) {
    return new BadRowException("wrong_value", invalid(problem, ""));
  }

  /** A problem of the current value that no reader may skip. */
  public InvalidInputException invalid(String problem, String hint) {
    return invalid(path(), problem, hint);
  }

  /** A problem of a field of this row that no reader may skip. */
  public InvalidInputException invalid(String fieldPath, String problem, String hint) {
    return new InvalidInputException(file, line(), fieldPath, problem, hint);
  }

  /** The row lacks a field that it must have; a lenient reader may skip it. */
  public BadRowException missing(String fieldPath) {
    return new BadRowException(
        "no_" + fieldPath.substring(fieldPath.lastIndexOf('.') + 1),
        new InvalidInputException(file, line(), fieldPath, "is missing", ""));
  }

  @Override
  public void close() {
    JsonParser opened = parser;
    if (opened != null) {
      opened.close();
      parser = null;
    }
  }

  private JsonParser parser() {
    JsonParser opened = parser;
    if (opened == null) {
      throw new IllegalStateException("not on a row");
    }
    return opened;
  }

  private JsonParser numeric(String expected) {
    JsonParser at = parser();
    if (!at.currentToken().isNumeric()) {
      throw wrongType(expected);
    }
    return at;
  }

  private BadRowException wrongType(String expected) {
    return new BadRowException(
        "wrong_type", invalid("must be " + expected + ", got " + shown(), ""));
  }

  private void enter() {
    entered = true;
    depth++;
    names.enter();
  }

  private void leave() {
    depth--;
    names.leave();
    if (depth == 0) {
      expectEnd();
    }
  }

  private void expectEnd() {
    if (advance() != null) {
      throw notJson("text follows the value");
    }
  }

  private void skipValue() {
    if (entered) {
      entered = false;
      return;
    }
    try {
      parser().skipChildren();
    } catch (JacksonException e) {
      throw notJson(e);
    }
  }

  private @Nullable JsonToken advance() {
    try {
      return parser().nextToken();
    } catch (JacksonException e) {
      throw notJson(e);
    }
  }

  private @Nullable String advanceName() {
    try {
      return parser().nextName();
    } catch (JacksonException e) {
      throw notJson(e);
    }
  }

  private RuntimeException notJson(JacksonException e) {
    return NotJson.error(file, lineOfProblem(), e);
  }

  private BadRowException notJson(String problem) {
    return NotJson.error(file, lineOfProblem(), problem, null);
  }

  private long lineOfProblem() {
    return line > 0 || parser == null ? line : parser.currentLocation().getLineNr();
  }
}

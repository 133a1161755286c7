package dev.turnstile.engine.hardware;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object, each with its line, taken out by name and type.
 *
 * <p>A reader takes every field it knows and then calls {@link #finish()}, which rejects the rest.
 * Every failure is a {@link HardwareFileException} with file, line and path of the field. JSON null
 * counts as absent.
 */
final class JsonFields {
  private final String file;
  private final int line;
  private final String path;
  private final Map<String, JsonDocument.Value> fields;
  private final List<String> known = new ArrayList<>();

  /**
   * Creates the fields of an object.
   *
   * @param file the file as the user named it
   * @param path what to put before a field's name in messages, empty or ending in a dot
   * @param object a value whose content is {@link JsonDocument.Members}
   */
  JsonFields(String file, String path, JsonDocument.Value object) {
    this.file = file;
    this.line = object.line();
    this.path = path;
    this.fields = ((JsonDocument.Members) requireNonNull(object.content())).values();
  }

  boolean has(String name) {
    JsonDocument.Value value = fields.get(name);
    return value != null && value.content() != null;
  }

  String text(String name) {
    JsonDocument.Value value = required(name);
    if (value.content() instanceof String text) {
      return text;
    }
    throw failure(name, value, "must be a string", "");
  }

  String text(String name, String absent) {
    return has(name) ? text(name) : skip(name, absent);
  }

  boolean flag(String name, boolean absent) {
    if (!has(name)) {
      return skip(name, absent);
    }
    JsonDocument.Value value = required(name);
    if (value.content() instanceof Boolean flag) {
      return flag;
    }
    throw failure(name, value, "must be true or false", "");
  }

  /** Returns an integer in [minimum, maximum]. */
  int integer(String name, int minimum, int maximum) {
    return (int) whole(name, minimum, maximum);
  }

  int integer(String name, int minimum, int maximum, int absent) {
    return has(name) ? integer(name, minimum, maximum) : skip(name, absent);
  }

  /** Returns an integer in [minimum, maximum]. */
  long whole(String name, long minimum, long maximum) {
    JsonDocument.Value value = required(name);
    if (value.content() instanceof BigDecimal number
        && number.compareTo(BigDecimal.valueOf(minimum)) >= 0
        && number.compareTo(BigDecimal.valueOf(maximum)) <= 0
        && number.stripTrailingZeros().scale() <= 0) {
      return number.longValueExact();
    }
    throw failure(name, value, "must be an integer from " + minimum + " to " + maximum, "");
  }

  /** Returns a number above 0, times the unit. */
  double positive(String name, double unit) {
    JsonDocument.Value value = required(name);
    if (value.content() instanceof BigDecimal number && number.signum() > 0) {
      double scaled = number.doubleValue() * unit;
      if (scaled > 0 && scaled < Double.POSITIVE_INFINITY) {
        return scaled;
      }
    }
    throw failure(name, value, "must be a number > 0", "");
  }

  @Nullable Double positiveOrNull(String name, double unit) {
    if (!has(name)) {
      known.add(name);
      return null;
    }
    return positive(name, unit);
  }

  double positive(String name, double unit, double absent) {
    return has(name) ? positive(name, unit) : skip(name, absent);
  }

  List<String> texts(String name) {
    if (!has(name)) {
      return skip(name, List.of());
    }
    JsonDocument.Value value = required(name);
    List<String> texts = new ArrayList<>();
    for (JsonDocument.Value element : elements(name, value)) {
      if (!(element.content() instanceof String text)) {
        throw failure(name, element, "must be a list of strings", "");
      }
      texts.add(text);
    }
    return texts;
  }

  @Nullable JsonFields object(String name) {
    if (!has(name)) {
      known.add(name);
      return null;
    }
    return asObject(name, required(name));
  }

  List<JsonFields> objects(String name) {
    List<JsonFields> objects = new ArrayList<>();
    for (JsonDocument.Value element : elements(name, required(name))) {
      objects.add(asObject(name + "[" + objects.size() + "]", element));
    }
    return objects;
  }

  /** Declares a field that is documentation only. */
  void ignore(String name) {
    known.add(name);
  }

  /** Rejects every field that was not asked for. */
  void finish() {
    for (Map.Entry<String, JsonDocument.Value> field : fields.entrySet()) {
      if (!known.contains(field.getKey())) {
        List<String> close = CloseNames.of(field.getKey(), known);
        throw failure(
            field.getKey(),
            field.getValue(),
            "unknown field",
            close.isEmpty()
                ? "known are " + String.join(", ", known)
                : "did you mean " + String.join(", ", close) + "?");
      }
    }
  }

  /** Returns the failure of a present field's value for a reason that only the reader knows. */
  HardwareFileException failure(String name, String problem, String hint) {
    JsonDocument.Value value = fields.get(name);
    return new HardwareFileException(
        file, value == null ? line : value.line(), path + name, problem, hint);
  }

  private HardwareFileException failure(
      String name, JsonDocument.Value value, String problem, String hint) {
    boolean nested =
        value.content() instanceof JsonDocument.Elements
            || value.content() instanceof JsonDocument.Members;
    String got = nested ? "" : ", got " + value.content();
    return new HardwareFileException(file, value.line(), path + name, problem + got, hint);
  }

  private JsonDocument.Value required(String name) {
    known.add(name);
    JsonDocument.Value value = fields.get(name);
    if (value == null || value.content() == null) {
      throw failure(name, "is missing", "");
    }
    return value;
  }

  private <T> T skip(String name, T absent) {
    known.add(name);
    return absent;
  }

  private List<JsonDocument.Value> elements(String name, JsonDocument.Value value) {
    if (value.content() instanceof JsonDocument.Elements list) {
      return list.values();
    }
    throw failure(name, value, "must be a list", "");
  }

  private JsonFields asObject(String name, JsonDocument.Value value) {
    if (value.content() instanceof JsonDocument.Members) {
      return new JsonFields(file, path + name + ".", value);
    }
    throw failure(name, value, "must be an object", "");
  }
}

package dev.turnstile.policies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The policies of a run as they are written: one part, or a gate and a router in any order.
 *
 * <p>The form is {@code part+part}; a part is an id or a {@code .java} file, and may carry
 * parameters: {@code name:key=value,key=value}. Neither ids nor keys are looked up here.
 *
 * @param parts the parts in the order in which they are written, at least one
 */
public record PolicySpec(List<Part> parts) {
  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*(?=$|[:+])");
  private static final Pattern FILE = Pattern.compile(".+?\\.java(?=$|[:+])", Pattern.DOTALL);

  /** Where the parameters of a part end: before a {@code +} that begins a name, not a number. */
  private static final Pattern END_OF_VALUES = Pattern.compile("\\+(?=[a-zA-Z./~])|$");

  /**
   * One policy.
   *
   * @param name id, or path of a {@code .java} file
   * @param values the given parameters, in the order in which they are written
   */
  public record Part(String name, Map<String, String> values) {
    /** Copies the parameters and keeps their order. */
    public Part {
      values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Whether the name is the path of a source file. */
    public boolean isFile() {
      return name.endsWith(".java");
    }

    /** The part as it is written. */
    public String text() {
      StringBuilder text = new StringBuilder(name);
      char separator = ':';
      for (Map.Entry<String, String> value : values.entrySet()) {
        text.append(separator).append(value.getKey()).append('=').append(value.getValue());
        separator = ',';
      }
      return text.toString();
    }
  }

  /** Copies the parts. */
  public PolicySpec {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a spec has at least one part");
    }
  }

  /**
   * Reads what was written.
   *
   * @throws PolicySpecException if it has not the form {@code name:key=value,...+name:...}
   */
  public static PolicySpec parse(String text) {
    List<Part> parts = new ArrayList<>();
    int at = 0;
    do {
      Matcher name = name(text, at);
      Map<String, String> values = new LinkedHashMap<>();
      at = name.end();
      if (at < text.length() && text.charAt(at) == ':') {
        Matcher end = END_OF_VALUES.matcher(text).region(at + 1, text.length());
        end.find();
        values = values(text, text.substring(at + 1, end.start()));
        at = end.start();
      }
      parts.add(new Part(name.group(), values));
      at++;
    } while (at <= text.length());
    return new PolicySpec(parts);
  }

  /** The same spec with a parameter of the part of that name set. */
  public PolicySpec with(String name, String key, String value) {
    List<Part> changed = new ArrayList<>();
    for (Part part : parts) {
      Map<String, String> values = new LinkedHashMap<>(part.values());
      if (part.name().equals(name)) {
        values.put(key, value);
      }
      changed.add(new Part(part.name(), values));
    }
    return new PolicySpec(changed);
  }

  /** The spec as it is written. */
  public String text() {
    return String.join("+", parts.stream().map(Part::text).toList());
  }

  private static Matcher name(String text, int from) {
    for (Pattern pattern : List.of(ID, FILE)) {
      Matcher matcher = pattern.matcher(text).region(from, text.length());
      if (matcher.lookingAt()) {
        return matcher;
      }
    }
    String rest = text.substring(Math.min(from, text.length()));
    throw new PolicySpecException(
        text,
        (rest.isEmpty() ? "a name is missing" : "'" + rest + "' does not begin with a name")
            + "; write an id (lower case, digits, hyphens), a .java file, or gate+router, each"
            + " with :key=value,key=value if wanted; repeat the option for several policies");
  }

  private static Map<String, String> values(String text, String list) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String item : list.split(",", -1)) {
      int equals = item.indexOf('=');
      if (equals < 1) {
        throw new PolicySpecException(
            text,
            (item.isEmpty() ? "a parameter is missing" : "'" + item + "' is not key=value")
                + "; a comma parts keys, a list of values goes to --axis");
      }
      String key = item.substring(0, equals);
      if (values.put(key, item.substring(equals + 1)) != null) {
        throw new PolicySpecException(text, "'" + key + "' is given twice");
      }
    }
    return values;
  }
}

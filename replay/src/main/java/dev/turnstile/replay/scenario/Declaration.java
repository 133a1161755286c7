package dev.turnstile.replay.scenario;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One setting: where it is, what it may be, what it means.
 *
 * @param path full path, for instance {@code load.concurrency}
 * @param type kind of value
 * @param optional whether {@code none} is allowed
 * @param defaultText default as it would be written
 * @param min smallest value as text, with a leading {@code >} if itself excluded; empty = no bound
 * @param max largest value as text, or empty
 * @param choices allowed names of a choice; empty otherwise
 * @param unit unit of the number, or empty
 * @param option option of the command line, or empty
 * @param aliases other names of the option
 * @param doc one sentence
 */
public record Declaration(
    String path,
    Type type,
    boolean optional,
    String defaultText,
    String min,
    String max,
    List<String> choices,
    String unit,
    String option,
    List<String> aliases,
    String doc) {

  /** How "no value" is written. */
  static final String NONE = "none";

  /** Kind of value. */
  public enum Type {
    /** Whole number. */
    INTEGER,
    /** Decimal number, kept exact. */
    DECIMAL,
    /** Yes or no. */
    BOOLEAN,
    /** One of a list of names. */
    CHOICE,
    /** Duration. */
    DURATION,
    /** Size in bytes. */
    SIZE,
    /** Number of KV blocks, {@code auto} or {@code unlimited}. */
    BLOCKS,
    /** Any text that is not empty. */
    TEXT
  }

  /**
   * All settings in the order of the scenario, without the parameters that policies and timing
   * models declare themselves.
   */
  public static List<Declaration> all() {
    return Groups.declarations();
  }

  static Declaration of(String group, RecordComponent component, Setting setting) {
    Class<?> type = component.getType();
    return new Declaration(
        group + setting.key(),
        typeOf(component, setting),
        type == OptionalInt.class || type == OptionalLong.class || type == Optional.class,
        setting.value(),
        setting.min(),
        setting.max(),
        choices(type),
        setting.unit(),
        setting.option(),
        List.of(setting.aliases()),
        setting.doc());
  }

  private static Type typeOf(RecordComponent component, Setting setting) {
    Class<?> type = component.getType();
    String generic = component.getGenericType().getTypeName();
    if (type == boolean.class) {
      return Type.BOOLEAN;
    } else if (type.isEnum()) {
      return Type.CHOICE;
    } else if (type == KvBlocks.class) {
      return Type.BLOCKS;
    } else if (type == BigDecimal.class || generic.contains(BigDecimal.class.getName())) {
      return Type.DECIMAL;
    } else if (type == String.class || generic.contains(String.class.getName())) {
      return Type.TEXT;
    } else if (setting.unit().equals("bytes")) {
      return Type.SIZE;
    }
    return setting.unit().equals("s") || setting.unit().equals("ms") ? Type.DURATION : Type.INTEGER;
  }

  private static List<String> choices(Class<?> type) {
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(c -> label((Enum<?>) c)).toList()
        : List.of();
  }

  /**
   * The name of a choice: the constant's in lower case, as the specification of its type has it.
   */
  static String label(Enum<?> constant) {
    String name = constant.name().toLowerCase(Locale.ROOT);
    return constant instanceof dev.turnstile.workload.trace.ReaderOptions.OutputIdentity
        ? name.replace('_', '-')
        : name;
  }

  /** What may be written, for messages and help. */
  public String allowed() {
    String what =
        switch (type) {
          case INTEGER -> "a whole number" + range();
          case DECIMAL -> "a number" + range();
          case BOOLEAN -> "true or false";
          case CHOICE -> "one of " + String.join(", ", choices);
          case DURATION -> "a duration" + range() + " (bare numbers are " + unit + ")";
          case SIZE -> "a size" + range() + ", for instance 3.5GiB";
          case BLOCKS -> "auto, unlimited or a whole number >= 1";
          case TEXT -> "a name";
        };
    return optional ? NONE + " or " + what : what;
  }

  private String range() {
    String lower =
        min.isEmpty() ? "" : min.startsWith(">") ? " > " + min.substring(1) : " >= " + min;
    String upper = max.isEmpty() ? "" : " and <= " + max;
    return lower.isEmpty() && !upper.isEmpty() ? " <= " + max : lower + upper;
  }

  /** Last part of the path. */
  public String key() {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}

package dev.turnstile.replay.scenario;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Turns the text of a setting into the value that its record component holds, and back. */
final class Values {
  private Values() {}

  /**
   * Reads a value.
   *
   * @param component type of the record component
   * @throws IllegalArgumentException saying what is allowed
   */
  static Object parse(Declaration declaration, Class<?> component, String given) {
    String text = given.strip();
    if (declaration.optional() && text.equals(Declaration.NONE)) {
      return absent(component);
    }
    Object plain =
        switch (declaration.type()) {
          case INTEGER -> inRange(declaration, Units.parseCount(text));
          case DURATION -> inRange(declaration, Units.parseNanos(text, declaration.unit()));
          case SIZE -> inRange(declaration, Units.parseBytes(text));
          case DECIMAL -> inRange(declaration, Units.parseDecimal(text));
          case BOOLEAN -> bool(text);
          case CHOICE -> choice(declaration, component, text);
          case BLOCKS -> KvBlocks.parse(text);
          case TEXT -> text(text);
        };
    return wrap(component, plain);
  }

  /** Writes a value as {@link #parse} reads it. */
  static String format(Declaration declaration, Object value) {
    Object plain = unwrap(value);
    if (plain == null) {
      return Declaration.NONE;
    }
    return switch (declaration.type()) {
      case DURATION -> Units.formatNanos(((Number) plain).longValue(), declaration.unit());
      case SIZE -> Units.formatBytes(((Number) plain).longValue());
      case DECIMAL -> Units.plain((BigDecimal) plain);
      case CHOICE -> Declaration.label((Enum<?>) plain);
      default -> plain.toString();
    };
  }

  /** The value as YAML and JSON show it: numbers and booleans as such, everything else as text. */
  static Object export(Declaration declaration, Object value) {
    Object plain = unwrap(value);
    if (plain == null) {
      return Declaration.NONE;
    }
    return switch (declaration.type()) {
      case INTEGER -> ((Number) plain).longValue();
      case DECIMAL -> new BigDecimal(Units.plain((BigDecimal) plain));
      case BOOLEAN -> plain;
      default -> format(declaration, value);
    };
  }

  private static Object absent(Class<?> component) {
    if (component == OptionalInt.class) {
      return OptionalInt.empty();
    }
    return component == OptionalLong.class ? OptionalLong.empty() : Optional.empty();
  }

  private static Object wrap(Class<?> component, Object plain) {
    if (component == int.class) {
      return toInt(plain);
    } else if (component == OptionalInt.class) {
      return OptionalInt.of(toInt(plain));
    } else if (component == OptionalLong.class) {
      return OptionalLong.of((Long) plain);
    }
    return component == Optional.class ? Optional.of(plain) : plain;
  }

  private static @org.jspecify.annotations.Nullable Object unwrap(Object value) {
    if (value instanceof OptionalInt number) {
      return number.isPresent() ? number.getAsInt() : null;
    } else if (value instanceof OptionalLong number) {
      return number.isPresent() ? number.getAsLong() : null;
    } else if (value instanceof Optional<?> some) {
      return some.orElse(null);
    }
    return value;
  }

  private static int toInt(Object plain) {
    long number = (Long) plain;
    if (number != (int) number) {
      throw new IllegalArgumentException("must be below 2^31");
    }
    return (int) number;
  }

  private static long inRange(Declaration declaration, long value) {
    checkRange(declaration, BigDecimal.valueOf(value));
    return value;
  }

  private static BigDecimal inRange(Declaration declaration, BigDecimal value) {
    checkRange(declaration, value);
    return value;
  }

  private static void checkRange(Declaration declaration, BigDecimal value) {
    String min = declaration.min();
    boolean open = min.startsWith(">");
    boolean good = true;
    if (!min.isEmpty()) {
      int above = value.compareTo(new BigDecimal(open ? min.substring(1) : min));
      good = open ? above > 0 : above >= 0;
    }
    if (!declaration.max().isEmpty()) {
      good &= value.compareTo(new BigDecimal(declaration.max())) <= 0;
    }
    if (!good) {
      throw new IllegalArgumentException("must be " + declaration.allowed());
    }
  }

  private static boolean bool(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("must be true or false");
    }
    return text.equals("true");
  }

  private static String text(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("must not be empty");
    }
    return text;
  }

  private static Object choice(Declaration declaration, Class<?> component, String text) {
    String wanted = text.replace('_', '-');
    return Arrays.stream(component.getEnumConstants())
        .filter(c -> Declaration.label((Enum<?>) c).replace('_', '-').equals(wanted))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("must be " + declaration.allowed()));
  }
}

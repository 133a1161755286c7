package dev.turnstile.reports.chart;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The ticks of an axis: round numbers in a unit that suits the range. */
final class Ticks {
  private static final double MS_PER_S = 1e3;
  private static final double MS_PER_MIN = 60e3;
  private static final double MS_PER_H = 3600e3;
  private static final double[] STEPS = {1, 2, 5, 10};
  private static final double[] SIXTIETHS = {1, 2, 5, 10, 15, 30, 60};

  /** A value and its text. */
  record Tick(double value, String text) {}

  /** The unit in which an axis is labelled. */
  private record Unit(String name, double size) {}

  private Ticks() {}

  /** The label of an axis with its unit. */
  static String title(Axis axis) {
    String unit = unit(axis).name;
    return unit.isEmpty() || axis.label().isEmpty()
        ? axis.label() + unit
        : axis.label() + " (" + unit + ")";
  }

  /**
   * At most {@code most} ticks, or all values that are given.
   *
   * @param letters most letters of the name of a category
   */
  static List<Tick> of(Axis axis, int most, int letters) {
    if (axis.scale() == Axis.Scale.CATEGORY) {
      return categories(axis, most, letters);
    }
    if (!axis.at().isEmpty()) {
      return given(axis);
    }
    return axis.scale() == Axis.Scale.LOG ? powers(axis, most) : round(axis, most);
  }

  private static List<Tick> categories(Axis axis, int most, int letters) {
    int every = Math.max(1, (axis.categories().size() + most - 1) / most);
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i < axis.categories().size(); i += every) {
      ticks.add(new Tick(i + 0.5, cut(axis.categories().get(i), letters)));
    }
    return ticks;
  }

  /** Names differ at their ends more often than in their middles. */
  private static String cut(String name, int letters) {
    int points = name.codePointCount(0, name.length());
    if (points <= letters) {
      return name;
    }
    int head = name.offsetByCodePoints(0, letters / 2);
    int tail = name.offsetByCodePoints(name.length(), letters / 2 + 1 - letters);
    return name.substring(0, head) + "…" + name.substring(tail);
  }

  private static List<Tick> given(Axis axis) {
    return axis.at().stream()
        .map(value -> new Tick(value, number(value / unit(axis).size, axis)))
        .toList();
  }

  private static List<Tick> round(Axis axis, int most) {
    double size = unit(axis).size;
    double step = step((axis.max() - axis.min()) / size / Math.max(1, most), axis.quantity(), size);
    List<Tick> ticks = new ArrayList<>();
    long first = (long) Math.ceil(axis.min() / size / step - 1e-9);
    for (long i = first; i * step * size <= axis.max() * (1 + 1e-9); i++) {
      ticks.add(new Tick(i * step * size, number(i * step, axis)));
    }
    return ticks;
  }

  /** The smallest round number at or above a value. */
  static double roundUp(double value, Quantity quantity) {
    double size = unit(quantity, value).size;
    double step = step(value / size / 8, quantity, size);
    return Math.ceil(value / size / step - 1e-9) * step * size;
  }

  private static double step(double atLeast, Quantity quantity, double size) {
    boolean sixty = quantity.kind() == Quantity.Kind.MILLIS && size >= MS_PER_MIN && atLeast > 1;
    double power = sixty ? 1 : Math.pow(10, Math.floor(Math.log10(atLeast)));
    for (double step : sixty ? SIXTIETHS : STEPS) {
      if (step * power >= atLeast * (1 - 1e-9)) {
        return step * power;
      }
    }
    return sixty ? 60 * step(atLeast / 60, Quantity.of(""), 1) : 10 * power;
  }

  private static List<Tick> powers(Axis axis, int most) {
    double from = Math.log10(axis.min());
    double to = Math.log10(axis.max());
    double decades = to - from;
    List<Tick> ticks = new ArrayList<>();
    double[] within = decades * 3 <= most ? new double[] {1, 2, 5} : new double[] {1};
    int every = Math.max(1, (int) Math.ceil(decades / Math.max(1, most)));
    for (int power = (int) Math.floor(from); power <= Math.ceil(to); power++) {
      for (double digit : within) {
        double value = digit * Math.pow(10, power);
        if (power % every == 0 && value >= axis.min() * 0.999 && value <= axis.max() * 1.001) {
          ticks.add(new Tick(value, power(value, axis)));
        }
      }
    }
    return ticks;
  }

  /** On a logarithmic axis each duration has its own unit. */
  private static String power(double value, Axis axis) {
    if (axis.quantity().kind() != Quantity.Kind.MILLIS) {
      return number(value, axis);
    }
    return value < MS_PER_S ? plain(value) + " ms" : plain(value / MS_PER_S) + " s";
  }

  private static String number(double value, Axis axis) {
    if (axis.quantity().kind() == Quantity.Kind.RATIO) {
      return plain(value * 100) + " %";
    }
    double size = Math.abs(value);
    if (size >= 1e9) {
      return plain(value / 1e9) + " G";
    }
    if (size >= 1e6) {
      return plain(value / 1e6) + " M";
    }
    return size >= 1e4 ? plain(value / 1e3) + " k" : plain(value);
  }

  /** Up to six significant digits, without the noise of binary fractions. */
  private static String plain(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded =
        new BigDecimal(value)
            .round(new java.math.MathContext(6, RoundingMode.HALF_EVEN))
            .stripTrailingZeros();
    return Math.abs(value) >= 1000 && rounded.scale() <= 0
        ? String.format(Locale.ROOT, "%,d", rounded.longValue())
        : rounded.toPlainString();
  }

  private static Unit unit(Axis axis) {
    return axis.scale() == Axis.Scale.LOG && axis.quantity().kind() == Quantity.Kind.MILLIS
        ? new Unit("", 1)
        : unit(axis.quantity(), axis.max());
  }

  private static Unit unit(Quantity quantity, double largest) {
    return switch (quantity.kind()) {
      case NUMBER -> new Unit(quantity.unit(), 1);
      case RATIO -> new Unit("", 1);
      case MILLIS -> {
        if (largest >= 3 * MS_PER_H) {
          yield new Unit("h", MS_PER_H);
        } else if (largest >= 5 * MS_PER_MIN) {
          yield new Unit("min", MS_PER_MIN);
        } else if (largest >= 2 * MS_PER_S) {
          yield new Unit("s", MS_PER_S);
        }
        yield new Unit("ms", 1);
      }
    };
  }
}

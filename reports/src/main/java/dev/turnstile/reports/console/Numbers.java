package dev.turnstile.reports.console;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as short text for people; what is not available is a dash. */
public final class Numbers {
  /** What stands for a value that is not available. */
  public static final String NONE = "–";

  private Numbers() {}

  /** Four significant digits at most; whole numbers and those from 1000 on have no decimals. */
  public static String compact(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double size = Math.abs(value);
    if (value == 0) {
      return "0";
    }
    if (size >= 1000 || (value == Math.rint(value) && size < 1000)) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    int decimals = size >= 100 ? 1 : size >= 10 ? 2 : size >= 0.0995 ? 3 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** As {@link #compact(double)}. */
  public static String compact(@Nullable Number value) {
    return value == null ? NONE : compact(value.doubleValue());
  }

  /** A ratio as percent. */
  public static String percent(@Nullable Number ratio) {
    return ratio == null ? NONE : String.format(Locale.ROOT, "%.1f %%", ratio.doubleValue() * 100);
  }

  /** A duration in a unit that suits it. */
  public static String duration(double millis) {
    if (!Double.isFinite(millis)) {
      return NONE;
    }
    if (Math.abs(millis) < 1000) {
      return compact(millis) + " ms";
    }
    double seconds = millis / 1000;
    if (seconds < 600) {
      return compact(seconds) + " s";
    }
    return seconds < 36_000 ? compact(seconds / 60) + " min" : compact(seconds / 3600) + " h";
  }

  /** As {@link #duration(double)}. */
  public static String duration(@Nullable Number millis) {
    return millis == null ? NONE : duration(millis.doubleValue());
  }

  /** A count of tokens with a decimal prefix. */
  public static String tokens(@Nullable Number count) {
    if (count == null) {
      return NONE;
    }
    double value = count.doubleValue();
    if (value >= 1e9) {
      return compact(value / 1e9) + " G";
    }
    if (value >= 1e6) {
      return compact(value / 1e6) + " M";
    }
    return value >= 1e4 ? compact(value / 1e3) + " k" : compact(value);
  }

  /** A count with its noun, which takes an {@code s} unless the count is 1. */
  public static String counted(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}

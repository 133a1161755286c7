package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A value against the baseline, as colour, sign and word.
 *
 * @param text signed and short; empty if a value is missing
 * @param exact relative change, or difference for ratios; empty if there is none
 * @param verdict {@code better}, {@code worse}, {@code same} or {@code neutral}
 */
record Change(String text, String exact, String verdict) {
  static final Change NONE = new Change("", "", "neutral");

  private static final double TIMES = 10;
  private static final double SHOWN_AS_SAME = 0.0005;

  /**
   * The change of a metric. Ratios change by percentage points, everything else by percent.
   *
   * @param good which way is better
   */
  static Change of(@Nullable Number baseline, @Nullable Number value, Measure measure, Good good) {
    if (baseline == null || value == null) {
      return NONE;
    }
    double from = baseline.doubleValue();
    double to = value.doubleValue();
    if (from == to) {
      return new Change("=", "0", "same");
    }
    if (measure == Measure.PERCENT) {
      return of(to - from, signed((to - from) * 100, " pp"), good);
    }
    if (from == 0) {
      return new Change("from 0", "", verdict(to, good));
    }
    double relative = (to - from) / from;
    return Math.abs(to / from) >= TIMES
        ? of(relative, String.format(Locale.ROOT, "× %,.0f", to / from), good)
        : of(relative, signed(relative * 100, " %"), good);
  }

  private static Change of(double change, String text, Good good) {
    String verdict = Math.abs(change) < SHOWN_AS_SAME ? "same" : verdict(change, good);
    return new Change(text, Shown.exact(change), verdict);
  }

  private static String verdict(double change, Good good) {
    return switch (good) {
      case UP -> change > 0 ? "better" : "worse";
      case DOWN -> change < 0 ? "better" : "worse";
      case NEUTRAL -> "neutral";
    };
  }

  private static String signed(double change, String unit) {
    if (Math.abs(change) < 0.05) {
      return "≈ 0" + unit;
    }
    String digits = Math.abs(change) < 99.95 ? "%.1f" : "%,.0f";
    return (change < 0 ? "−" : "+") + String.format(Locale.ROOT, digits, Math.abs(change)) + unit;
  }

  /** The same where no difference is shown: it is neither better nor worse. */
  Change undecided() {
    return new Change(text, exact, "same");
  }

  /** Its mark beside the colour. */
  String mark() {
    return switch (verdict) {
      case "better" -> "▲ better";
      case "worse" -> "▼ worse";
      default -> "";
    };
  }
}

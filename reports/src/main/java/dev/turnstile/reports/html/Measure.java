package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.reports.console.Numbers;
import org.jspecify.annotations.Nullable;

/** How the numbers of a metric are shown to people. */
enum Measure {
  /** As they are. */
  NUMBER,
  /** 0 to 1 as percent. */
  PERCENT,
  /** Milliseconds in a unit that suits. */
  DURATION,
  /** Tokens with a prefix. */
  TOKENS;

  /** The way for a metric, by the unit at the end of its name. */
  static Measure of(String metric) {
    if (metric.endsWith("_ms")) {
      return DURATION;
    } else if (metric.endsWith("_ratio")
        || metric.contains("_ratio_")
        || metric.endsWith("_of_ideal")) {
      return PERCENT;
    }
    return metric.endsWith("_tokens") || metric.contains("_tokens_hbm") ? TOKENS : NUMBER;
  }

  String text(@Nullable Number value) {
    if (value == null || !Double.isFinite(value.doubleValue())) {
      return Numbers.NONE;
    }
    return switch (this) {
      case NUMBER -> Numbers.compact(value);
      case PERCENT -> Numbers.percent(value);
      case DURATION -> Numbers.duration(value);
      case TOKENS -> Numbers.tokens(value);
    };
  }

  /** The unit that the text does not say itself. */
  static String unit(String metric) {
    return of(metric) == NUMBER
        ? MetricCatalogue.find(metric).map(MetricCatalogue.Metric::unit).orElse("")
        : "";
  }
}

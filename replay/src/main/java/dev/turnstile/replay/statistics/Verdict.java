package dev.turnstile.replay.statistics;

import dev.turnstile.replay.metrics.MetricCatalogue;
import java.util.Locale;

/** What may be said of the difference between a value and its baseline. */
public enum Verdict {
  /** The interval of the difference contains 0. */
  NO_DIFFERENCE_SHOWN,
  /** It lies wholly on the good side. */
  BETTER,
  /** It lies wholly on the bad side. */
  WORSE,
  /** It lies above 0, of a metric that describes and does not judge. */
  HIGHER,
  /** It lies below 0, of such a metric. */
  LOWER;

  /**
   * The verdict over a difference.
   *
   * @param difference interval of value minus baseline
   * @param good which way the metric is better
   */
  public static Verdict of(Interval difference, MetricCatalogue.Good good) {
    if (difference.containsZero()) {
      return NO_DIFFERENCE_SHOWN;
    }
    boolean up = difference.low() > 0;
    return switch (good) {
      case UP -> up ? BETTER : WORSE;
      case DOWN -> up ? WORSE : BETTER;
      case NEUTRAL -> up ? HIGHER : LOWER;
    };
  }

  /** The words for people and files: {@code no difference shown}, {@code better}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

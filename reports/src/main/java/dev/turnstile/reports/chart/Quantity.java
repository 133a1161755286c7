package dev.turnstile.reports.chart;

/**
 * What numbers measure, and so how they are shown to people.
 *
 * @param kind how they are written
 * @param unit what is counted, empty for a bare number
 */
public record Quantity(Kind kind, String unit) {

  /** How numbers are written. */
  public enum Kind {
    /** As they are, long ones with a prefix. */
    NUMBER,
    /** 0 to 1, shown as percent. */
    RATIO,
    /** Milliseconds, shown in a unit that suits. */
    MILLIS
  }

  /** A part of a whole. */
  public static final Quantity RATIO = new Quantity(Kind.RATIO, "");

  /** A duration or a time. */
  public static final Quantity MILLIS = new Quantity(Kind.MILLIS, "");

  /** A number of something. */
  public static Quantity of(String unit) {
    return new Quantity(Kind.NUMBER, unit);
  }
}

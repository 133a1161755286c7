package dev.turnstile.reports.chart;

import java.util.List;

/**
 * One axis of a chart.
 *
 * @param label what is measured, without unit
 * @param quantity how its numbers are written
 * @param scale where a value lies
 * @param min value at its begin
 * @param max value at its end, above {@code min}
 * @param categories names along a {@link Scale#CATEGORY} axis: the i-th from i to i + 1
 * @param at values that should have a tick; empty = round ones
 */
public record Axis(
    String label,
    Quantity quantity,
    Scale scale,
    double min,
    double max,
    List<String> categories,
    List<Double> at) {

  /** Where a value lies. */
  public enum Scale {
    /** Equal steps for equal differences. */
    LINEAR,
    /** Equal steps for equal factors; all values are above 0. */
    LOG,
    /** Names beside one another. */
    CATEGORY
  }

  private static final double LOGARITHMIC_FROM = 30;

  /** Checks the range. */
  public Axis {
    if (!(min < max) || Double.isInfinite(min) || Double.isInfinite(max)) {
      throw new IllegalArgumentException("axis " + label + " from " + min + " to " + max);
    }
    if (scale == Scale.LOG && min <= 0) {
      throw new IllegalArgumentException("logarithmic axis " + label + " from " + min);
    }
    categories = List.copyOf(categories);
    at = List.copyOf(at);
  }

  /** From 0 to a round number at or above the largest value; NaN values do not count. */
  public static Axis fromZero(String label, Quantity quantity, double largest) {
    double max = largest > 0 && Double.isFinite(largest) ? largest : 1;
    boolean full = quantity.kind() == Quantity.Kind.RATIO && max <= 1 && max > 0.5;
    double end = full ? 1 : Ticks.roundUp(max * 1.02, quantity);
    return new Axis(label, quantity, Scale.LINEAR, 0, end, List.of(), List.of());
  }

  /** From one value to another one; if they are equal, a little around them. */
  public static Axis between(String label, Quantity quantity, double from, double to) {
    if (from == to) {
      double around = from == 0 ? 1 : Math.abs(from) / 2;
      return between(label, quantity, from - around, to + around);
    }
    return new Axis(label, quantity, Scale.LINEAR, from, to, List.of(), List.of());
  }

  /** Logarithmic around positive values. */
  public static Axis log(String label, Quantity quantity, double from, double to) {
    boolean equal = from == to;
    return new Axis(
        label,
        quantity,
        Scale.LOG,
        equal ? from / 2 : from,
        equal ? to * 2 : to,
        List.of(),
        List.of());
  }

  /**
   * For durations in milliseconds: logarithmic where they are positive and spread over a factor of
   * 30, else from 0.
   *
   * @param least smallest value; above {@code most} if there is none
   * @param most largest value
   */
  public static Axis ofDurations(String label, double least, double most) {
    if (!(least <= most)) {
      return between(label, Quantity.MILLIS, 0, 1);
    }
    return least > 0 && most / least >= LOGARITHMIC_FROM
        ? log(label, Quantity.MILLIS, least, most)
        : fromZero(label, Quantity.MILLIS, most);
  }

  /** Where a value lies between begin and end, 0 to 1. */
  public double share(double value) {
    return scale == Scale.LOG
        ? Math.log(value / min) / Math.log(max / min)
        : (value - min) / (max - min);
  }

  /** Names beside one another. */
  public static Axis of(String label, List<String> names) {
    return new Axis(
        label, Quantity.of(""), Scale.CATEGORY, 0, Math.max(1, names.size()), names, List.of());
  }

  /** The same with ticks at these values, as far as there is room for their text. */
  public Axis at(List<Double> values) {
    return new Axis(label, quantity, scale, min, max, categories, values);
  }
}

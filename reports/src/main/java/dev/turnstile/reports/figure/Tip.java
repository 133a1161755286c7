package dev.turnstile.reports.figure;

import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Look;
import java.util.List;

/**
 * The exact values of one series, for the pointer and the keyboard.
 *
 * @param name of the series
 * @param look how it is drawn
 * @param swatch how its entry in the legend looks
 * @param x positions, or left ends of boxes
 * @param x2 right ends of boxes; empty otherwise
 * @param y values, NaN = missing; rows of boxes
 * @param values what is shown for boxes; empty = {@code y}
 * @param labels what each point is; empty = nothing to say
 * @param links where each point leads; empty = nowhere
 */
public record Tip(
    String name,
    Look look,
    Swatch swatch,
    double[] x,
    double[] x2,
    double[] y,
    double[] values,
    List<String> labels,
    List<String> links) {

  /** How an entry of a legend looks. */
  public enum Swatch {
    /** A piece of line. */
    LINE,
    /** A piece of line with its marker. */
    MARKED,
    /** An area. */
    AREA,
    /** A dot. */
    DOT,
    /** It has no entry. */
    NONE
  }

  private static final double[] EMPTY = {};

  /** Copies the lists. */
  public Tip {
    labels = List.copyOf(labels);
    links = List.copyOf(links);
  }

  /** The values of a line. */
  public static Tip of(Layer.Line line) {
    return of(line, List.of(), List.of());
  }

  /** The values of a line whose points are named or lead somewhere. */
  public static Tip of(Layer.Line line, List<String> labels, List<String> links) {
    Swatch swatch =
        switch (line.shape()) {
          case STRAIGHT, STEPS -> Swatch.LINE;
          case MARKED, MARKS, FADED -> Swatch.MARKED;
        };
    return new Tip(
        line.name(), line.look(), swatch, line.x(), EMPTY, line.y(), EMPTY, labels, links);
  }

  /** The values of a band. */
  public static Tip of(Layer.Band band, double[] x) {
    return new Tip(
        band.name(),
        Look.solid(band.ink()),
        Swatch.AREA,
        x,
        EMPTY,
        band.y(),
        EMPTY,
        List.of(),
        List.of());
  }

  /** The values of dots. */
  public static Tip of(Layer.Dots dots, List<String> labels) {
    return new Tip(
        dots.name(),
        Look.solid(dots.ink()),
        Swatch.DOT,
        dots.x(),
        EMPTY,
        dots.y(),
        EMPTY,
        labels,
        List.of());
  }

  /**
   * The values of boxes in rows.
   *
   * @param rows the row of each box: its index along the other axis
   * @param values what each stands for
   */
  public static Tip of(
      Layer.Boxes boxes, double[] rows, double[] values, List<String> labels, List<String> links) {
    return new Tip(
        boxes.name(),
        Look.solid(boxes.ink()),
        Swatch.AREA,
        boxes.boxes().stream().mapToDouble(Layer.Box::x1).toArray(),
        boxes.boxes().stream().mapToDouble(Layer.Box::x2).toArray(),
        rows,
        values,
        labels,
        links);
  }

  /** The same without an entry in the legend. */
  public Tip hidden() {
    return new Tip(name, look, Swatch.NONE, x, x2, y, values, labels, links);
  }
}

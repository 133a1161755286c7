package dev.turnstile.reports.chart;

import java.util.List;

/** A part of a chart. Layers are drawn in their order. */
public sealed interface Layer {

  /**
   * A line, interrupted where a value is NaN.
   *
   * @param name what it shows
   * @param look ink, dash and marker
   * @param x positions, ascending
   * @param y values, or NaN
   * @param low lower ends of intervals around the values, NaN without one; empty = no intervals
   * @param high upper ends
   * @param shape how the values are joined
   */
  record Line(
      String name, Look look, double[] x, double[] y, double[] low, double[] high, Shape shape)
      implements Layer {

    /** How the values of a line are joined. */
    public enum Shape {
      /** A straight line from one to the next. */
      STRAIGHT,
      /** The same with a marker at each value. */
      MARKED,
      /** Each value holds from its position to the next; the last one to the end of the axis. */
      STEPS,
      /** Markers alone. */
      MARKS,
      /** Pale markers alone. */
      FADED
    }

    /** Checks the lengths. */
    public Line {
      if (x.length != y.length || low.length != high.length) {
        throw new IllegalArgumentException("line " + name + " has columns of different lengths");
      }
    }

    /** A line without intervals. */
    public Line(String name, Look look, double[] x, double[] y, Shape shape) {
      this(name, look, x, y, new double[0], new double[0], shape);
    }
  }

  /**
   * Areas above one another; each value holds from its position to the next.
   *
   * @param bands what is stacked, the lowest first
   * @param x positions, ascending; all bands have as many values
   * @param end where the last value ends
   */
  record Stack(List<Band> bands, double[] x, double end) implements Layer {

    /** Copies the list. */
    public Stack {
      bands = List.copyOf(bands);
    }
  }

  /**
   * One area of a stack.
   *
   * @param name what it shows
   * @param ink its colour
   * @param y its heights
   */
  record Band(String name, Ink ink, double[] y) {}

  /**
   * Points without a line.
   *
   * @param name what they show
   * @param ink their colour
   * @param x positions
   * @param y values
   */
  record Dots(String name, Ink ink, double[] x, double[] y) implements Layer {}

  /**
   * Rectangles of one colour.
   *
   * @param name what they show
   * @param ink their colour
   * @param opacity 0 to 1
   * @param boxes the rectangles
   */
  record Boxes(String name, Ink ink, double opacity, List<Box> boxes) implements Layer {

    /** Copies the list. */
    public Boxes {
      boxes = List.copyOf(boxes);
    }
  }

  /** A rectangle in the units of the axes. */
  record Box(double x1, double x2, double y1, double y2) {}

  /**
   * A short text, centred in its place; it is left out where it does not fit.
   *
   * @param x its middle
   * @param y its middle
   * @param width room for it along the axis from left to right
   * @param text what it says
   * @param ink its colour
   */
  record Words(double x, double y, double width, String text, Ink ink) implements Layer {

    /** A text on the page's own ground or a pale one. */
    public Words(double x, double y, double width, String text) {
      this(x, y, width, text, Ink.TEXT);
    }
  }
}

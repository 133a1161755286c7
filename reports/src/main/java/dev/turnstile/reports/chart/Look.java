package dev.turnstile.reports.chart;

import java.awt.BasicStroke;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/**
 * How a series looks: its ink, and a dash and a marker for those who cannot see the ink.
 *
 * @param ink its colour
 * @param dash number of the dash pattern, 0 = solid
 * @param marker number of the marker
 */
public record Look(Ink ink, int dash, int marker) {
  private static final List<float[]> DASHES =
      List.of(
          new float[0],
          new float[] {7, 3},
          new float[] {10, 3, 2, 3},
          new float[] {2, 3},
          new float[] {12, 4},
          new float[] {5, 2, 2, 2, 2, 2},
          new float[] {3, 2},
          new float[] {10, 3, 3, 3});

  /** A dashed line that is no series: an ideal, a limit. */
  public static final Look REFERENCE = new Look(Ink.MUTED, 3, 0);

  /** Number of markers. */
  static final int MARKERS = 8;

  /** The look of a series; the first 64 differ from one another. */
  public static Look series(int index) {
    return new Look(
        Ink.series(index), index % DASHES.size(), (index + index / Ink.SERIES) % MARKERS);
  }

  /** A solid line. */
  public static Look solid(Ink ink) {
    return new Look(ink, 0, 0);
  }

  /** The same in another colour. */
  public Look in(Ink other) {
    return new Look(other, dash, marker);
  }

  /** Lengths of dashes and gaps, separated by spaces; empty for a solid line. */
  public String dashArray() {
    StringBuilder text = new StringBuilder();
    for (float length : DASHES.get(dash)) {
      text.append(text.length() == 0 ? "" : " ").append((int) length);
    }
    return text.toString();
  }

  /** The marker around a point, as the data of an SVG path. */
  public String markerAt(double x, double y) {
    Shape shape = AffineTransform.getTranslateInstance(x, y).createTransformedShape(shape());
    return new SvgPath().shape(shape).text();
  }

  BasicStroke stroke(float width) {
    float[] pattern = DASHES.get(dash);
    return pattern.length == 0
        ? new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND)
        : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, pattern, 0);
  }

  /** The marker around the origin; all have about the same area. */
  Shape shape() {
    return switch (marker) {
      case 0 -> new Ellipse2D.Double(-3.4, -3.4, 6.8, 6.8);
      case 1 -> new Rectangle2D.Double(-3, -3, 6, 6);
      case 2 -> polygon(0, -4, 4, 3.2, -4, 3.2);
      case 3 -> polygon(0, -4.4, 4.4, 0, 0, 4.4, -4.4, 0);
      case 4 -> polygon(0, 4, 4, -3.2, -4, -3.2);
      case 5 ->
          polygon(
              -1.2, -4, 1.2, -4, 1.2, -1.2, 4, -1.2, 4, 1.2, 1.2, 1.2, 1.2, 4, -1.2, 4, -1.2, 1.2,
              -4, 1.2, -4, -1.2, -1.2, -1.2);
      case 6 ->
          polygon(
              0, -1.7, 2.6, -4.2, 4.2, -2.6, 1.7, 0, 4.2, 2.6, 2.6, 4.2, 0, 1.7, -2.6, 4.2, -4.2,
              2.6, -1.7, 0, -4.2, -2.6, -2.6, -4.2);
      default -> polygon(-4, -2, -4, 2, -1.6, 4, 1.6, 4, 4, 2, 4, -2, 1.6, -4, -1.6, -4);
    };
  }

  private static Shape polygon(double... corners) {
    Path2D.Double path = new Path2D.Double();
    path.moveTo(corners[0], corners[1]);
    for (int i = 2; i < corners.length; i += 2) {
      path.lineTo(corners[i], corners[i + 1]);
    }
    path.closePath();
    return path;
  }
}

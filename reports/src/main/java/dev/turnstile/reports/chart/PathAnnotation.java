package dev.turnstile.reports.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import org.jfree.chart.annotations.AbstractXYAnnotation;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;
import org.jspecify.annotations.Nullable;

/**
 * A path of straight lines in the units of the axes, drawn with a stroke or filled.
 *
 * <p>Each of its points is put where the axes say, so it is right on logarithmic axes too.
 */
final class PathAnnotation extends AbstractXYAnnotation {
  private static final long serialVersionUID = 1L;

  private final transient Path2D.Double path;
  private final transient @Nullable BasicStroke stroke;
  private final Color color;

  /**
   * A path.
   *
   * @param stroke to draw it with, or null to fill it
   */
  PathAnnotation(Path2D.Double path, @Nullable BasicStroke stroke, Color color) {
    this.path = path;
    this.stroke = stroke;
    this.color = color;
  }

  @Override
  public void draw(
      Graphics2D g2,
      XYPlot plot,
      Rectangle2D dataArea,
      ValueAxis domainAxis,
      ValueAxis rangeAxis,
      int rendererIndex,
      PlotRenderingInfo info) {
    Path2D.Double placed = new Path2D.Double();
    double[] point = new double[6];
    for (PathIterator at = path.getPathIterator(null); !at.isDone(); at.next()) {
      int kind = at.currentSegment(point);
      if (kind == PathIterator.SEG_CLOSE) {
        placed.closePath();
        continue;
      }
      double x = domainAxis.valueToJava2D(point[0], dataArea, plot.getDomainAxisEdge());
      double y = rangeAxis.valueToJava2D(point[1], dataArea, plot.getRangeAxisEdge());
      if (kind == PathIterator.SEG_MOVETO) {
        placed.moveTo(x, y);
      } else {
        placed.lineTo(x, y);
      }
    }
    g2.setPaint(color);
    if (stroke == null) {
      g2.fill(placed);
    } else {
      g2.setStroke(stroke);
      g2.draw(placed);
    }
  }
}

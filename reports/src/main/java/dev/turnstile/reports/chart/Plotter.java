package dev.turnstile.reports.chart;

import java.awt.BasicStroke;
import java.awt.geom.Path2D;
import java.util.Arrays;
import java.util.List;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYDataset;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** Adds layers to a plot of JFreeChart. */
final class Plotter {
  private static final float LINE = 2;

  /** About how much of the width of a drawing is its plot. */
  private static final double PLOT_SHARE = 0.8;

  private static final BasicStroke HAIR = new BasicStroke(1);

  private final XYPlot plot;
  private final int width;
  private final int fontSize;

  Plotter(XYPlot plot, int width, int fontSize) {
    this.plot = plot;
    this.width = width;
    this.fontSize = fontSize;
  }

  /**
   * Adds all layers.
   *
   * @param end end of the axis from left to right
   */
  void add(List<Layer> layers, double end) {
    for (Layer layer : layers) {
      if (layer instanceof Layer.Line line) {
        line(line, end);
      } else if (layer instanceof Layer.Stack stack) {
        stack(stack);
      } else if (layer instanceof Layer.Dots dots) {
        dots(dots);
      } else if (layer instanceof Layer.Boxes boxes) {
        boxes(boxes);
      } else if (layer instanceof Layer.Words words) {
        words(words);
      }
    }
  }

  private void add(XYDataset data, XYItemRenderer renderer) {
    int index =
        plot.getDatasetCount() == 1 && plot.getDataset() == null ? 0 : plot.getDatasetCount();
    plot.setDataset(index, data);
    plot.setRenderer(index, renderer);
  }

  private void line(Layer.Line line, double end) {
    if (line.low().length > 0) {
      intervals(line);
    }
    boolean faded = line.shape() == Layer.Line.Shape.FADED;
    boolean marks = faded || line.shape() == Layer.Line.Shape.MARKS;
    XYSeries series = new XYSeries(line.name(), false, true);
    for (int i = 0; i < line.x().length; i++) {
      series.add(line.x()[i], line.y()[i]);
      if (line.shape() == Layer.Line.Shape.STEPS) {
        series.add(i + 1 < line.x().length ? line.x()[i + 1] : end, line.y()[i]);
      }
    }
    boolean shapes = marks || line.shape() == Layer.Line.Shape.MARKED;
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(!marks, shapes);
    renderer.setDrawSeriesLineAsPath(true);
    renderer.setDrawOutlines(false);
    renderer.setSeriesPaint(0, line.look().ink().color(faded ? 0.35 : 1));
    renderer.setSeriesStroke(0, line.look().stroke(LINE));
    renderer.setSeriesShape(0, line.look().shape());
    add(new XYSeriesCollection(series), renderer);
  }

  private void intervals(Layer.Line line) {
    YIntervalSeries series = new YIntervalSeries(line.name(), false, true);
    for (int i = 0; i < line.x().length; i++) {
      if (!Double.isNaN(line.y()[i]) && !Double.isNaN(line.low()[i])) {
        series.add(line.x()[i], line.y()[i], line.low()[i], line.high()[i]);
      }
    }
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    data.addSeries(series);
    XYErrorRenderer renderer = new XYErrorRenderer();
    renderer.setDrawXError(false);
    renderer.setDefaultShapesVisible(false);
    renderer.setSeriesPaint(0, line.look().ink().color());
    renderer.setErrorStroke(new BasicStroke(1.2f));
    renderer.setCapLength(6);
    add(data, renderer);
  }

  /**
   * Each band is one outline in the units of the axes, up along its top and back along its foot.
   */
  private void stack(Layer.Stack stack) {
    double[] foot = new double[stack.x().length];
    if (foot.length == 0) {
      return;
    }
    for (Layer.Band band : stack.bands()) {
      double[] top = new double[foot.length];
      Arrays.setAll(top, i -> foot[i] + band.y()[i]);
      Path2D.Double outline = new Path2D.Double();
      outline.moveTo(stack.x()[0], foot[0]);
      for (int i = 0; i < top.length; i++) {
        outline.lineTo(stack.x()[i], top[i]);
        outline.lineTo(right(stack, i), top[i]);
      }
      for (int i = top.length - 1; i >= 0; i--) {
        outline.lineTo(right(stack, i), foot[i]);
        outline.lineTo(stack.x()[i], foot[i]);
      }
      outline.closePath();
      plot.addAnnotation(new PathAnnotation(outline, null, band.ink().color()), false);
      System.arraycopy(top, 0, foot, 0, foot.length);
    }
  }

  private static double right(Layer.Stack stack, int i) {
    return i + 1 < stack.x().length ? stack.x()[i + 1] : stack.end();
  }

  /** A line of no length with a round cap is a dot; all of them are one path. */
  private void dots(Layer.Dots dots) {
    Path2D.Double path = new Path2D.Double();
    for (int i = 0; i < dots.x().length; i++) {
      if (!Double.isNaN(dots.y()[i])) {
        path.moveTo(dots.x()[i], dots.y()[i]);
        path.lineTo(dots.x()[i], dots.y()[i]);
      }
    }
    BasicStroke round = new BasicStroke(4, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    plot.addAnnotation(new PathAnnotation(path, round, dots.ink().color(0.75)), false);
  }

  private void boxes(Layer.Boxes boxes) {
    XYIntervalSeries series = new XYIntervalSeries(boxes.name(), false, true);
    for (Layer.Box box : boxes.boxes()) {
      double x = (box.x1() + box.x2()) / 2;
      double y = (box.y1() + box.y2()) / 2;
      series.add(x, box.x1(), box.x2(), y, box.y1(), box.y2());
    }
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    data.addSeries(series);
    XYBarRenderer renderer = new XYBarRenderer();
    renderer.setUseYInterval(true);
    renderer.setShadowVisible(false);
    renderer.setDrawBarOutline(false);
    renderer.setBarPainter(new StandardXYBarPainter());
    renderer.setSeriesPaint(0, boxes.ink().color(boxes.opacity()));
    renderer.setDefaultStroke(HAIR);
    add(data, renderer);
  }

  private void words(Layer.Words words) {
    double share = words.width() / plot.getDomainAxis().getRange().getLength();
    double room = share * width * PLOT_SHARE;
    if (Fonts.width(words.text(), Fonts.font(fontSize, false)) > room) {
      return;
    }
    XYTextAnnotation text = new XYTextAnnotation(words.text(), words.x(), words.y());
    text.setFont(Fonts.font(fontSize, false));
    text.setPaint(words.ink().color());
    text.setTextAnchor(TextAnchor.CENTER);
    plot.addAnnotation(text, false);
  }
}

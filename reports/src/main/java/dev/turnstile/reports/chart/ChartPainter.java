package dev.turnstile.reports.chart;

import java.awt.BasicStroke;
import java.awt.Dimension;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleInsets;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;

/** Draws charts. */
public final class ChartPainter {
  private static final String SVG = "http://www.w3.org/2000/svg";
  private static final int LETTERS = 28;
  private static final BasicStroke THIN = new BasicStroke(1);

  private final int width;
  private final int height;
  private final int fontSize;

  /**
   * A painter of charts of one size.
   *
   * @param width in user units of the view box
   * @param height in the same units
   * @param fontSize of all text
   */
  public ChartPainter(int width, int height, int fontSize) {
    this.width = width;
    this.height = height;
    this.fontSize = fontSize;
  }

  /** Draws a chart. */
  public Drawing draw(Chart chart) {
    SVGGraphics2D graphics = new SVGGraphics2D(context(), false);
    graphics.setSVGCanvasSize(new Dimension(width, height));
    ChartRenderingInfo info = new ChartRenderingInfo();
    jfree(chart).draw(graphics, new Rectangle2D.Double(0, 0, width, height), info);
    Rectangle2D plot = info.getPlotInfo().getDataArea();
    String svg = new SvgWriter(width, height, plot).write(graphics.getRoot());
    return new Drawing(
        svg, width, height, plot.getMinX(), plot.getMinY(), plot.getMaxX(), plot.getMaxY());
  }

  private static SVGGeneratorContext context() {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(emptyDocument());
    context.setPrecision(2);
    return context;
  }

  private static Document emptyDocument() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every Java platform has a DOM", e);
    }
  }

  private JFreeChart jfree(Chart chart) {
    XYPlot plot = new XYPlot();
    plot.setDomainAxis(prepared(chart.x(), Ticks.title(chart.x()), ticksAcross(chart)));
    plot.setRangeAxis(prepared(chart.y(), null, ticksUp(chart)));
    plot.getRangeAxis().setInverted(chart.y().scale() == Axis.Scale.CATEGORY);
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    plot.setBackgroundPaint(null);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinesVisible(chart.x().scale() == Axis.Scale.LOG);
    plot.setRangeGridlinesVisible(chart.y().scale() != Axis.Scale.CATEGORY);
    plot.setDomainGridlinePaint(Ink.GRID.color());
    plot.setRangeGridlinePaint(Ink.GRID.color());
    plot.setDomainGridlineStroke(THIN);
    plot.setRangeGridlineStroke(THIN);
    plot.setInsets(new RectangleInsets(2, 2, 0, 1.3 * fontSize));
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    new Plotter(plot, width, fontSize).add(chart.layers(), chart.x().max());
    JFreeChart made = new JFreeChart(null, Fonts.font(fontSize, false), plot, false);
    made.setBackgroundPaint(null);
    made.setTextAntiAlias(true);
    made.setPadding(RectangleInsets.ZERO_INSETS);
    addTitleOfY(made, chart.y());
    return made;
  }

  /** The label of the upright axis stands above it: nobody has to turn the head. */
  private void addTitleOfY(JFreeChart made, Axis y) {
    String text = Ticks.title(y);
    if (!text.isEmpty()) {
      TextTitle title = new TextTitle(text, Fonts.font(fontSize, false));
      title.setPaint(Ink.MUTED.color());
      title.setHorizontalAlignment(HorizontalAlignment.LEFT);
      title.setPadding(new RectangleInsets(1, 1, 0.5 * fontSize, 0));
      made.setTitle(title);
    }
  }

  private ValueAxis prepared(Axis axis, @Nullable String label, List<Ticks.Tick> ticks) {
    ValueAxis made =
        axis.scale() == Axis.Scale.LOG
            ? new TickAxis.Log(label, ticks)
            : new TickAxis.Linear(label, ticks);
    made.setRange(axis.min(), axis.max());
    made.setTickLabelFont(Fonts.font(fontSize, false));
    made.setTickLabelPaint(Ink.MUTED.color());
    made.setTickMarksVisible(false);
    made.setMinorTickMarksVisible(false);
    made.setAxisLinePaint(Ink.AXIS.color());
    made.setAxisLineStroke(THIN);
    made.setLabelFont(Fonts.font(fontSize, false));
    made.setLabelPaint(Ink.MUTED.color());
    return made;
  }

  private List<Ticks.Tick> ticksUp(Chart chart) {
    boolean names = chart.y().scale() == Axis.Scale.CATEGORY;
    return Ticks.of(
        chart.y(), names ? height / (fontSize + 3) : Math.max(2, height / 55), lettersUp());
  }

  /** Names beside the plot may take a third of the width. */
  private int lettersUp() {
    return Math.min(LETTERS, width / 3 / (fontSize * 2 / 3));
  }

  /** As many as fit: the width of the widest text decides, and it depends on how many there are. */
  private List<Ticks.Tick> ticksAcross(Chart chart) {
    double room = width * 0.86;
    if (!chart.x().at().isEmpty()) {
      return spaced(chart.x(), room);
    }
    List<Ticks.Tick> ticks = List.of();
    for (int most = Math.max(2, width / 40); most >= 2; most--) {
      ticks = Ticks.of(chart.x(), most, LETTERS);
      double widest =
          ticks.stream()
              .mapToDouble(tick -> Fonts.width(tick.text(), Fonts.font(fontSize, false)))
              .max()
              .orElse(0);
      if (ticks.size() * (widest + fontSize) <= room) {
        break;
      }
    }
    return ticks;
  }

  /** The given values from left to right, without those that stand too near to the one before. */
  private List<Ticks.Tick> spaced(Axis axis, double room) {
    List<Ticks.Tick> kept = new ArrayList<>();
    double free = Double.NEGATIVE_INFINITY;
    for (Ticks.Tick tick : Ticks.of(axis, axis.at().size(), LETTERS)) {
      double half = Fonts.width(tick.text(), Fonts.font(fontSize, false)) / 2;
      double middle = axis.share(tick.value()) * room;
      if (middle - half >= free) {
        kept.add(tick);
        free = middle + half + fontSize;
      }
    }
    return kept;
  }
}

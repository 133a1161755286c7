package dev.turnstile.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ChartPainterTest {

  private static final double NONE = Double.NaN;

  @BeforeAll
  static void needFonts() {
    FontsForTests.assume();
  }

  @Test
  void missingValuesLeaveGaps() {
    // 1 2 _ 4 5: two strokes; 1 _ 3: two lone points that only a marker shows
    String line = svg(line(Layer.Line.Shape.STRAIGHT, 1, 2, NONE, 4, 5));

    assertThat(path(line, "k-s1").split("M", -1)).hasSize(3);
    assertThat(path(svg(line(Layer.Line.Shape.MARKED, 1, NONE, 3)), "f-s1").split("M", -1))
        .hasSize(3);
  }

  @Test
  void colorsAreClassesAndNothingElseIsInTheDrawing() {
    String svg = svg(line(Layer.Line.Shape.MARKED, 1, 2, 3));

    assertThat(svg).contains("class=\"k-s1\"", "class=\"f-s1\"", "class=\"f-muted\"");
    assertThat(svg).doesNotContain("style=", "rgb(", "url(", " id=", "font-family", "xmlns");
  }

  @Test
  void namesAreEscaped() {
    Chart chart =
        new Chart(
            Axis.fromZero("\"><script>", Quantity.of("<b>"), 1),
            Axis.of("", List.of("</svg>&", "b")),
            List.of(new Layer.Words(0.5, 0.5, 1, "<i>")));

    String svg = new ChartPainter(400, 200, 12).draw(chart).svg();

    assertThat(svg).contains("&lt;/svg&gt;&amp;", "\"&gt;&lt;script&gt; (&lt;b&gt;)", "&lt;i&gt;");
    assertThat(svg).doesNotContain("<script", "<b>", "<i>");
  }

  @Test
  void plotLiesWithinTheDrawingAndValuesWithinThePlot() {
    Drawing drawing =
        new ChartPainter(640, 300, 12)
            .draw(
                new Chart(
                    Axis.between("x", Quantity.of(""), 0, 4),
                    Axis.between("y", Quantity.of(""), 0, 10),
                    List.of(line(Layer.Line.Shape.STRAIGHT, 0, 10, 0, 10, 0))));

    assertThat(drawing.left()).isBetween(10.0, 100.0);
    assertThat(drawing.right()).isBetween(550.0, 640.0);
    // From the lower left corner of the plot straight up to its upper edge.
    assertThat(path(drawing.svg(), "k-s1"))
        .startsWith("M" + SvgPath.round(drawing.left()) + " " + SvgPath.round(drawing.bottom()));
  }

  @Test
  void stepsHoldUntilTheNextPosition() {
    // 1 from 0 to 1, 2 from 1 to 2, 2 until 4: over, up, over
    String steps = path(svg(line(Layer.Line.Shape.STEPS, 1, 2, 2)), "k-s1");

    assertThat(steps).matches("M[0-9. ]+h[0-9.]+v-[0-9.]+h[0-9.]+h[0-9.]+");
  }

  @Test
  void intervalsAreDrawnWhereThereAreAny() {
    double[] x = {1, 2, 3};
    double[] y = {5, 6, 7};
    Layer.Line with =
        new Layer.Line(
            "a",
            Look.series(0),
            x,
            y,
            new double[] {4, NONE, 6},
            new double[] {6, NONE, 8},
            Layer.Line.Shape.MARKED);

    String svg = svg(with);

    // The stem and two caps for two of the three points.
    String bars = path(svg, "k-s1\" stroke-width=\"1.2");
    assertThat(bars.split("M", -1)).hasSize(1 + 2 * 3);
  }

  @Test
  void dotsLieWhereALogarithmicAxisSays() {
    Chart chart =
        new Chart(
            axis("x", 4),
            Axis.log("y", Quantity.of(""), 1, 10_000),
            List.of(new Layer.Dots("d", Ink.S2, new double[] {2}, new double[] {100})));

    Drawing drawing = new ChartPainter(400, 200, 12).draw(chart);

    // 100 is half-way between 1 and 10,000 on this axis, and 2 between 0 and 4.
    String dot = path(drawing.svg(), "k-s2").substring(1).split("h", 2)[0];
    String[] place = dot.split(" ", 2);
    assertThat(Double.parseDouble(place[0]))
        .isCloseTo((drawing.left() + drawing.right()) / 2, within(0.2));
    assertThat(Double.parseDouble(place[1]))
        .isCloseTo((drawing.top() + drawing.bottom()) / 2, within(0.2));
  }

  @Test
  void everyKindOfLayerIsDrawnEvenIfItIsEmpty() {
    List<Layer> empty =
        List.of(
            line(Layer.Line.Shape.MARKED),
            new Layer.Dots("d", Ink.S2, new double[0], new double[0]),
            new Layer.Boxes("b", Ink.S3, 0.5, List.of()),
            new Layer.Stack(List.of(new Layer.Band("s", Ink.S4, new double[0])), new double[0], 4));

    assertThat(
            new ChartPainter(300, 200, 11)
                .draw(new Chart(axis("x", 4), axis("y", 10), empty))
                .svg())
        .startsWith("<svg viewBox=\"0 0 300 200\">")
        .endsWith("</svg>");
  }

  @Test
  void boxesOfOneColorAreOnePath() {
    Layer.Boxes boxes =
        new Layer.Boxes(
            "b", Ink.TOOL, 0.5, List.of(new Layer.Box(0, 1, 0, 1), new Layer.Box(2, 3, 0, 1)));

    String svg =
        new ChartPainter(300, 200, 11)
            .draw(new Chart(axis("x", 4), Axis.of("", List.of("row")), List.of(boxes)))
            .svg();

    assertThat(svg).containsOnlyOnce("class=\"f-tool\" fill-opacity=\"0.5");
    assertThat(path(svg, "f-tool").split("M", -1)).hasSize(3);
  }

  private static Axis axis(String label, double max) {
    return Axis.between(label, Quantity.of(""), 0, max);
  }

  private static Layer.Line line(Layer.Line.Shape shape, double... y) {
    double[] x = new double[y.length];
    java.util.Arrays.setAll(x, i -> i);
    return new Layer.Line("a", Look.series(0), x, y, shape);
  }

  private static String svg(Layer layer) {
    return new ChartPainter(400, 200, 12)
        .draw(new Chart(axis("x", 4), axis("y", 10), List.of(layer)))
        .svg();
  }

  /** The data of the only path of a class. */
  private static String path(String svg, String classes) {
    List<String> found =
        Pattern.compile("<path class=\"" + classes + "\"[^>]* d=\"([^\"]*)\"")
            .matcher(svg)
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(found).as(svg).hasSize(1);
    return found.get(0);
  }
}

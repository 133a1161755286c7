package dev.turnstile.reports.html;

import dev.turnstile.reports.chart.ChartPainter;
import dev.turnstile.reports.chart.Drawing;
import dev.turnstile.reports.figure.Figure;
import dev.turnstile.reports.figure.Tip;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A figure, drawn for places of different widths; the style sheet shows one of the drawings.
 *
 * @param figure what it shows
 * @param drawings the drawings
 * @param data its exact values as JSON that is safe inside a script element
 */
record DrawnFigure(Figure figure, List<Sized> drawings, String data) {
  private static final int ROW = 22;
  private static final Size NARROW = new Size("narrow", 340, 250, 11);
  private static final Size WIDE = new Size("wide", 640, 290, 12);
  private static final Size FULL = new Size("full", 1280, 290, 13);

  private record Size(String name, int width, int height, int font) {
    Sized draw(Figure figure) {
      int high = height + ROW * figure.tall();
      return new Sized(name, new ChartPainter(width, high, font).draw(figure.chart()));
    }
  }

  /**
   * A drawing for places of some width.
   *
   * @param name class in the style sheet
   * @param drawing the drawing
   */
  record Sized(String name, Drawing drawing) {

    /** Where its plot is: left, top, right, bottom. */
    String plot() {
      return String.format(
          Locale.ROOT,
          "%.2f %.2f %.2f %.2f",
          drawing.left(),
          drawing.top(),
          drawing.right(),
          drawing.bottom());
    }
  }

  static DrawnFigure of(Figure figure) {
    Stream<Size> sizes = figure.full() ? Stream.of(NARROW, WIDE, FULL) : Stream.of(NARROW, WIDE);
    return new DrawnFigure(
        figure, sizes.map(size -> size.draw(figure)).toList(), FigureJson.of(figure));
  }

  static List<DrawnFigure> all(List<Figure> figures) {
    return figures.stream().map(DrawnFigure::of).toList();
  }

  boolean isEmpty() {
    return figure.tips().stream()
        .flatMapToDouble(tip -> Arrays.stream(tip.y()))
        .noneMatch(Double::isFinite);
  }

  List<Tip> legend() {
    List<Tip> shown =
        figure.tips().stream().filter(tip -> tip.swatch() != Tip.Swatch.NONE).toList();
    return shown.size() < 2 ? List.of() : shown;
  }
}

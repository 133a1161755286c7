package dev.turnstile.reports.html;

import dev.turnstile.reports.chart.ChartPainter;
import dev.turnstile.reports.chart.Drawing;
import dev.turnstile.reports.figure.Figure;
import dev.turnstile.reports.figure.Tip;
import java.util.List;
import java.util.Locale;

/**
 * A figure, drawn once for wide and once for narrow places.
 *
 * @param figure what it shows
 * @param wide drawn for more than about 500 pixels
 * @param narrow drawn for a phone
 * @param data its exact values as JSON that is safe inside a script element
 */
record DrawnFigure(Figure figure, Drawing wide, Drawing narrow, String data) {
  private static final int ROW = 22;
  private static final ChartSize WIDE = new ChartSize(640, 290, 12);
  private static final ChartSize FULL = new ChartSize(960, 290, 12);
  private static final ChartSize NARROW = new ChartSize(340, 250, 11);

  private record ChartSize(int width, int height, int font) {
    Drawing draw(Figure figure) {
      return new ChartPainter(width, height + ROW * figure.tall(), font).draw(figure.chart());
    }
  }

  static DrawnFigure of(Figure figure) {
    boolean full = figure.find() == Figure.Find.ZOOM;
    return new DrawnFigure(
        figure, (full ? FULL : WIDE).draw(figure), NARROW.draw(figure), FigureJson.of(figure));
  }

  static List<DrawnFigure> all(List<Figure> figures) {
    return figures.stream().map(DrawnFigure::of).toList();
  }

  boolean isFull() {
    return figure.find() == Figure.Find.ZOOM;
  }

  boolean isEmpty() {
    return figure.tips().stream().allMatch(tip -> tip.x().length == 0);
  }

  List<Tip> legend() {
    List<Tip> shown =
        figure.tips().stream().filter(tip -> tip.swatch() != Tip.Swatch.NONE).toList();
    return shown.size() < 2 ? List.of() : shown;
  }

  /** The plot of a drawing: left, top, right, bottom. */
  static String plot(Drawing drawing) {
    return String.format(
        Locale.ROOT,
        "%.2f %.2f %.2f %.2f",
        drawing.left(),
        drawing.top(),
        drawing.right(),
        drawing.bottom());
  }
}

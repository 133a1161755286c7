package dev.turnstile.reports.figure;

import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chart with everything that is said about it.
 *
 * @param id unique within the page
 * @param title what it shows
 * @param note how to read it and what was left out
 * @param chart what is drawn
 * @param find how the pointer finds values
 * @param tips the exact values
 * @param values what the values of boxes measure; null = the same as the horizontal axis
 * @param rows more about each row, shown with its values; empty = nothing
 * @param full whether it takes the whole width of the page
 * @param tall lines by which it is taller than the usual, or lower if negative
 */
public record Figure(
    String id,
    String title,
    String note,
    Chart chart,
    Find find,
    List<Tip> tips,
    @Nullable Quantity values,
    List<String> rows,
    boolean full,
    int tall) {

  private static final int USUAL_ROWS = 9;
  private static final int LOWEST = -5;

  /** How the pointer finds values. */
  public enum Find {
    /** Those of all series nearest to its horizontal position. */
    X,
    /** Those of all series nearest to its vertical position. */
    Y,
    /** The nearest point of all. */
    POINT,
    /** Everything in the row under it. */
    ROW,
    /** The box under it. */
    BOX,
    /** The box under it, and the chart can be zoomed along the horizontal axis. */
    ZOOM
  }

  /** A figure whose boxes measure what its horizontal axis does. */
  public Figure(
      String id, String title, String note, Chart chart, Find find, List<Tip> tips, int tall) {
    this(id, title, note, chart, find, tips, null, List.of(), false, tall);
  }

  /** Copies the lists. */
  public Figure {
    tips = List.copyOf(tips);
    rows = List.copyOf(rows);
  }

  /** The same over the whole width of the page. */
  Figure wide() {
    return new Figure(id, title, note, chart, find, tips, values, rows, true, tall);
  }

  /** How much taller or lower a figure with so many rows is than the usual one. */
  static int tall(int rows) {
    return Math.max(LOWEST, rows - USUAL_ROWS);
  }
}

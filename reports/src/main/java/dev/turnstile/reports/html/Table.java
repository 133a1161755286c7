package dev.turnstile.reports.html;

import java.util.List;

/**
 * A table of a page.
 *
 * @param id unique within the page
 * @param title what it lists
 * @param note how to read it and what was left out
 * @param columns its columns
 * @param rows its rows, all as long as the columns
 * @param wide whether it takes the whole width of the page
 */
record Table(
    String id, String title, String note, List<Column> columns, List<Row> rows, boolean wide) {

  private static final int LONG = 32;
  private static final int SHORT = 70;

  /**
   * A column.
   *
   * @param label its head
   * @param numeric whether it holds numbers
   * @param hint what it means
   * @param swatch SVG in front of its head, or empty
   */
  record Column(String label, boolean numeric, String hint, String swatch) {
    static Column text(String label) {
      return new Column(label, false, "", "");
    }

    static Column number(String label) {
      return new Column(label, true, "", "");
    }
  }

  /**
   * A row.
   *
   * @param id where links lead, or empty
   * @param cells its cells
   */
  record Row(String id, List<Cell> cells) {}

  /**
   * A cell.
   *
   * @param shown what it says
   * @param change against the baseline, or {@link Change#NONE}
   * @param hint explained on hover
   * @param best whether it is the best of its row or column
   * @param link relative address of a page that says more, or empty
   */
  record Cell(Shown shown, Change change, String hint, boolean best, String link) {
    Cell(Shown shown, Change change, String hint, boolean best) {
      this(shown, change, hint, best, "");
    }

    /** Whether its text stays on one line. */
    boolean isShort() {
      return shown.text().length() <= SHORT;
    }

    static Cell linked(String text, String link) {
      return new Cell(Shown.plain(text), Change.NONE, "", false, link);
    }

    static Cell text(String text) {
      return new Cell(Shown.plain(text), Change.NONE, "", false);
    }

    static Cell text(String text, String hint) {
      return new Cell(Shown.plain(text), Change.NONE, hint, false);
    }

    static Cell of(Shown shown) {
      return new Cell(shown, Change.NONE, "", false);
    }
  }

  /** Whether it is too long to be shown without a scroll bar of its own. */
  boolean isLong() {
    return rows.size() > LONG;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }
}

package dev.turnstile.reports.console;

import java.util.ArrayList;
import java.util.List;

/** A table of short texts with aligned columns; columns that do not fit any more are left out. */
public final class AlignedTable {
  private static final String GAP = "  ";

  private record Column(List<String> head, List<String> cells, boolean right) {
    int width() {
      int width = 0;
      for (String text : head) {
        width = Math.max(width, text.length());
      }
      for (String text : cells) {
        width = Math.max(width, text.length());
      }
      return width;
    }

    String aligned(String text) {
      return right ? Numbers.right(text, width()) : Numbers.left(text, width());
    }
  }

  private final int maxWidth;
  private final List<Column> columns = new ArrayList<>();
  private int width;

  /** An empty table. */
  public AlignedTable(int maxWidth) {
    this.maxWidth = maxWidth;
  }

  /** Adds a column of texts, whatever its width. */
  public void text(List<String> head, List<String> cells) {
    add(new Column(head, cells, false));
  }

  /** Adds a column of numbers if it fits. */
  public boolean number(List<String> head, List<String> cells) {
    Column column = new Column(head, cells, true);
    if (width + GAP.length() + column.width() > maxWidth) {
      return false;
    }
    add(column);
    return true;
  }

  private void add(Column column) {
    width += (columns.isEmpty() ? 0 : GAP.length()) + column.width();
    columns.add(column);
  }

  /** The lines of the heads, without spaces at their ends. */
  public List<String> heads() {
    int height = columns.stream().mapToInt(c -> c.head().size()).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < height; i++) {
      List<String> cells = new ArrayList<>();
      for (Column column : columns) {
        int index = i - (height - column.head().size());
        cells.add(column.aligned(index < 0 ? "" : column.head().get(index)));
      }
      lines.add(String.join(GAP, cells).stripTrailing());
    }
    return lines;
  }

  /** One row, without spaces at its end. */
  public String row(int row) {
    return row(row, columns.size());
  }

  /** The first columns of a row. */
  String row(int row, int count) {
    List<String> cells = new ArrayList<>();
    for (Column column : columns.subList(0, count)) {
      cells.add(column.aligned(column.cells().get(row)));
    }
    return String.join(GAP, cells).stripTrailing();
  }

  /** Columns so far. */
  int columns() {
    return columns.size();
  }

  /** Characters so far. */
  int width() {
    return width;
  }
}

package dev.turnstile.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of text with aligned columns, two spaces apart.
 *
 * <p>The last column may be text of any length; it is then wrapped so that no line is wider than 80
 * columns.
 */
final class TextTable {

  private static final int WIDTH = 80;
  private static final String GAP = "  ";

  private record Column(boolean right, List<String> heads) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a column of text; each head is a line of its own, none at all is allowed. */
  TextTable text(String... heads) {
    columns.add(new Column(false, List.of(heads)));
    return this;
  }

  /** Adds a column of numbers; each head is a line of its own, none at all is allowed. */
  TextTable number(String... heads) {
    columns.add(new Column(true, List.of(heads)));
    return this;
  }

  /** Adds a row with one cell per column. */
  TextTable row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells in " + columns.size() + " columns");
    }
    rows.add(List.of(cells));
    return this;
  }

  /** Whether there is no row. */
  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The lines, heads first, without spaces at their ends. */
  List<String> lines() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    int height = columns.stream().mapToInt(column -> column.heads().size()).max().orElse(0);
    for (int i = 0; i < height; i++) {
      List<String> cells = new ArrayList<>();
      for (Column column : columns) {
        cells.add(i < column.heads().size() ? column.heads().get(i) : "");
      }
      lines.add(line(cells, widths));
    }
    for (List<String> row : rows) {
      lines.addAll(wrapped(row, widths));
    }
    return lines;
  }

  /** The table in Markdown. */
  List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(markdown(columns.stream().map(column -> String.join(" ", column.heads())).toList()));
    lines.add(
        columns.stream()
            .map(column -> column.right() ? "---:" : "---")
            .collect(Collectors.joining("|", "|", "|")));
    rows.forEach(row -> lines.add(markdown(row)));
    return lines;
  }

  private static String markdown(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      for (String head : columns.get(i).heads()) {
        widths[i] = Math.max(widths[i], head.length());
      }
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private List<String> wrapped(List<String> row, int[] widths) {
    int last = row.size() - 1;
    int indent = 0;
    for (int i = 0; i < last; i++) {
      indent += widths[i] + GAP.length();
    }
    List<String> lines = new ArrayList<>();
    List<String> cells = new ArrayList<>(row);
    for (String piece : pieces(row.get(last), WIDTH - indent)) {
      cells.set(last, piece);
      lines.add(line(cells, widths));
      cells.replaceAll(cell -> "");
    }
    return lines;
  }

  /** Breaks a text at spaces into pieces of at most the given width; a longer word stays whole. */
  static List<String> pieces(String text, int width) {
    List<String> pieces = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int cut = rest.lastIndexOf(' ', width);
      if (cut <= 0) {
        cut = rest.indexOf(' ', width);
      }
      if (cut <= 0) {
        break;
      }
      pieces.add(rest.substring(0, cut));
      rest = rest.substring(cut + 1);
    }
    pieces.add(rest);
    return pieces;
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      String space = " ".repeat(widths[i] > cell.length() ? widths[i] - cell.length() : 0);
      line.append(i == 0 ? "" : GAP);
      line.append(columns.get(i).right() ? space + cell : cell + space);
    }
    return line.toString().stripTrailing();
  }
}

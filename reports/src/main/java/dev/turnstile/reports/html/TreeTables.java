package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.reports.figure.Text;
import dev.turnstile.reports.figure.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** The session trees that lost most cached tokens, and those for which most were evicted. */
final class TreeTables {
  private static final int MOST = 10;

  private final View view;
  private final String suffix;

  /**
   * The tables of a run.
   *
   * @param suffix of their ids
   */
  TreeTables(View view, String suffix) {
    this.view = view;
    this.suffix = suffix;
  }

  List<Table> all() {
    return List.of(
        table(
            "lost",
            "Session trees that lost most",
            "Lost: computed although it had been computed before.",
            SessionRow::lostTokens),
        table(
            "caused",
            "Session trees that caused most",
            "Caused: evicted for this tree, and computed again by others.",
            SessionRow::causedTokens));
  }

  private Table table(String id, String title, String note, ToLongFunction<SessionRow> by) {
    List<SessionRow> trees =
        view.run().sessions().stream()
            .filter(row -> by.applyAsLong(row) > 0)
            .sorted(Comparator.comparingLong(by).reversed().thenComparingInt(SessionRow::play))
            .toList();
    List<Table.Row> rows = new ArrayList<>();
    for (SessionRow tree : trees.subList(0, Math.min(MOST, trees.size()))) {
      rows.add(
          new Table.Row(
              "",
              List.of(
                  Table.Cell.text(Text.id(tree.label())),
                  tokens(tree.lostTokens()),
                  tokens(tree.causedTokens()),
                  tokens(tree.inputTokens()),
                  tokens(tree.hitTokens()))));
    }
    String name = suffix.isEmpty() ? "" : " under " + view.name();
    String left =
        trees.size() <= MOST
            ? ""
            : " The first " + MOST + " of " + trees.size() + "; sessions.csv has all.";
    return new Table(
        id + suffix,
        title + name,
        note + left,
        List.of(
            Table.Column.text("session"),
            Table.Column.number("lost"),
            Table.Column.number("caused"),
            Table.Column.number("prompt tokens"),
            Table.Column.number("hit tokens")),
        rows,
        false);
  }

  private static Table.Cell tokens(long value) {
    return Table.Cell.of(Shown.of(value, Measure.TOKENS, ""));
  }
}

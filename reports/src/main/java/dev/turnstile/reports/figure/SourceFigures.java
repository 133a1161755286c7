package dev.turnstile.reports.figure;

import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Why prompt tokens were computed, one figure per policy and one row per value of the setting. */
final class SourceFigures {
  private static final int ROWS = 12;

  private SourceFigures() {}

  /** The figures. */
  static List<Figure> of(SweepView view) {
    List<Figure> figures = new ArrayList<>();
    for (SweepView.Line line : view.lines()) {
      figures.add(figure(view, line, "sources-" + figures.size()));
    }
    return figures;
  }

  private static Figure figure(SweepView view, SweepView.Line line, String id) {
    List<Group> shown = shown(line.groups());
    SourceBars bars =
        new SourceBars(shown.size(), (row, cause) -> WhyFigures.share(view, shown.get(row), cause));
    List<String> names =
        shown.stream()
            .map(group -> String.format(Locale.ROOT, "%s", plain(view.x(group))))
            .toList();
    String note =
        Notes.join(
            "One row per value of " + view.axisName() + ".",
            shown.size() == line.groups().size()
                ? ""
                : shown.size() + " of " + line.groups().size() + " values are drawn.");
    return new Figure(
        id,
        WhyFigures.PROMPT_TOKENS + " under " + line.name(),
        note,
        new Chart(WhyFigures.shares(), Axis.of(view.axisName(), names), bars.layers()),
        Figure.Find.ROW,
        bars.tips(),
        Figure.tall(shown.size()));
  }

  private static List<Group> shown(List<Group> groups) {
    if (groups.size() <= ROWS) {
      return groups;
    }
    List<Group> shown = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      shown.add(groups.get((int) Math.round((double) i * (groups.size() - 1) / (ROWS - 1))));
    }
    return shown;
  }

  static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}

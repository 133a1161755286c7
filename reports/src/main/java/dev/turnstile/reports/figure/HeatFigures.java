package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.GroupComparison;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The change against the baseline for each policy and load. */
final class HeatFigures {
  private static final int COLUMNS = 16;
  private static final double FULL = 0.5;

  private HeatFigures() {}

  /**
   * One figure per metric.
   *
   * @param metrics flat name and title of each
   */
  static List<Figure> of(SweepView view, String[]... metrics) {
    List<Figure> figures = new ArrayList<>();
    if (view.sweep().derived().comparisons().isEmpty()) {
      return figures;
    }
    for (String[] metric : metrics) {
      Figure figure = figure(view, metric[0], metric[1], "heat-" + figures.size());
      if (figure != null) {
        figures.add(figure);
      }
    }
    return figures;
  }

  private static @Nullable Figure figure(SweepView view, String metric, String title, String id) {
    SweepResult sweep = view.sweep();
    Map<String, Difference> changes = new HashMap<>();
    for (GroupComparison comparison : sweep.derived().comparisons()) {
      comparison.differences().stream()
          .filter(difference -> difference.metric().equals(metric))
          .forEach(difference -> changes.put(comparison.group(), difference));
    }
    List<SweepView.Line> rows =
        view.lines().stream()
            .filter(line -> line.groups().stream().anyMatch(g -> changes.containsKey(g.id())))
            .toList();
    TreeSet<Double> all = new TreeSet<>();
    rows.forEach(line -> line.groups().forEach(group -> all.add(view.x(group))));
    List<Double> columns = columns(new ArrayList<>(all));
    if (rows.isEmpty()) {
      return null;
    }
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      for (Group group : rows.get(row).groups()) {
        int column = columns.indexOf(view.x(group));
        Difference change = changes.get(group.id());
        if (column >= 0 && change != null && change.relative() != null) {
          cell(layers, tips, row, column, change, view.label(group), SweepView.link(group));
        }
      }
    }
    String note =
        Notes.join(
            "Relative change against " + sweep.derived().baseline() + ".",
            "Blue is better, orange is worse, the deeper the more; pale grey: no difference shown.",
            columns.size() == all.size()
                ? ""
                : columns.size()
                    + " of "
                    + all.size()
                    + " values of "
                    + view.axisName()
                    + " are drawn.");
    return new Figure(
        id,
        title,
        note,
        new Chart(
            Axis.of(view.axisName(), columns.stream().map(SourceFigures::plain).toList()),
            Axis.of("", rows.stream().map(line -> Text.label(line.name())).toList()),
            layers),
        Figure.Find.BOX,
        tips,
        Quantity.RATIO,
        List.of(),
        false,
        Figure.tall(rows.size()));
  }

  private static List<Double> columns(List<Double> all) {
    if (all.size() <= COLUMNS) {
      return all;
    }
    List<Double> some = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      some.add(all.get((int) Math.round((double) i * (all.size() - 1) / (COLUMNS - 1))));
    }
    return some;
  }

  private static void cell(
      List<Layer> layers,
      List<Tip> tips,
      int row,
      int column,
      Difference change,
      String label,
      String link) {
    double relative = change.relative() == null ? 0 : change.relative();
    boolean better = change.good() == Good.DOWN ? relative < 0 : relative > 0;
    boolean shown = change.verdict() != Verdict.NO_DIFFERENCE_SHOWN && relative != 0;
    Ink ink = shown ? better ? Ink.GOOD : Ink.BAD : Ink.IDLE;
    double opacity = shown ? 0.18 + 0.52 * Math.min(1, Math.abs(relative) / FULL) : 0.45;
    Layer.Box box = new Layer.Box(column + 0.03, column + 0.97, row + 0.05, row + 0.95);
    layers.add(new Layer.Boxes("", ink, opacity, List.of(box)));
    layers.add(new Layer.Words(column + 0.5, row + 0.5, 0.9, signed(relative)));
    String name = change.verdict() == null ? "change" : change.verdict().label();
    Layer.Boxes named = new Layer.Boxes(name, ink, opacity, List.of(box));
    tips.add(
        Tip.of(named, new double[] {row}, new double[] {relative}, List.of(label), List.of(link))
            .hidden());
  }

  private static String signed(double relative) {
    if (relative == 0) {
      return "=";
    }
    double percent = relative * 100;
    String digits = Math.abs(percent) < 9.95 ? "%.1f" : "%,.0f";
    return (percent < 0 ? "−" : "+") + String.format(Locale.ROOT, digits, Math.abs(percent)) + " %";
  }
}

package dev.turnstile.reports.figure;

import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where prompt tokens came from, one figure per policy and one row per value of the setting. */
final class SourceFigures {
  private static final int ROWS = 12;
  private static final double EDGE = 0.14;

  /** A source: metric, name, colour. */
  private record Source(String metric, String name, Ink ink) {}

  private static final List<Source> SOURCES =
      List.of(
          new Source("hit_tokens_hbm", "GPU memory", Ink.S1),
          new Source("hit_tokens_dram", "host memory", Ink.S6),
          new Source("hit_tokens_disk", "disk", Ink.S4),
          new Source("hit_tokens_remote", "cluster store", Ink.S3),
          new Source("reprefilled_tokens", "computed again after eviction", Ink.S2));

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
    double[] at = new double[shown.size()];
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    for (Source source : SOURCES) {
      double[] tokens =
          shown.stream().mapToDouble(group -> view.value(group, source.metric())).toArray();
      add(view, shown, at, tokens, source, layers, tips);
    }
    double[] rest = new double[shown.size()];
    for (int i = 0; i < rest.length; i++) {
      Group group = shown.get(i);
      rest[i] = view.value(group, "computed_tokens") - view.value(group, "reprefilled_tokens");
    }
    add(view, shown, at, rest, new Source("", "computed otherwise", Ink.IDLE), layers, tips);
    List<String> names =
        shown.stream()
            .map(group -> String.format(Locale.ROOT, "%s", plain(view.x(group))))
            .toList();
    Axis x =
        new Axis(
            "share of prompt tokens",
            Quantity.RATIO,
            Axis.Scale.LINEAR,
            0,
            1,
            List.of(),
            List.of());
    String note =
        Notes.join(
            "One row per value of " + view.axisName() + ".",
            shown.size() == line.groups().size()
                ? ""
                : shown.size() + " of " + line.groups().size() + " values are drawn.");
    return new Figure(
        id,
        "Where prompt tokens came from under " + line.name(),
        note,
        new Chart(x, Axis.of(view.axisName(), names), layers),
        Figure.Find.ROW,
        tips,
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

  private static void add(
      SweepView view,
      List<Group> shown,
      double[] at,
      double[] tokens,
      Source source,
      List<Layer> layers,
      List<Tip> tips) {
    List<Layer.Box> boxes = new ArrayList<>();
    DoubleArrayList rows = new DoubleArrayList();
    DoubleArrayList values = new DoubleArrayList();
    for (int row = 0; row < shown.size(); row++) {
      double all = view.value(shown.get(row), "total_input_tokens");
      if (Double.isFinite(tokens[row]) && all > 0) {
        double to = Math.min(1, at[row] + tokens[row] / all);
        boxes.add(new Layer.Box(at[row], to, row + EDGE, row + 1 - EDGE));
        rows.add(row);
        values.add(tokens[row] / all);
        at[row] = to;
      }
    }
    if (!boxes.isEmpty()) {
      Layer.Boxes layer = new Layer.Boxes(source.name(), source.ink(), 1, boxes);
      layers.add(layer);
      tips.add(Tip.of(layer, rows.toDoubleArray(), values.toDoubleArray(), List.of(), List.of()));
    }
  }

  static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}

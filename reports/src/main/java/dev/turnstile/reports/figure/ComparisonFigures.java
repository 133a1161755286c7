package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Several runs in one figure, one row each. */
public final class ComparisonFigures {
  private static final String[] TTFT = {"median", "p95", "p99"};

  private ComparisonFigures() {}

  /** Turns per minute. */
  public static Figure turns(List<View> views) {
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    double most = 0;
    for (int row = 0; row < views.size(); row++) {
      Number turns = views.get(row).run().summary().get("steps_per_min");
      if (turns != null) {
        Ink ink = views.get(row).look().ink();
        SessionFigures.bar(layers, tips, "turns per minute", ink, row, 0, turns.doubleValue());
        most = Math.max(most, turns.doubleValue());
      }
    }
    Chart chart =
        new Chart(Axis.fromZero("turns per minute", Quantity.of(""), most), names(views), layers);
    return new Figure(
        "turns",
        "Turns completed per minute",
        "Served requests over the time from the first arrival to the last completion.",
        chart,
        Figure.Find.ROW,
        tips.stream().map(Tip::hidden).toList(),
        Figure.tall(views.size()));
  }

  /** TTFT from the median to p95, and p99. */
  public static Figure ttft(List<View> views) {
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int row = 0; row < views.size(); row++) {
      View view = views.get(row);
      Distribution ttft = view.run().distributions().getOrDefault("ttft_ms", Distribution.EMPTY);
      if (ttft.count() > 0) {
        double[] x = {ttft.percentile(50), ttft.percentile(95), ttft.percentile(99)};
        Ink ink = view.look().ink();
        Layer.Box range = new Layer.Box(x[0], x[1], row + 0.3, row + 0.7);
        layers.add(new Layer.Boxes("", ink, 0.35, List.of(range)));
        for (int i = 0; i < x.length; i++) {
          double[] at = {x[i]};
          double[] middle = {row + 0.5};
          Look look = new Look(ink, 0, i == 0 ? 0 : i == 1 ? 3 : 2);
          layers.add(new Layer.Line("", look, at, middle, Layer.Line.Shape.MARKS));
          Layer.Boxes value = new Layer.Boxes(TTFT[i], ink, 1, List.of(range));
          tips.add(Tip.of(value, new double[] {row}, at, List.of(), List.of()).hidden());
        }
        least = Math.min(least, x[0]);
        most = Math.max(most, x[2]);
      }
    }
    Chart chart = new Chart(Axis.ofDurations("TTFT", least, most), names(views), layers);
    return new Figure(
        "ttft-range",
        "Time to first token, median to p99",
        "Circle: median; diamond: p95; triangle: p99.",
        chart,
        Figure.Find.ROW,
        tips,
        Figure.tall(views.size()));
  }

  /** The names of the rows. */
  static Axis names(List<View> views) {
    return Axis.of("", views.stream().map(view -> Text.label(view.name())).toList());
  }
}

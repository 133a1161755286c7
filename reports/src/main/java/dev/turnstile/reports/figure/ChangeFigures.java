package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import dev.turnstile.reports.compare.StoredComparison.Pair;
import java.util.ArrayList;
import java.util.List;

/** Changes of stored runs against their baselines, one bar each. */
public final class ChangeFigures {
  private static final int ROWS = 24;
  private static final double EDGE = 0.14;

  private ChangeFigures() {}

  /**
   * The relative changes of a metric.
   *
   * @param title the metric for people
   * @param metric its flat name
   */
  public static Figure of(String id, String title, String metric, List<Pair> pairs) {
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    List<String> names = new ArrayList<>();
    double least = 0;
    double most = 0;
    for (Pair pair : pairs.subList(0, Math.min(ROWS, pairs.size()))) {
      for (Difference difference : pair.differences()) {
        Double change = difference.relative();
        if (difference.metric().equals(metric) && change != null) {
          int row = names.size();
          Layer.Box box =
              new Layer.Box(Math.min(0, change), Math.max(0, change), row + EDGE, row + 1 - EDGE);
          Layer.Boxes bar = new Layer.Boxes("change", ink(difference, change), 1, List.of(box));
          layers.add(bar);
          String label = Text.id(pair.run().label() + " (" + pair.run().source() + ")");
          tips.add(
              Tip.of(bar, new double[] {row}, new double[] {change}, List.of(label), List.of())
                  .hidden());
          names.add(Text.label(pair.run().label()));
          least = Math.min(least, change);
          most = Math.max(most, change);
        }
      }
    }
    double room = Math.max(0.02, (most - least) * 0.05);
    Axis x =
        Axis.between(
            "change", Quantity.RATIO, least < 0 ? least - room : 0, most > 0 ? most + room : 0.02);
    String note =
        Notes.join(
            "Relative change against the baseline; blue is better, orange is worse, grey: no"
                + " difference shown.",
            pairs.size() > ROWS ? "The first " + ROWS + " of " + pairs.size() + " runs." : "");
    return new Figure(
        id,
        title + ", change",
        note,
        new Chart(x, Axis.of("", names), layers),
        Figure.Find.ROW,
        tips,
        Figure.tall(names.size()));
  }

  private static Ink ink(Difference difference, double change) {
    if (difference.verdict() == Verdict.NO_DIFFERENCE_SHOWN || difference.good() == Good.NEUTRAL) {
      return Ink.IDLE;
    }
    return change > 0 == (difference.good() == Good.UP) ? Ink.GOOD : Ink.BAD;
  }
}

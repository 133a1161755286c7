package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.RunResult.WorkerRow;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** How evenly the workers were used. */
public final class WorkerFigures {
  private static final int ROWS = 24;

  private WorkerFigures() {}

  /** Busy time and computed tokens of each worker. */
  public static List<Figure> of(View view) {
    return List.of(
        bars(
            view,
            "busy",
            "Busy time of workers",
            "busy time",
            Quantity.MILLIS,
            row -> row.busyNanos() / View.NANOS_PER_MS),
        bars(
            view,
            "computed",
            "Tokens computed by workers",
            "prompt and output tokens",
            Quantity.of(""),
            WorkerRow::computedTokens));
  }

  private static Figure bars(
      View view,
      String id,
      String title,
      String label,
      Quantity quantity,
      ToDoubleFunction<WorkerRow> value) {
    List<WorkerRow> workers = view.run().workers();
    List<WorkerRow> shown = shown(workers, value);
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    List<String> names = new ArrayList<>();
    double most = 0;
    for (WorkerRow row : shown) {
      double length = value.applyAsDouble(row);
      most = Math.max(most, length);
      String name = "worker " + row.worker();
      SessionFigures.bar(layers, tips, name, Ink.S1, names.size(), 0, length);
      names.add(name);
    }
    String note =
        shown.size() == workers.size()
            ? ""
            : "The 12 with most and the 12 with least of " + workers.size() + " workers.";
    Chart chart = new Chart(Axis.fromZero(label, quantity, most), Axis.of("", names), layers);
    return new Figure(
        id,
        title,
        note,
        chart,
        Figure.Find.ROW,
        tips.stream().map(Tip::hidden).toList(),
        Figure.tall(shown.size()));
  }

  private static List<WorkerRow> shown(List<WorkerRow> workers, ToDoubleFunction<WorkerRow> value) {
    if (workers.size() <= ROWS) {
      return workers;
    }
    List<WorkerRow> sorted = new ArrayList<>(workers);
    sorted.sort(Comparator.comparingDouble(value).reversed().thenComparingInt(WorkerRow::worker));
    List<WorkerRow> ends = new ArrayList<>(sorted.subList(0, ROWS / 2));
    ends.addAll(sorted.subList(sorted.size() - ROWS / 2, sorted.size()));
    return ends;
  }
}

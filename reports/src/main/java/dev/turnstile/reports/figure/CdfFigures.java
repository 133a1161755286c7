package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Cumulative distributions, all runs in one plot. */
final class CdfFigures {
  /** Most points of one curve. */
  static final int POINTS = 300;

  private CdfFigures() {}

  /** TTFT, ITL, E2E latency and session duration. */
  static List<Figure> of(List<View> views) {
    return List.of(
        figure("cdf-ttft", "Time to first token", "TTFT", "requests", views, CdfFigures::ttft),
        figure("cdf-itl", "Inter-token latency", "ITL", "requests", views, CdfFigures::itl),
        figure("cdf-e2e", "End-to-end latency", "E2E latency", "requests", views, CdfFigures::e2e),
        figure(
            "cdf-sessions",
            "Session duration",
            "session duration",
            "session trees",
            views,
            CdfFigures::sessions));
  }

  private static double[] ttft(View view) {
    RequestLog log = view.log();
    return View.millis(
        log,
        view.measured().and(r -> log.outputTokens(r) > 0),
        r -> log.firstTokenNanos(r) - log.arrivalNanos(r));
  }

  private static double[] itl(View view) {
    RequestLog log = view.log();
    double[] values = new double[log.count()];
    int count = 0;
    for (int r = 0; r < log.count(); r++) {
      if (view.measured().test(r) && log.outputTokens(r) > 1) {
        long nanos = log.lastTokenNanos(r) - log.firstTokenNanos(r);
        values[count++] = (double) nanos / (log.outputTokens(r) - 1) / View.NANOS_PER_MS;
      }
    }
    return Arrays.copyOf(values, count);
  }

  private static double[] e2e(View view) {
    RequestLog log = view.log();
    return View.millis(log, view.measured(), r -> log.endNanos(r) - log.arrivalNanos(r));
  }

  private static double[] sessions(View view) {
    return view.run().sessions().stream()
        .filter(row -> !row.warmup() && row.status() == RequestStatus.COMPLETED)
        .mapToDouble(SessionRow::durationNanos)
        .map(nanos -> nanos / View.NANOS_PER_MS)
        .toArray();
  }

  private static Figure figure(
      String id,
      String title,
      String label,
      String unit,
      List<View> views,
      Function<View, double[]> values) {
    List<Layer.Line> lines = new ArrayList<>();
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    long most = 0;
    for (View view : views) {
      double[] sorted = values.apply(view);
      Arrays.sort(sorted);
      most = Math.max(most, sorted.length);
      if (sorted.length > 0) {
        min = Math.min(min, sorted[0]);
        max = Math.max(max, sorted[sorted.length - 1]);
      }
      lines.add(curve(view, sorted));
    }
    Axis y =
        new Axis("share of " + unit, Quantity.RATIO, Axis.Scale.LINEAR, 0, 1, List.of(), List.of());
    Chart chart = new Chart(Axis.ofDurations(label, min, max), y, new ArrayList<Layer>(lines));
    String note =
        Notes.join(
            most == 0 ? "No value in any run." : "Further left is faster.",
            most > POINTS
                ? "Each curve has "
                    + POINTS
                    + " of up to "
                    + Notes.count(most)
                    + " values, evenly by rank."
                : "");
    List<Tip> tips = lines.stream().map(Tip::of).toList();
    return new Figure(id, title, note, chart, Figure.Find.Y, tips, 0);
  }

  private static Layer.Line curve(View view, double[] sorted) {
    int points = Math.min(POINTS, sorted.length);
    double[] x = new double[points];
    double[] y = new double[points];
    for (int i = 0; i < points; i++) {
      int rank =
          points == sorted.length
              ? i
              : (int) Math.round((double) i * (sorted.length - 1) / (points - 1));
      x[i] = sorted[rank];
      y[i] = (rank + 1.0) / sorted.length;
    }
    Layer.Line.Shape shape = points == 1 ? Layer.Line.Shape.MARKED : Layer.Line.Shape.STRAIGHT;
    return new Layer.Line(view.name(), view.look(), x, y, shape);
  }
}

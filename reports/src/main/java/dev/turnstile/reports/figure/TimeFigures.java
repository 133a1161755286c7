package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.Gauge;
import dev.turnstile.replay.metrics.TimeSeries;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Layer.Line.Shape;
import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Figures over simulated time. */
public final class TimeFigures {
  private static final Quantity REQUESTS = Quantity.of("requests");
  private static final Quantity TOKENS_PER_SECOND = Quantity.of("tok/s");

  private static final String SPREAD =
      "The output of a request is spread evenly between its first and last token.";

  private TimeFigures() {}

  /** Requests in batches, in queues and held, and paused programs, of one run. */
  public static Figure requests(View view) {
    List<Layer.Line> lines = new ArrayList<>();
    lines.add(line(view, "running in batches", Ink.DECODE, 0, Gauge.RUNNING_REQUESTS));
    lines.add(line(view, "waiting on a worker", Ink.QUEUE, 1, Gauge.WAITING_REQUESTS));
    lines.add(line(view, "held before the workers", Ink.PAUSED, 2, Gauge.HELD_REQUESTS));
    if (view.series(Gauge.PAUSED_PROGRAMS, TimeSeries.CLUSTER).isPresent()) {
      lines.add(line(view, "paused programs", Ink.S4, 3, Gauge.PAUSED_PROGRAMS));
    }
    return ofLines(
        "requests", "Running, waiting and held", Notes.buckets(view), REQUESTS, view, lines);
  }

  private static Layer.Line line(View view, String name, Ink ink, int dash, Gauge gauge) {
    return line(view, name, new Look(ink, dash, 0), view.means(gauge, TimeSeries.CLUSTER));
  }

  /** The last value holds to the end of its run, and there is none after that. */
  private static Layer.Line line(View view, String name, Look look, double[] values) {
    double[] x = Arrays.copyOf(view.times(), values.length + 1);
    double[] y = Arrays.copyOf(values, values.length + 1);
    x[values.length] = view.endMillis();
    y[values.length] = Double.NaN;
    return new Layer.Line(name, look, x, y, Shape.STEPS);
  }

  /** One gauge of the whole cluster for several runs. */
  public static Figure compared(
      String id, String title, String unit, Gauge gauge, List<View> views) {
    List<Layer.Line> lines = new ArrayList<>();
    for (View view : views) {
      lines.add(line(view, view.name(), view.look(), view.means(gauge, TimeSeries.CLUSTER)));
    }
    String note =
        Notes.join(
            views.stream().mapToDouble(View::stepMillis).distinct().count() == 1
                ? Notes.buckets(views.get(0))
                : "Means over at most 500 equal spans of each run.");
    return ofLines(id, title, note, Quantity.of(unit), longest(views), lines);
  }

  static View longest(List<View> views) {
    View longest = views.get(0);
    for (View view : views) {
      longest = view.endMillis() > longest.endMillis() ? view : longest;
    }
    return longest;
  }

  /** Output tokens per second, and prompt tokens computed per second. */
  public static List<Figure> tokenRates(View view) {
    TokenRates rates = TokenRates.of(view);
    Layer.Line output = line(view, "output tokens", Look.solid(Ink.DECODE), rates.output());
    Layer.Line prompt = line(view, "prompt tokens", Look.solid(Ink.PREFILL), rates.computed());
    return List.of(
        ofLines(
            "output-rate",
            "Output tokens per second",
            Notes.join(Notes.buckets(view), SPREAD),
            TOKENS_PER_SECOND,
            view,
            List.of(output)),
        ofLines(
            "prompt-rate",
            "Prompt tokens computed per second",
            Notes.join(
                Notes.buckets(view), "Those of a request are spread evenly over its prefill."),
            TOKENS_PER_SECOND,
            view,
            List.of(prompt)));
  }

  /** The output tokens per second of several runs. */
  public static Figure outputRates(List<View> views) {
    List<Layer.Line> lines = new ArrayList<>();
    for (View view : views) {
      lines.add(line(view, view.name(), view.look(), TokenRates.of(view).output()));
    }
    return ofLines(
        "output-rates",
        "Output tokens per second",
        SPREAD,
        TOKENS_PER_SECOND,
        longest(views),
        lines);
  }

  private static Figure ofLines(
      String id,
      String title,
      String note,
      Quantity quantity,
      View longest,
      List<Layer.Line> lines) {
    double largest =
        lines.stream()
            .flatMapToDouble(line -> Arrays.stream(line.y()))
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    Chart chart =
        new Chart(time(longest), Axis.fromZero("", quantity, largest), new ArrayList<Layer>(lines));
    return new Figure(
        id, title, note, chart, Figure.Find.X, lines.stream().map(Tip::of).toList(), 0);
  }

  static Axis time(View view) {
    return Axis.between("simulated time", Quantity.MILLIS, 0, Math.max(view.endMillis(), 1e-6));
  }
}

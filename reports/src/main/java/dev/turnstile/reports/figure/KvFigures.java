package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.Gauge;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.TimeSeries;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the KV pools held over time, with marks where the gate paused and resumed programs. */
public final class KvFigures {
  /** Up to so many workers each has a figure of its own. */
  private static final int OWN_FIGURES = 4;

  private static final double PAUSES_FROM = 1.03;
  private static final double RESUMES_FROM = 1.085;
  private static final double STRIP = 0.045;
  private static final double TOP = 1.15;

  private KvFigures() {}

  /** One figure per worker of a small cluster, or one of the whole cluster. */
  public static List<Figure> of(View view) {
    int workers = view.run().workers().size();
    if (workers > OWN_FIGURES) {
      String note = "Sum over " + workers + " workers; timeseries.csv has each of them.";
      return List.of(figure(view, view, "kv", "KV cache of the cluster", note, TimeSeries.CLUSTER));
    }
    List<Figure> figures = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      String title = workers == 1 ? "KV cache" : "KV cache of worker " + worker;
      figures.add(figure(view, view, "kv-" + worker, title, "", worker));
    }
    return figures;
  }

  /** The whole cluster, one figure for each run, all over the same time. */
  public static List<Figure> ofClusters(List<View> views) {
    View longest = TimeFigures.longest(views);
    List<Figure> figures = new ArrayList<>();
    for (View view : views) {
      String title = "KV cache under " + view.name();
      String id = "kv-" + figures.size();
      figures.add(figure(view, longest, id, title, "", TimeSeries.CLUSTER));
    }
    return figures;
  }

  private static Figure figure(
      View view, View longest, String id, String title, String note, int worker) {
    double[] times = view.times();
    Layer.Band active =
        new Layer.Band(
            "referenced by requests", Ink.ACTIVE, view.means(Gauge.KV_ACTIVE_BLOCKS, worker));
    Layer.Band idle =
        new Layer.Band(
            "cached, evictable", Ink.CACHED, view.means(Gauge.KV_CACHED_IDLE_BLOCKS, worker));
    double capacity = capacity(view.run(), worker);
    double highest = capacity;
    if (Double.isNaN(capacity)) {
      highest = 1;
      for (int i = 0; i < times.length; i++) {
        highest = Math.max(highest, active.y()[i] + idle.y()[i]);
      }
    }
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>(List.of(Tip.of(active, times), Tip.of(idle, times)));
    layers.add(new Layer.Stack(List.of(active, idle), times, view.endMillis()));
    if (!Double.isNaN(capacity) && times.length > 0) {
      double[] ends = {0, view.endMillis()};
      double[] values = {capacity, capacity};
      Layer.Line line =
          new Layer.Line("capacity", Look.REFERENCE, ends, values, Layer.Line.Shape.STRAIGHT);
      layers.add(line);
      tips.add(Tip.of(line));
    }
    Marks pauses =
        marks(view, "pauses", Ink.PAUSED, Gauge.CUMULATIVE_PAUSES, highest * PAUSES_FROM, highest);
    Marks resumes =
        marks(view, "resumes", Ink.TOOL, Gauge.CUMULATIVE_RESUMES, highest * RESUMES_FROM, highest);
    for (Marks marks : new @Nullable Marks[] {pauses, resumes}) {
      if (marks != null) {
        layers.add(marks.layer());
        tips.add(marks.tip());
      }
    }
    double top = pauses == null && resumes == null ? 1.04 : TOP;
    Axis y = Axis.between("", Quantity.of("KV blocks"), 0, highest * top);
    String text =
        Notes.join(
            note,
            Notes.buckets(view),
            "A block holds " + blockTokens(view.run()) + " tokens.",
            Double.isNaN(capacity) ? "The pool is unlimited." : "What is not filled is free.",
            pauses == null && resumes == null
                ? ""
                : "The strips above the capacity mark spans with pauses and resumes of programs.");
    return new Figure(
        id, title, text, new Chart(TimeFigures.time(longest), y, layers), Figure.Find.X, tips, 0);
  }

  private static double capacity(RunResult run, int worker) {
    double sum = 0;
    for (RunResult.WorkerRow row : run.workers()) {
      if (worker == TimeSeries.CLUSTER || worker == row.worker()) {
        sum += row.capacityBlocks() == Long.MAX_VALUE ? Double.NaN : row.capacityBlocks();
      }
    }
    return sum;
  }

  private static String blockTokens(RunResult run) {
    Object kv = run.config().get("kv");
    Object size = kv instanceof java.util.Map<?, ?> map ? map.get("block_size") : null;
    return String.valueOf(size);
  }

  private record Marks(Layer layer, Tip tip) {}

  /** A strip with a box in each bucket in which a counter grew. */
  private static @Nullable Marks marks(
      View view, String name, Ink ink, Gauge gauge, double from, double highest) {
    Optional<TimeSeries.Series> series = view.series(gauge, TimeSeries.CLUSTER);
    if (series.isEmpty()) {
      return null;
    }
    double[] total = series.get().mean();
    double[] times = view.times();
    double[] grown = new double[total.length];
    List<Layer.Box> boxes = new ArrayList<>();
    for (int i = 0; i < total.length; i++) {
      grown[i] = total[i] - (i == 0 ? 0 : total[i - 1]);
      if (grown[i] > 0) {
        double end = Math.min(times[i] + view.stepMillis(), view.endMillis());
        boxes.add(new Layer.Box(times[i], end, from, from + STRIP * highest));
      }
    }
    if (Arrays.stream(grown).allMatch(g -> g == 0)) {
      return null;
    }
    Layer.Band counts = new Layer.Band(name + " in this span", ink, grown);
    return new Marks(new Layer.Boxes(name, ink, 1, boxes), Tip.of(counts, times));
  }
}

package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;

/** TTFT against the prompt tokens that were not cached, one point per request. */
final class ScatterFigures {
  /** Up to so many requests all are shown. */
  private static final int ALL = 1500;

  private static final int COLUMNS = 90;
  private static final int ROWS = 45;

  private ScatterFigures() {}

  /** One figure for each run, all with the same axes. */
  static List<Figure> of(List<View> views) {
    double tokens = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (View view : views) {
      for (int r : requests(view)) {
        tokens = Math.max(tokens, (double) uncached(view, r));
        least = Math.min(least, ttft(view.log(), r));
        most = Math.max(most, ttft(view.log(), r));
      }
    }
    Axis x = Axis.fromZero("prompt tokens not cached", Quantity.of(""), tokens);
    Axis y = Axis.ofDurations("TTFT", least, most);
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      String title =
          "TTFT against uncached tokens"
              + (views.size() == 1 ? "" : " under " + views.get(i).name());
      figures.add(figure(views.get(i), "scatter-" + i, title, x, y));
    }
    return figures;
  }

  private static int[] requests(View view) {
    RequestLog log = view.log();
    IntArrayList requests = new IntArrayList();
    for (int r = 0; r < log.count(); r++) {
      if (view.measured().test(r) && log.outputTokens(r) > 0) {
        requests.add(r);
      }
    }
    return requests.toIntArray();
  }

  private static long uncached(View view, int r) {
    return view.run().workload().graph().request(r).prompt().inputTokens()
        - view.log().hitTokens(r);
  }

  private static double ttft(RequestLog log, int r) {
    return (log.firstTokenNanos(r) - log.arrivalNanos(r)) / View.NANOS_PER_MS;
  }

  private static Figure figure(View view, String id, String title, Axis x, Axis y) {
    int[] all = requests(view);
    int[] shown = all.length <= ALL ? all : thinned(view, all, x, y);
    double[] tokens = new double[shown.length];
    double[] millis = new double[shown.length];
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < shown.length; i++) {
      tokens[i] = uncached(view, shown[i]);
      millis[i] = ttft(view.log(), shown[i]);
      ids.add(Text.label(view.run().workload().graph().request(shown[i]).id()));
    }
    Ink ink = view.look().ink();
    Layer.Dots dots = new Layer.Dots(view.name(), ink, tokens, millis);
    String note =
        Notes.join(
            "What lies above the rising edge waited: held, queued, or behind other prefills.",
            shown.length == all.length
                ? ""
                : Notes.count(shown.length)
                    + " of "
                    + Notes.count(all.length)
                    + " requests are drawn, one for each spot that has any: the shape is complete,"
                    + " the density is not.");
    return new Figure(
        id,
        title,
        note,
        new Chart(x, y, List.of(dots)),
        Figure.Find.POINT,
        List.of(Tip.of(dots, ids).hidden()),
        0);
  }

  /** The first request in each cell of a grid over the plot. */
  private static int[] thinned(View view, int[] all, Axis x, Axis y) {
    LongOpenHashSet taken = new LongOpenHashSet();
    IntArrayList kept = new IntArrayList();
    for (int r : all) {
      long column = (long) (x.share((double) uncached(view, r)) * COLUMNS);
      long row = (long) (y.share(ttft(view.log(), r)) * ROWS);
      if (taken.add(column * (ROWS + 1) + row)) {
        kept.add(r);
      }
    }
    return kept.toIntArray();
  }
}

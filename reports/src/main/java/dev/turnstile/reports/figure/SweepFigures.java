package dev.turnstile.reports.figure;

import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Layer.Line.Shape;
import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/** Figures of a sweep: metrics over the swept setting and against each other. */
public final class SweepFigures {
  private static final String THROUGHPUT = "output_token_throughput_per_s_per_gpu";
  private static final double FACTOR = 8;

  private final SweepView view;

  /** The figures of a sweep. */
  public SweepFigures(SweepResult sweep) {
    view = new SweepView(sweep);
  }

  /** Whether there is a numeric setting to draw lines over; without one only fronts are drawn. */
  public boolean hasLines() {
    return view.axis() != null;
  }

  /** Why prompt tokens were computed under each policy at its best. */
  public Figure why() {
    return WhyFigures.best(view);
  }

  /** Why prompt tokens were computed, one figure per line. */
  public List<Figure> sources() {
    return SourceFigures.of(view);
  }

  /** What users get against what the hardware yields. */
  public List<Figure> fronts() {
    return ParetoFigures.of(view);
  }

  /**
   * The change against the baseline for each policy and load.
   *
   * @param metrics flat name and title of each
   */
  public List<Figure> changes(String[]... metrics) {
    return HeatFigures.of(view, metrics);
  }

  /** How much is done. */
  public List<Figure> throughput() {
    List<Figure> figures = new ArrayList<>();
    figures.add(
        over(
            "throughput",
            "Output tokens per second and GPU",
            THROUGHPUT,
            Quantity.of("tok/s per GPU")));
    figures.add(
        over("turns", "Turns completed per minute", "steps_per_min", Quantity.of("turns/min")));
    addIfKnown(
        figures,
        over(
            "goodput",
            "Goodput: requests within the SLO per second",
            "goodput_request_throughput_per_s",
            Quantity.of("requests/s")));
    addIfKnown(
        figures, over("attainment", "SLO attainment", "slo_attainment_ratio", Quantity.RATIO));
    return figures;
  }

  /** What the cache does. */
  public List<Figure> cache() {
    List<Figure> figures = new ArrayList<>();
    figures.add(hits());
    figures.add(
        over(
            "reprefilled",
            "Tokens computed again after eviction",
            "reprefilled_tokens",
            Quantity.of("tokens")));
    figures.add(over("preemptions", "Preemptions", "preemptions", Quantity.of("preemptions")));
    return figures;
  }

  /** How long sessions take. */
  public List<Figure> sessions() {
    return List.of(
        over("session-mean", "Session duration, mean", "mean_session_duration_ms", Quantity.MILLIS),
        over("session-p95", "Session duration, p95", "p95_session_duration_ms", Quantity.MILLIS));
  }

  /** Latency against throughput. */
  public List<Figure> latency() {
    List<Figure> figures = new ArrayList<>();
    for (String[] metric :
        new String[][] {
          {"p50_ttft_ms", "Median TTFT"},
          {"p95_ttft_ms", "p95 TTFT"},
          {"p50_itl_ms", "Median ITL"},
          {"p95_itl_ms", "p95 ITL"}
        }) {
      figures.add(against(metric[0], metric[1]));
    }
    return figures;
  }

  private static void addIfKnown(List<Figure> figures, Figure figure) {
    if (figure.tips().stream()
        .flatMapToDouble(tip -> Arrays.stream(tip.y()))
        .anyMatch(Double::isFinite)) {
      figures.add(figure);
    }
  }

  /** One metric over the swept setting, with intervals. */
  private Figure over(String id, String title, String metric, Quantity quantity) {
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    double most = 0;
    boolean intervals = false;
    for (SweepView.Line line : view.lines()) {
      Layer.Line layer = line(line, metric);
      layers.add(layer);
      tips.add(tip(layer, line));
      most = Math.max(most, max(layer.y()));
      most = Math.max(most, max(layer.high()));
      intervals |= Arrays.stream(layer.low()).anyMatch(Double::isFinite);
    }
    String note =
        Notes.join(
            !intervals
                ? ""
                : view.sweep().repeats() > 1
                    ? "Bars are 95 % intervals of the mean over "
                        + view.sweep().repeats()
                        + " seeds."
                    : "Bars show how much a value hangs on a few sessions: 95 % of a bootstrap over"
                        + " session trees.",
            view.leftOut());
    String label = quantity.kind() == Quantity.Kind.MILLIS ? "duration" : "";
    Axis y = Axis.fromZero(label, quantity, most);
    return new Figure(id, title, note, new Chart(x(), y, layers), Figure.Find.X, tips, 0);
  }

  private Layer.Line line(SweepView.Line line, String metric) {
    int count = line.groups().size();
    double[] x = new double[count];
    double[] y = new double[count];
    double[] low = new double[count];
    double[] high = new double[count];
    for (int i = 0; i < count; i++) {
      Group group = line.groups().get(i);
      x[i] = view.x(group);
      y[i] = view.value(group, metric);
      Interval interval = view.interval(group, metric);
      low[i] = interval == null ? Double.NaN : interval.low();
      high[i] = interval == null ? Double.NaN : interval.high();
    }
    return new Layer.Line(line.name(), line.look(), x, y, low, high, Shape.MARKED);
  }

  private Tip tip(Layer.Line layer, SweepView.Line line) {
    return Tip.of(
        layer,
        line.groups().stream().map(view::label).toList(),
        line.groups().stream().map(SweepView::link).toList());
  }

  private static double max(double[] values) {
    return DoubleStream.of(values).filter(Double::isFinite).max().orElse(0);
  }

  /** Logarithmic to the base of 2 where the values spread over a factor of 8. */
  private Axis x() {
    TreeSet<Double> at = new TreeSet<>();
    view.lines().forEach(line -> line.groups().forEach(group -> at.add(view.x(group))));
    if (at.isEmpty()) {
      return Axis.between(view.axisName(), Quantity.of(""), 0, 1);
    }
    double first = at.first();
    double last = at.last();
    boolean log = first > 0 && last / first >= FACTOR;
    Axis axis =
        log
            ? Axis.log(view.axisName(), Quantity.of(""), first / 1.1, last * 1.1)
            : Axis.between(
                view.axisName(),
                Quantity.of(""),
                first - (last - first) * 0.03,
                last + (last - first) * 0.03);
    return axis.at(List.copyOf(at));
  }

  /** The hit ratio, and what was possible. */
  private Figure hits() {
    Figure figure =
        over(
            "hits",
            "Prompt tokens served from the cache",
            "prefix_cache_hit_ratio",
            Quantity.RATIO);
    if (view.lines().isEmpty()) {
      return figure;
    }
    SweepView.Line first = view.lines().get(0);
    Layer.Line ideal = line(first, "ideal_hit_ratio");
    Layer.Line dashed =
        new Layer.Line("ideal", Look.REFERENCE, ideal.x(), ideal.y(), Shape.STRAIGHT);
    List<Layer> layers = new ArrayList<>(figure.chart().layers());
    layers.add(dashed);
    List<Tip> tips = new ArrayList<>(figure.tips());
    tips.add(Tip.of(dashed));
    List<Layer.Line> bounds = bounds();
    layers.addAll(bounds);
    bounds.forEach(bound -> tips.add(Tip.of(bound)));
    Axis y = Axis.fromZero("", Quantity.RATIO, 1);
    String note =
        Notes.join(
            figure.note(),
            "The ideal is an unlimited cache on one worker, with the requests in the order of "
                + first.name()
                + ".",
            bounds.isEmpty()
                ? ""
                : "Best eviction: the most that any eviction could have kept, with the order and"
                    + " placement of the policy.");
    return new Figure(
        figure.id(), figure.title(), note, new Chart(x(), y, layers), figure.find(), tips, 0);
  }

  /** What the best eviction would have had, where it was computed. */
  private List<Layer.Line> bounds() {
    List<Layer.Line> bounds = new ArrayList<>();
    for (SweepView.Line line : view.lines()) {
      Layer.Line values = line(line, "oracle_hit_ratio");
      if (Arrays.stream(values.y()).anyMatch(Double::isFinite)) {
        Look look = Look.REFERENCE.in(line.look().ink());
        bounds.add(
            new Layer.Line(
                line.name() + ", best eviction", look, values.x(), values.y(), Shape.STRAIGHT));
      }
    }
    return bounds;
  }

  /** A latency against what is done. */
  private Figure against(String metric, String title) {
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    double mostX = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (SweepView.Line line : view.lines()) {
      double[] x = line.groups().stream().mapToDouble(g -> view.value(g, THROUGHPUT)).toArray();
      double[] y = line.groups().stream().mapToDouble(g -> view.value(g, metric)).toArray();
      for (int i = 0; i < x.length; i++) {
        y[i] = Double.isNaN(x[i]) ? Double.NaN : y[i];
        x[i] = Double.isNaN(x[i]) ? 0 : x[i];
      }
      Layer.Line layer = new Layer.Line(line.name(), line.look(), x, y, Shape.MARKED);
      layers.add(layer);
      tips.add(tip(layer, line));
      mostX = Math.max(mostX, max(x));
      least = Math.min(least, DoubleStream.of(y).filter(Double::isFinite).min().orElse(least));
      most = Math.max(most, max(y));
    }
    Axis x = Axis.fromZero("output tok/s per GPU", Quantity.of(""), mostX);
    Axis y = Axis.ofDurations(title, least, most);
    String note =
        Notes.join(
            "Lower and further right is better.",
            "Lines go from the smallest " + view.axisName() + " to the largest.",
            view.leftOut());
    return new Figure(
        "against-" + metric.replace('_', '-'),
        title + " against throughput",
        note,
        new Chart(x, y, layers),
        Figure.Find.POINT,
        tips,
        0);
  }
}

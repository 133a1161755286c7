package dev.turnstile.reports.figure;

import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Front;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Layer.Line.Shape;
import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What users get against what the hardware yields; groups that another one beats in both fade. */
final class ParetoFigures {
  /** Most points of a figure that are beaten by others. */
  private static final int BEATEN = 600;

  private static final int POLICIES = 8;

  /** How far above its point a name stands, as a share of the plot. */
  private static final double ABOVE = 0.06;

  /** Names nearer than this share of the plot would touch. */
  private static final double NEAR = 0.12;

  private static final Map<String, String> NAMES =
      Map.of(
          "mean_output_token_throughput_per_user", "output tok/s per user, mean",
          "output_token_throughput_per_s_per_gpu", "output tok/s per GPU",
          "jobs_per_h_per_user", "jobs per hour and user",
          "session_throughput_per_h_per_gpu", "sessions per hour and GPU");

  private static final Map<String, String> TITLES =
      Map.of(
          "mean_output_token_throughput_per_user", "Throughput per GPU against speed per user",
          "jobs_per_h_per_user", "Sessions per GPU against sessions per user");

  private ParetoFigures() {}

  /** One figure per pair of metrics. */
  static List<Figure> of(SweepView view) {
    List<Figure> figures = new ArrayList<>();
    for (Front front : view.sweep().derived().fronts()) {
      if (front.policy() == null) {
        figures.add(figure(view, front, "pareto-" + figures.size()));
      }
    }
    return figures;
  }

  private static Figure figure(SweepView view, Front front, String id) {
    SweepResult sweep = view.sweep();
    Set<String> best = new HashSet<>(front.groups());
    List<Group> onFront = front.groups().stream().map(view::group).toList();
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    layers.add(line(view, front, "front", new Look(Ink.MUTED, 0, 0), onFront, Shape.STRAIGHT));
    Map<String, List<Group>> shares = shares(view);
    int left = 0;
    for (Map.Entry<String, List<Group>> share : shares.entrySet()) {
      int policy = sweep.policies().indexOf(share.getKey());
      Look look = policy < 0 ? new Look(Ink.S7, 0, 0) : Look.series(policy);
      List<Group> beaten = share.getValue().stream().filter(g -> !best.contains(g.id())).toList();
      List<Group> drawn = beaten.subList(0, Math.min(BEATEN / shares.size(), beaten.size()));
      left += beaten.size() - drawn.size();
      List<Group> clear = share.getValue().stream().filter(g -> best.contains(g.id())).toList();
      String name = Text.id(share.getKey());
      Layer.Line faded = line(view, front, name, look, drawn, Shape.FADED);
      Layer.Line marks = line(view, front, name, look, clear, Shape.MARKS);
      layers.add(faded);
      layers.add(marks);
      tips.add(tip(view, faded, drawn).hidden());
      tips.add(tip(view, marks, clear));
    }
    String note =
        Notes.join(
            "Further up and further right is better. Faded points are beaten in both by another one."
                + (view.axis() == null ? "" : " Numbers are values of " + view.axisName() + "."),
            left == 0 ? "" : left + " faded points are not drawn.");
    Axis x = axis(front.x(), layers, true);
    Axis y = axis(front.y(), layers, false);
    layers.addAll(names(view, front, onFront, x, y));
    return new Figure(
        id,
        TITLES.getOrDefault(front.x(), front.y() + " against " + front.x()),
        note,
        new Chart(x, y, layers),
        Figure.Find.POINT,
        tips,
        0);
  }

  /** The setting of each group beside it, as far as they do not come too near to each other. */
  private static List<Layer> names(
      SweepView view, Front front, List<Group> onFront, Axis x, Axis y) {
    List<Layer> names = new ArrayList<>();
    List<double[]> taken = new ArrayList<>();
    for (Group group : onFront) {
      double across = x.share(view.value(group, front.x()));
      double point = y.share(view.value(group, front.y()));
      double up = point + ABOVE < 1 ? point + ABOVE : point - ABOVE;
      boolean free =
          taken.stream()
              .noneMatch(t -> Math.abs(t[0] - across) < NEAR && Math.abs(t[1] - up) < NEAR);
      if (view.axis() != null && free) {
        taken.add(new double[] {across, up});
        names.add(
            new Layer.Words(
                x.max() * across,
                y.max() * up,
                x.max() * NEAR,
                SourceFigures.plain(view.x(group))));
      }
    }
    return names;
  }

  /** The groups of each policy; those of many policies after the first ones are put together. */
  private static Map<String, List<Group>> shares(SweepView view) {
    List<String> policies = view.sweep().policies();
    Set<String> own =
        new HashSet<>(policies.size() <= POLICIES ? policies : policies.subList(0, POLICIES - 1));
    Map<String, List<Group>> shares = new LinkedHashMap<>();
    for (Group group : view.sweep().groups()) {
      String share = own.contains(group.policy()) ? group.policy() : "other policies";
      shares.computeIfAbsent(share, key -> new ArrayList<>()).add(group);
    }
    return shares;
  }

  private static Axis axis(String metric, List<Layer> layers, boolean across) {
    double most = 0;
    for (Layer layer : layers) {
      if (layer instanceof Layer.Line line) {
        for (double value : across ? line.x() : line.y()) {
          most = Double.isNaN(value) ? most : Math.max(most, value);
        }
      }
    }
    return Axis.fromZero(NAMES.getOrDefault(metric, metric), Quantity.of(""), most);
  }

  /** Groups without both values are no points. */
  private static Layer.Line line(
      SweepView view, Front front, String name, Look look, List<Group> groups, Shape shape) {
    double[] x = groups.stream().mapToDouble(group -> view.value(group, front.x())).toArray();
    double[] y = groups.stream().mapToDouble(group -> view.value(group, front.y())).toArray();
    for (int i = 0; i < x.length; i++) {
      y[i] = Double.isNaN(x[i]) ? Double.NaN : y[i];
      x[i] = Double.isNaN(x[i]) ? 0 : x[i];
    }
    return new Layer.Line(name, look, x, y, shape);
  }

  private static Tip tip(SweepView view, Layer.Line layer, List<Group> groups) {
    return Tip.of(
        layer,
        groups.stream().map(view::label).toList(),
        groups.stream().map(SweepView::link).toList());
  }
}

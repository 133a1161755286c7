package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where sessions spent their time. */
public final class SessionFigures {
  private static final double EDGE = 0.14;

  /** Parts of a mean session: metric, name, colour. */
  private record Part(String metric, String name, Ink ink) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("session_llm_ms", "on a worker", Ink.DECODE),
          new Part("session_paused_ms", "held before workers", Ink.PAUSED),
          new Part("session_tool_ms", "in tools", Ink.TOOL),
          new Part("session_other_idle_ms", "other idle", Ink.IDLE));

  private SessionFigures() {}

  /** The measured session trees that took longest, longest first. */
  public static List<SessionRow> slowest(View view, int most) {
    return view.run().sessions().stream()
        .filter(row -> row.firstArrivalNanos() != RequestLog.NO_TIME && !row.warmup())
        .sorted(
            Comparator.comparingLong(SessionRow::durationNanos)
                .reversed()
                .thenComparingInt(SessionRow::play))
        .limit(most)
        .toList();
  }

  /**
   * The phases of the slowest session trees, one row each.
   *
   * @param rows most rows
   * @param spans most spans of a row
   * @param endMillis end of the axis, or NaN for that of the slowest session
   */
  public static Figure gantt(
      View view, String id, String title, int rows, int spans, double endMillis) {
    List<SessionRow> slowest = slowest(view, rows);
    Map<Phase, PhaseBoxes> phases = new EnumMap<>(Phase.class);
    boolean slotted = false;
    for (int row = 0; row < slowest.size(); row++) {
      Timeline timeline = Timeline.of(view, slowest.get(row), spans);
      slotted |= timeline.slotted();
      for (Timeline.Span span : timeline.spans()) {
        phases.computeIfAbsent(span.phase(), phase -> new PhaseBoxes()).add(row, span);
      }
    }
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    phases.forEach(
        (phase, boxes) -> {
          Layer.Boxes layer = new Layer.Boxes(phase.label(), phase.ink(), 1, boxes.boxes);
          layers.add(layer);
          tips.add(Tip.of(layer, boxes.rows.toDoubleArray(), new double[0], List.of(), List.of()));
        });
    double end =
        Double.isNaN(endMillis) && !slowest.isEmpty()
            ? slowest.get(0).durationNanos() / View.NANOS_PER_MS
            : endMillis;
    List<String> names = slowest.stream().map(row -> Text.label(row.label())).toList();
    Chart chart =
        new Chart(
            Axis.fromZero("time since the session began", Quantity.MILLIS, end),
            Axis.of("", names),
            layers);
    String note =
        Notes.join(
            "The "
                + slowest.size()
                + " slowest of "
                + Notes.count(view.run().sessions().size())
                + " session trees. Where several requests of a tree overlap, the first of decode,"
                + " prefill, queue, held and tool is shown.",
            slotted
                ? "Trees with more than "
                    + spans
                    + " changes are cut into as many slots; each shows"
                    + " what took most of it."
                : "");
    return new Figure(
        id,
        title,
        note,
        chart,
        Figure.Find.ZOOM,
        tips,
        null,
        slowest.stream().map(Blame::of).toList(),
        true,
        Figure.tall(slowest.size()));
  }

  private static final class PhaseBoxes {
    final List<Layer.Box> boxes = new ArrayList<>();
    final DoubleArrayList rows = new DoubleArrayList();

    void add(int row, Timeline.Span span) {
      double from = span.from() / View.NANOS_PER_MS;
      double to = span.to() / View.NANOS_PER_MS;
      boxes.add(new Layer.Box(from, to, row + EDGE, row + 1 - EDGE));
      rows.add(row);
    }
  }

  /** How the time of a mean session adds up. */
  public static Figure waterfall(View view) {
    Map<String, @Nullable Number> summary = view.run().summary();
    List<String> names = new ArrayList<>();
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    double at = 0;
    for (Part part : PARTS) {
      Number millis = summary.get(part.metric());
      if (millis != null) {
        bar(layers, tips, part.name(), part.ink(), names.size(), at, millis.doubleValue());
        names.add(part.name());
        at += millis.doubleValue();
      }
    }
    Number whole = summary.get("session_duration_ms");
    if (whole != null) {
      bar(layers, tips, "whole session", Ink.MUTED, names.size(), 0, whole.doubleValue());
      names.add("whole session");
      at = Math.max(at, whole.doubleValue());
    }
    Chart chart =
        new Chart(Axis.fromZero("mean time", Quantity.MILLIS, at), Axis.of("", names), layers);
    String note = "Mean over completed session trees; the parts add up.";
    List<Tip> hidden = tips.stream().map(Tip::hidden).toList();
    return new Figure(
        "waterfall", "Where session time went", note, chart, Figure.Find.ROW, hidden, 0);
  }

  /** The mean session of several runs, one row each. */
  public static Figure splits(List<View> views) {
    List<String> names = views.stream().map(view -> Text.label(view.name())).toList();
    double[] at = new double[views.size()];
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    for (Part part : PARTS) {
      List<Layer.Box> boxes = new ArrayList<>();
      DoubleArrayList rows = new DoubleArrayList();
      DoubleArrayList values = new DoubleArrayList();
      for (int row = 0; row < views.size(); row++) {
        Number millis = views.get(row).run().summary().get(part.metric());
        if (millis != null) {
          boxes.add(box(row, at[row], at[row] + millis.doubleValue()));
          rows.add(row);
          values.add(millis.doubleValue());
          at[row] += millis.doubleValue();
        }
      }
      Layer.Boxes layer = new Layer.Boxes(part.name(), part.ink(), 1, boxes);
      layers.add(layer);
      tips.add(Tip.of(layer, rows.toDoubleArray(), values.toDoubleArray(), List.of(), List.of()));
    }
    double longest = java.util.Arrays.stream(at).max().orElse(0);
    Chart chart =
        new Chart(Axis.fromZero("mean time", Quantity.MILLIS, longest), Axis.of("", names), layers);
    return new Figure(
        "splits",
        "Where session time went",
        "Mean over completed session trees.",
        chart,
        Figure.Find.ROW,
        tips,
        Figure.tall(views.size()));
  }

  private static Layer.Box box(int row, double from, double to) {
    return new Layer.Box(from, to, row + EDGE, row + 1 - EDGE);
  }

  static void bar(
      List<Layer> layers,
      List<Tip> tips,
      String name,
      Ink ink,
      int row,
      double from,
      double length) {
    Layer.Boxes layer = new Layer.Boxes(name, ink, 1, List.of(box(row, from, from + length)));
    layers.add(layer);
    tips.add(Tip.of(layer, new double[] {row}, new double[] {length}, List.of(), List.of()));
  }
}

package dev.turnstile.reports.figure;

import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Causes as bars of parts, one row each. A part that has room for it says what it is. */
final class SourceBars {
  private static final double EDGE = 0.14;
  private static final double ROOM = 0.94;

  /** The value of a source in a row; NaN if it is not known. */
  interface Values {
    double of(int row, TokenSource source);
  }

  private final List<Layer> layers = new ArrayList<>();
  private final List<Layer> words = new ArrayList<>();
  private final List<Tip> tips = new ArrayList<>();
  private final double[] ends;

  SourceBars(int rows, Values values) {
    ends = new double[rows];
    for (TokenSource source : TokenSource.values()) {
      add(source, values);
    }
    layers.addAll(words);
  }

  private void add(TokenSource source, Values values) {
    List<Layer.Box> boxes = new ArrayList<>();
    DoubleArrayList rows = new DoubleArrayList();
    DoubleArrayList shown = new DoubleArrayList();
    double sum = 0;
    for (int row = 0; row < ends.length; row++) {
      double value = values.of(row, source);
      if (Double.isFinite(value)) {
        double from = ends[row];
        ends[row] += value;
        boxes.add(new Layer.Box(from, ends[row], row + EDGE, row + 1 - EDGE));
        rows.add(row);
        shown.add(value);
        sum += value;
        Ink ink = source.ink() == Ink.IDLE ? Ink.TEXT : Ink.PAPER;
        words.add(new Layer.Words(from + value / 2, row + 0.5, value * ROOM, source.word(), ink));
      }
    }
    if (sum > 0) {
      Layer.Boxes layer = new Layer.Boxes(source.label(), source.ink(), 1, boxes);
      layers.add(layer);
      tips.add(Tip.of(layer, rows.toDoubleArray(), shown.toDoubleArray(), List.of(), List.of()));
    }
  }

  List<Layer> layers() {
    return layers;
  }

  List<Tip> tips() {
    return tips;
  }

  double longest() {
    return Arrays.stream(ends).max().orElse(0);
  }
}

package dev.turnstile.reports.html;

import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import dev.turnstile.reports.figure.Figure;
import dev.turnstile.reports.figure.Tip;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/** The exact values of a figure as compact JSON for the script of the page. */
final class FigureJson {
  private final StringBuilder out = new StringBuilder();

  private FigureJson() {}

  /** Safe inside a script element: it has no {@code <}. */
  static String of(Figure figure) {
    FigureJson json = new FigureJson();
    json.out.append("{\"find\":").append(quoted(figure.find().name().toLowerCase(Locale.ROOT)));
    json.out
        .append(",\"steps\":")
        .append(figure.chart().layers().stream().anyMatch(FigureJson::steps));
    json.out.append(",\"stacked\":").append(stacked(figure.chart()));
    json.axis("x", figure.chart().x());
    json.axis("y", figure.chart().y());
    Quantity values = figure.values();
    if (values != null) {
      json.out.append(",\"value\":{");
      json.quantity(values);
      json.out.append('}');
    }
    if (!figure.rows().isEmpty()) {
      json.out.append(",\"rows\":");
      json.texts(figure.rows());
    }
    json.out.append(",\"series\":[");
    for (int i = 0; i < figure.tips().size(); i++) {
      json.out.append(i == 0 ? "" : ",");
      json.series(figure.tips().get(i));
    }
    return json.out.append("]}").toString();
  }

  private static boolean steps(Layer layer) {
    return layer instanceof Layer.Stack
        || (layer instanceof Layer.Line line && line.shape() == Layer.Line.Shape.STEPS);
  }

  private static boolean stacked(Chart chart) {
    return chart.layers().stream().anyMatch(layer -> layer instanceof Layer.Stack);
  }

  private void axis(String name, Axis axis) {
    out.append(",\"").append(name).append("\":{\"label\":").append(quoted(axis.label()));
    out.append(',');
    quantity(axis.quantity());
    out.append(",\"log\":").append(axis.scale() == Axis.Scale.LOG);
    out.append(",\"min\":")
        .append(number(axis.min()))
        .append(",\"max\":")
        .append(number(axis.max()));
    if (axis.scale() == Axis.Scale.CATEGORY) {
      out.append(",\"names\":");
      texts(axis.categories());
    }
    out.append('}');
  }

  private void quantity(Quantity quantity) {
    out.append("\"kind\":").append(quoted(quantity.kind().name().toLowerCase(Locale.ROOT)));
    out.append(",\"unit\":").append(quoted(quantity.unit()));
  }

  private void series(Tip tip) {
    out.append("{\"name\":").append(quoted(tip.name()));
    out.append(",\"ink\":").append(quoted(tip.look().ink().label()));
    out.append(",\"x\":");
    numbers(tip.x());
    if (tip.x2().length > 0) {
      out.append(",\"x2\":");
      numbers(tip.x2());
    }
    out.append(",\"y\":");
    numbers(tip.y());
    if (tip.values().length > 0) {
      out.append(",\"values\":");
      numbers(tip.values());
    }
    if (!tip.labels().isEmpty()) {
      out.append(",\"labels\":");
      texts(tip.labels());
    }
    if (!tip.links().isEmpty()) {
      out.append(",\"links\":");
      texts(tip.links());
    }
    out.append('}');
  }

  /** Equal steps are written as begin, step and count. */
  private void numbers(double[] values) {
    if (values.length > 3 && isEven(values)) {
      double step = values[1] - values[0];
      out.append("{\"from\":").append(number(values[0]));
      out.append(",\"step\":").append(number(step));
      out.append(",\"count\":").append(values.length).append('}');
      return;
    }
    out.append('[');
    for (int i = 0; i < values.length; i++) {
      out.append(i == 0 ? "" : ",").append(number(values[i]));
    }
    out.append(']');
  }

  private static boolean isEven(double[] values) {
    double step = values[1] - values[0];
    for (int i = 0; i < values.length; i++) {
      if (values[i] != values[0] + i * step) {
        return false;
      }
    }
    return true;
  }

  private void texts(List<String> texts) {
    out.append('[');
    for (int i = 0; i < texts.size(); i++) {
      out.append(i == 0 ? "" : ",").append(quoted(texts.get(i)));
    }
    out.append(']');
  }

  private static String number(double value) {
    String exact = Shown.exact(value);
    return exact.isEmpty() ? "null" : exact;
  }

  private static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text).replace("<", "\\u003c");
  }
}

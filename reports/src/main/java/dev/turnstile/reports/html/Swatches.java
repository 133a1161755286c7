package dev.turnstile.reports.html;

import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.figure.Tip;

/** The small drawings in front of the entries of a legend. */
final class Swatches {
  private Swatches() {}

  static String svg(Tip tip) {
    return svg(tip.look(), tip.swatch());
  }

  static String svg(Look look, Tip.Swatch swatch) {
    String ink = look.ink().label();
    String inside =
        switch (swatch) {
          case AREA -> "<path class=\"f-" + ink + "\" d=\"M8 1h12v10h-12z\"/>";
          case DOT -> "<circle class=\"f-" + ink + "\" cx=\"14\" cy=\"6\" r=\"4\"/>";
          case LINE -> line(look);
          case MARKED ->
              line(look) + "<path class=\"f-" + ink + "\" d=\"" + look.markerAt(14, 6) + "\"/>";
          case NONE -> "";
        };
    return "<svg class=\"swatch\" viewBox=\"0 0 28 12\" aria-hidden=\"true\">" + inside + "</svg>";
  }

  private static String line(Look look) {
    String dash = look.dashArray();
    return "<path class=\"k-"
        + look.ink().label()
        + "\" stroke-width=\"2\""
        + (dash.isEmpty() ? "" : " stroke-dasharray=\"" + dash + "\"")
        + " d=\"M1 6h26\"/>";
  }
}

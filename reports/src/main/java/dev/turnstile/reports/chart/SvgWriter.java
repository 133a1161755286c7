package dev.turnstile.reports.chart;

import java.awt.geom.Rectangle2D;
import java.util.Locale;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Writes what Batik recorded as a small {@code svg} element without styles: colours become classes,
 * shapes that look alike become one path, clips go away.
 */
final class SvgWriter {
  private final int width;
  private final int height;
  private final Rectangle2D plot;
  private final StringBuilder out = new StringBuilder();

  private String openClass = "";
  private SvgPath path = new SvgPath();

  SvgWriter(int width, int height, Rectangle2D plot) {
    this.width = width;
    this.height = height;
    this.plot = plot;
  }

  String write(Element root) {
    out.append("<svg viewBox=\"0 0 ").append(width).append(' ').append(height).append("\">");
    children(root, SvgStyle.NONE);
    flush();
    return out.append("</svg>").toString();
  }

  private void children(Element parent, SvgStyle inherited) {
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element && !element.getTagName().equals("defs")) {
        element(element, inherited.with(element));
      }
    }
  }

  private void element(Element element, SvgStyle style) {
    if (element.hasAttribute("transform")) {
      throw new IllegalStateException("a chart drew with " + element.getAttribute("transform"));
    }
    switch (element.getTagName()) {
      case "g" -> children(element, style);
      case "text" -> text(element, style);
      case "path" -> path(style).data(element.getAttribute("d"));
      case "line" ->
          path(style)
              .move(number(element, "x1"), number(element, "y1"))
              .line(number(element, "x2"), number(element, "y2"));
      case "rect" -> rectangle(element, path(style));
      case "circle" -> ellipse(element, number(element, "r"), number(element, "r"), style);
      case "ellipse" -> ellipse(element, number(element, "rx"), number(element, "ry"), style);
      case "polygon", "polyline" -> {
        path(style).points(element.getAttribute("points"));
        if (element.getTagName().equals("polygon")) {
          path.close();
        }
      }
      default -> throw new IllegalStateException("a chart drew a " + element.getTagName());
    }
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  private static void rectangle(Element element, SvgPath path) {
    double x = number(element, "x");
    double y = number(element, "y");
    double right = x + number(element, "width");
    double bottom = y + number(element, "height");
    path.move(x, y).line(right, y).line(right, bottom).line(x, bottom).close();
  }

  private void ellipse(Element element, double rx, double ry, SvgStyle style) {
    path(style).ellipse(number(element, "cx"), number(element, "cy"), rx, ry);
  }

  /** The path for shapes of this look; one of another look ends. */
  private SvgPath path(SvgStyle style) {
    String attributes = style.shape();
    if (!attributes.equals(openClass)) {
      flush();
      openClass = attributes;
    }
    return path;
  }

  private void flush() {
    if (!path.isEmpty()) {
      out.append("<path ").append(openClass).append(" d=\"").append(path.text()).append("\"/>");
    }
    path = new SvgPath();
    openClass = "";
  }

  /**
   * A text keeps its place whatever font the reader has: beside the plot it ends where it ended, in
   * and below the plot it keeps its middle.
   */
  private void text(Element element, SvgStyle style) {
    flush();
    String content = element.getTextContent();
    double begin = number(element, "x");
    double y = number(element, "y");
    double wide = Fonts.width(content, Fonts.font(style.fontSize(), false));
    double at = begin;
    String anchor = "";
    if (y > plot.getMinY() - 1 && begin + wide <= plot.getMinX() + 1) {
      at = begin + wide;
      anchor = " text-anchor=\"end\"";
    } else if (y > plot.getMinY() - 1) {
      at = begin + wide / 2;
      anchor = " text-anchor=\"middle\"";
    }
    out.append("<text ")
        .append(style.text())
        .append(
            String.format(Locale.ROOT, " x=\"%s\" y=\"%s\"", SvgPath.round(at), SvgPath.round(y)))
        .append(anchor)
        .append('>')
        .append(escaped(content))
        .append("</text>");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}

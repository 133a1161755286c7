package dev.turnstile.reports.chart;

import java.util.LinkedHashMap;
import java.util.Map;
import org.w3c.dom.Element;

/**
 * The attributes that decide how an element looks, with what it inherits.
 *
 * @param values attributes by name
 */
record SvgStyle(Map<String, String> values) {
  static final SvgStyle NONE = new SvgStyle(Map.of());

  private static final String[] NAMES = {
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-opacity",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "font-size"
  };

  /** This style inside an element. */
  SvgStyle with(Element element) {
    Map<String, String> inside = new LinkedHashMap<>(values);
    for (String name : NAMES) {
      if (element.hasAttribute(name)) {
        inside.put(name, element.getAttribute(name));
      }
    }
    return new SvgStyle(inside);
  }

  private String value(String name, String initial) {
    return values.getOrDefault(name, initial);
  }

  private boolean strokes() {
    return !value("stroke", "none").equals("none");
  }

  private boolean fills() {
    return !value("fill", "none").equals("none");
  }

  /** The attributes of a shape. */
  String shape() {
    StringBuilder text = new StringBuilder("class=\"");
    if (fills()) {
      text.append("f-").append(Ink.of(value("fill", "")).label());
      text.append(strokes() ? " " : "");
    }
    if (strokes()) {
      text.append("k-").append(Ink.of(value("stroke", "")).label());
    }
    text.append('"');
    if (fills()) {
      add(text, "fill-opacity", "1");
    }
    if (strokes()) {
      add(text, "stroke-opacity", "1");
      add(text, "stroke-width", "1");
      add(text, "stroke-dasharray", "none");
      add(text, "stroke-linecap", "butt");
    }
    return text.toString();
  }

  private void add(StringBuilder text, String name, String initial) {
    String value = value(name, initial);
    if (!value.equals(initial) && !(name.equals("stroke-linecap") && value.equals("square"))) {
      text.append(' ').append(name).append("=\"").append(value).append('"');
    }
  }

  /** The attributes of a text. */
  String text() {
    return "class=\"f-" + Ink.of(value("fill", "")).label() + "\" font-size=\"" + fontSize() + "\"";
  }

  int fontSize() {
    return (int) Math.round(Double.parseDouble(value("font-size", "12px").replace("px", "")));
  }
}

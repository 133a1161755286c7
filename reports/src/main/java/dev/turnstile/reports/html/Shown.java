package dev.turnstile.reports.html;

import org.jspecify.annotations.Nullable;

/**
 * A number as a page shows it.
 *
 * @param text short text for people
 * @param exact the value as the JSON document has it; empty if there is none
 * @param path where the document has it, as a JSON pointer; empty if the page computed it
 */
record Shown(String text, String exact, String path) {

  static Shown of(@Nullable Number value, Measure measure, String path) {
    return new Shown(measure.text(value), exact(value), path);
  }

  static Shown plain(String text) {
    return new Shown(text, "", "");
  }

  /** The shortest decimal that reads back as the same number. */
  static String exact(@Nullable Number value) {
    if (value == null || !Double.isFinite(value.doubleValue())) {
      return "";
    }
    String text = value.toString();
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** A key as a part of a JSON pointer. */
  static String key(String name) {
    return "/" + name.replace("~", "~0").replace("/", "~1");
  }
}

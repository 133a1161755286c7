package dev.turnstile.reports.html;

import org.jspecify.annotations.Nullable;

/** The value of an attribute in a template: without a text, the attribute is left out. */
final class Attribute {
  private Attribute() {}

  static @Nullable String of(String text) {
    return text.isEmpty() ? null : text;
  }
}

package dev.turnstile.reports.html;

import java.util.List;

/** Where long names may be broken: behind the signs that part them. */
final class Breaks {
  private Breaks() {}

  /** The parts of a name; it may be broken between two of them. */
  static List<String> of(String name) {
    return List.of(name.split("(?<=[_:,+=.])(?=\\w)"));
  }
}

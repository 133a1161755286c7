package dev.turnstile.reports.chart;

import org.junit.jupiter.api.Assumptions;

/** Tests that draw need what the report needs. */
public final class FontsForTests {
  private FontsForTests() {}

  /** Skips the tests of a class on a machine without fonts, and says why. */
  public static void assume() {
    try {
      Fonts.check();
    } catch (FontsMissingException e) {
      Assumptions.abort(e.getMessage());
    }
  }
}

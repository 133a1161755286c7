package dev.turnstile.reports.chart;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.util.function.ToDoubleFunction;

/** The fonts of this machine. Java needs fontconfig and one font even without a display. */
public final class Fonts {
  private Fonts() {}

  /**
   * Checks that text can be measured.
   *
   * @throws FontsMissingException if it cannot
   */
  public static void check() {
    check(text -> width(text, font(12, false)));
  }

  /** As {@link #check()}, with the width of a text from elsewhere. */
  static void check(ToDoubleFunction<String> width) {
    try {
      if (!(width.applyAsDouble("Turnstile") > 0)) {
        throw new IllegalStateException("text has no width");
      }
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // Without fontconfig, Java fails in many ways, a bare Error among them, depending on what
      // else
      // is missing.
      throw new FontsMissingException(e);
    }
  }

  static Font font(int size, boolean bold) {
    return new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, size);
  }

  static double width(String text, Font font) {
    return font.getStringBounds(text, new FontRenderContext(null, true, true)).getWidth();
  }
}

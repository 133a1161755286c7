package dev.turnstile.reports.chart;

import java.awt.Color;
import java.util.Locale;

/**
 * What a mark of a chart stands for; the style sheet gives it a colour, one for light and one for
 * dark.
 */
public enum Ink {
  /** Text that must be read. */
  TEXT,
  /** Text on a strong colour. */
  PAPER,
  /** Numbers along an axis, and whatever stays in the background. */
  MUTED,
  /** Lines behind the data. */
  GRID,
  /** Axes. */
  AXIS,
  /** The first of eight colours that people with any colour vision can tell apart. */
  S1,
  /** Second colour. */
  S2,
  /** Third colour. */
  S3,
  /** Fourth colour. */
  S4,
  /** Fifth colour. */
  S5,
  /** Sixth colour. */
  S6,
  /** Seventh colour. */
  S7,
  /** Eighth colour. */
  S8,
  /** KV blocks in use. */
  ACTIVE,
  /** KV blocks that are only kept. */
  CACHED,
  /** Held before a worker. */
  PAUSED,
  /** In a worker's queue. */
  QUEUE,
  /** Prefill. */
  PREFILL,
  /** Decode. */
  DECODE,
  /** Inside a tool call. */
  TOOL,
  /** None of these. */
  IDLE,
  /** Change for the better. */
  GOOD,
  /** Change for the worse. */
  BAD;

  private static final int GREEN = 77;
  private static final Ink[] ALL = values();

  /** Number of colours for series. */
  public static final int SERIES = 8;

  /** The colour of a series; after the eighth they begin again. */
  public static Ink series(int index) {
    return ALL[S1.ordinal() + index % SERIES];
  }

  /** Its name in the style sheet. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A colour that stands for it between JFreeChart and the writer. */
  Color color(double opacity) {
    return new Color(ordinal(), GREEN, 1, (int) Math.round(255 * opacity));
  }

  Color color() {
    return color(1);
  }

  /**
   * The ink that a colour of a drawing stands for.
   *
   * @throws IllegalStateException if it is no ink
   */
  static Ink of(String rgb) {
    for (Ink ink : ALL) {
      if (rgb.equals("rgb(" + ink.ordinal() + "," + GREEN + ",1)")) {
        return ink;
      }
    }
    throw new IllegalStateException("a chart drew with " + rgb + ", which is no ink");
  }
}

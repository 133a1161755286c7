package dev.turnstile.reports.chart;

/** This machine cannot measure text, which charts need; the message says what to install. */
public final class FontsMissingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FontsMissingException(Throwable cause) {
    super(
        "the HTML report needs fontconfig and a font to draw its charts; install the packages"
            + " fontconfig and fonts-dejavu-core",
        cause);
  }
}

package dev.turnstile.reports.figure;

/**
 * Texts from outside, made fit to be shown: ids, file names and policies may hold anything.
 *
 * <p>Characters that would hide or turn around what follows are written as escapes; long texts are
 * cut in their middle. Escaping for HTML is the templates' work.
 */
public final class Text {
  private static final int ID = 80;
  private static final int LABEL = 28;

  private Text() {}

  /** An id or a name, at most 80 characters. */
  public static String id(String text) {
    return cut(visible(text), ID);
  }

  /** A name along an axis, at most 28 characters. */
  public static String label(String text) {
    return cut(visible(text), LABEL);
  }

  /** A text of at most {@code most} characters: its begin and its end with an ellipsis between. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int head = most * 2 / 3;
    int tail = most - head - 1;
    int from = text.length() - tail;
    if (Character.isHighSurrogate(text.charAt(head - 1))) {
      head--;
    }
    if (Character.isLowSurrogate(text.charAt(from))) {
      from++;
    }
    return text.substring(0, head) + "…" + text.substring(from);
  }

  /** A text whose invisible characters are visible; line ends stay. */
  public static String visible(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (point == '\n' || !hides(point)) {
        shown.appendCodePoint(point);
      } else {
        shown.append(String.format(java.util.Locale.ROOT, "\\u%04x", point));
      }
    }
    return shown.toString();
  }

  /** Sentences, as far as there are any, one after another. */
  public static String join(String... sentences) {
    return Notes.join(sentences);
  }

  private static boolean hides(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}

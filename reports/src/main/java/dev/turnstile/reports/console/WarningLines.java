package dev.turnstile.reports.console;

import dev.turnstile.workload.TraceInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Warnings as wrapped lines: name, count, effect and examples. */
public final class WarningLines {
  private static final int WIDTH = 80;
  private static final String INDENT = "    ";

  /** Control and format characters, line ends, halves of a character. */
  private static final Pattern OBEYED = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private WarningLines() {}

  /** The block of warnings, led by an empty line; nothing without warnings. */
  public static List<String> of(List<TraceInfo.Warning> warnings) {
    List<String> lines = new ArrayList<>();
    if (!warnings.isEmpty()) {
      lines.add("");
      lines.add("Warnings");
    }
    for (TraceInfo.Warning warning : warnings) {
      String head =
          String.format(
              Locale.ROOT, "  %s (%,d): %s", warning.name(), warning.count(), warning.effect());
      lines.addAll(wrap(head, INDENT, WIDTH));
      if (!warning.examples().isEmpty()) {
        lines.addAll(wrap(INDENT + "e.g. " + String.join("; ", warning.examples()), INDENT, WIDTH));
      }
    }
    return lines;
  }

  /** A text on one line: {@code _} for every character that a terminal would obey, not show. */
  public static String printable(String text) {
    return OBEYED.matcher(text).replaceAll("_");
  }

  /**
   * Breaks a {@linkplain #printable printable} text at spaces; lines after the first begin with
   * {@code indent}. Spaces that do not break ({@code U+00A0}) become plain ones.
   */
  public static List<String> wrap(String text, String indent, int width) {
    List<String> lines = new ArrayList<>();
    String rest = printable(text);
    while (rest.length() > width) {
      int cut = rest.lastIndexOf(' ', width);
      if (cut <= indent.length() || rest.substring(0, cut).isBlank()) {
        break;
      }
      lines.add(rest.substring(0, cut));
      rest = indent + rest.substring(cut + 1);
    }
    lines.add(rest);
    lines.replaceAll(line -> line.replace('\u00a0', ' '));
    return lines;
  }
}

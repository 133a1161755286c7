package dev.turnstile.reports.html;

import dev.turnstile.reports.figure.Text;
import dev.turnstile.workload.TraceInfo;
import java.util.List;

/** Warnings and notes, made fit to be shown. */
final class Warnings {
  private static final int LENGTH = 240;
  private static final int MOST = 60;

  private Warnings() {}

  static List<TraceInfo.Warning> shown(List<TraceInfo.Warning> warnings) {
    return warnings.stream()
        .limit(MOST)
        .map(
            warning ->
                new TraceInfo.Warning(
                    text(warning.name()),
                    warning.count(),
                    warning.examples().stream().map(Warnings::text).toList(),
                    text(warning.effect())))
        .toList();
  }

  static List<String> notes(List<String> notes) {
    return notes.stream().limit(MOST).map(Warnings::text).toList();
  }

  private static String text(String text) {
    return Text.cut(Text.visible(text), LENGTH);
  }
}

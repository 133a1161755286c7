package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.reports.console.Numbers;
import java.util.LinkedHashMap;
import java.util.Map;

/** What took most of somebody's time, in a few words. */
public final class Blame {
  private Blame() {}

  /** What took most of a session tree's time, and what was computed again for it. */
  public static String of(SessionRow row) {
    Map<String, Long> parts = new LinkedHashMap<>();
    parts.put("on a worker", row.llmNanos());
    parts.put("held before workers", row.pausedNanos());
    parts.put("in tools", row.toolNanos());
    parts.put("other idle", row.otherIdleNanos());
    String largest = largest(parts, row.durationNanos());
    return row.reprefilledTokens() == 0
        ? largest
        : largest + "; " + Numbers.tokens(row.reprefilledTokens()) + " tokens computed again";
  }

  /** The largest part of a whole with its share; the first of equals. */
  public static String largest(Map<String, Long> parts, long whole) {
    String name = "";
    long most = 0;
    for (Map.Entry<String, Long> part : parts.entrySet()) {
      if (part.getValue() > most) {
        name = part.getKey();
        most = part.getValue();
      }
    }
    return whole == 0 ? "no time passed" : name + " (" + Math.round(100.0 * most / whole) + " %)";
  }
}

package dev.turnstile.engine.hardware;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The known names that a mistyped one probably means. */
final class CloseNames {
  private static final int MAX_SUGGESTIONS = 3;

  private CloseNames() {}

  /**
   * Returns at most three known names that contain the name, are contained in it, or differ from it
   * in at most a third of its letters; the closest first, equally close ones in the given order.
   */
  static List<String> of(String name, Collection<String> known) {
    String wanted = name.toLowerCase(Locale.ROOT).replace('_', '-');
    return known.stream()
        .filter(candidate -> isClose(wanted, candidate.replace('_', '-')))
        .sorted(Comparator.comparingInt(candidate -> distance(wanted, candidate.replace('_', '-'))))
        .limit(MAX_SUGGESTIONS)
        .toList();
  }

  private static boolean isClose(String wanted, String candidate) {
    return !wanted.isEmpty()
        && (candidate.contains(wanted)
            || wanted.contains(candidate)
            || distance(wanted, candidate) <= Math.max(1, wanted.length() / 3));
  }

  /** Levenshtein distance, one row at a time. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}

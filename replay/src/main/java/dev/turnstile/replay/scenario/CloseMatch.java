package dev.turnstile.replay.scenario;

import java.util.Arrays;
import java.util.Collection;

/** The known name that somebody probably meant. */
final class CloseMatch {
  private CloseMatch() {}

  /** A hint for an unknown name: the closest known one, else all of them. */
  static String hint(String name, Collection<String> known) {
    String best = "";
    int bestEdits = Math.max(2, name.length() / 3) + 1;
    for (String candidate : known) {
      int edits = sameKey(name, candidate) ? 1 : edits(name, candidate);
      if (edits < bestEdits) {
        bestEdits = edits;
        best = candidate;
      }
    }
    return best.isEmpty() ? "known are " + String.join(", ", known) : "did you mean " + best + "?";
  }

  /** Whether the last parts agree: the right key in the wrong group. */
  private static boolean sameKey(String a, String b) {
    return a.substring(a.lastIndexOf('.') + 1).equals(b.substring(b.lastIndexOf('.') + 1));
  }

  /** Levenshtein's distance. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}

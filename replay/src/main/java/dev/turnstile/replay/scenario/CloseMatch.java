package dev.turnstile.replay.scenario;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** The known path that somebody probably meant. */
final class CloseMatch {
  private CloseMatch() {}

  /** A hint for an unknown path: the closest known one, else all of its group, else the groups. */
  static String hint(String path, Collection<String> known) {
    String best = "";
    int bestEdits = Math.max(2, path.length() / 3) + 1;
    for (String candidate : known) {
      int edits = similarKey(path, candidate) ? 1 : edits(path, candidate);
      if (edits < bestEdits) {
        bestEdits = edits;
        best = candidate;
      }
    }
    return best.isEmpty() ? knownOf(path, known) : "did you mean " + best + "?";
  }

  private static String knownOf(String path, Collection<String> known) {
    String group = path.substring(0, path.indexOf('.') + 1);
    List<String> siblings =
        known.stream().filter(k -> !group.isEmpty() && k.startsWith(group)).toList();
    List<String> groups =
        known.stream().map(k -> k.contains(".") ? k.substring(0, k.indexOf('.')) : k).toList();
    return siblings.isEmpty()
        ? "groups are " + String.join(", ", groups.stream().distinct().toList())
        : "known are " + String.join(", ", siblings);
  }

  /**
   * Whether one last part ends like the other: the right key in the wrong group, or a short one.
   */
  private static boolean similarKey(String a, String b) {
    String mine = a.substring(a.lastIndexOf('.') + 1);
    String known = b.substring(b.lastIndexOf('.') + 1);
    return known.equals(mine) || known.endsWith("_" + mine);
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

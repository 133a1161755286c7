package dev.turnstile.policies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The known name that someone probably meant. */
final class CloseName {
  private static final int MIN_SHARED = 4;

  private CloseName() {}

  /**
   * The only name that begins with {@code word}, else the one with the fewest edits, the first of
   * equals; if more than a third of the letters would have to change, the first name that contains
   * the word, or else one of its parts of four letters or more.
   */
  static Optional<String> to(String word, Collection<String> names) {
    List<String> longer = names.stream().filter(name -> name.startsWith(word)).toList();
    if (longer.size() == 1) {
      return Optional.of(longer.get(0));
    }
    int limit = Math.max(2, word.length() / 3);
    String best = "";
    int bestEdits = limit + 1;
    for (String name : names) {
      int edits = edits(word, name);
      if (edits < bestEdits) {
        best = name;
        bestEdits = edits;
      }
    }
    return bestEdits > limit ? sharing(word, names) : Optional.of(best);
  }

  private static Optional<String> sharing(String word, Collection<String> names) {
    List<String> parts = new ArrayList<>(List.of(word));
    parts.addAll(List.of(word.split("[_-]")));
    return parts.stream()
        .filter(part -> part.length() >= MIN_SHARED)
        .flatMap(part -> names.stream().filter(name -> name.contains(part)))
        .findFirst();
  }

  /** Levenshtein's distance: insertions, deletions and replacements of a letter. */
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

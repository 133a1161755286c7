package dev.turnstile.reports.figure;

import dev.turnstile.reports.console.Numbers;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** Sentences of figures. */
final class Notes {
  private Notes() {}

  static String join(String... sentences) {
    return Arrays.stream(sentences)
        .filter(Objects::nonNull)
        .filter(sentence -> !sentence.isEmpty())
        .collect(Collectors.joining(" "));
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** What the values of a series over time are. */
  static String buckets(View view) {
    return "Means over " + Numbers.duration(view.stepMillis()) + ".";
  }
}

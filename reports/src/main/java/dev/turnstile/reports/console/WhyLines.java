package dev.turnstile.reports.console;

import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.SessionRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why prompt tokens were computed, and which session trees lost and caused most, in a few lines.
 */
final class WhyLines {
  private static final int TOP = 3;
  private static final int LONGEST_ID = 24;

  /** A space at which lines do not break. */
  private static final char GLUE = '\u00a0';

  private static final Map<Cause, String> WORDS =
      Map.of(
          Cause.REPREFILLED, "re-prefilled",
          Cause.MIGRATED, "migrated",
          Cause.ROUTED, "routed",
          Cause.GONE, "gone",
          Cause.CONCURRENT, "concurrent");

  private final RunResult run;
  private final Map<String, @Nullable Number> summary;

  WhyLines(RunResult run) {
    this.run = run;
    summary = run.summary();
  }

  /** The tokens that had to be computed in any case. */
  String inevitable() {
    long last = tokens(Cause.FULL_HIT_RECOMPUTE);
    String fullHits = last == 0 ? "" : ", last blocks of full hits " + share(last);
    long first = tokens(Cause.FIRST_TIME);
    return Numbers.tokens(first) + " of the computed tokens (" + share(first) + ")" + fullHits;
  }

  /** The tokens that a better policy or a larger pool could have spared, by cause. */
  String lost() {
    long lost = Cause.LOSSES.stream().mapToLong(this::tokens).sum();
    String causes =
        Cause.LOSSES.stream()
            .filter(cause -> tokens(cause) > 0)
            .map(cause -> WORDS.get(cause) + GLUE + glued(tokens(cause)))
            .collect(Collectors.joining(" + "));
    return Numbers.tokens(lost)
        + " ("
        + share(lost)
        + ")"
        + (causes.isEmpty() ? "" : " = " + causes);
  }

  /** Whether tokens were computed again after eviction. */
  boolean anyEvicted() {
    return tokens(Cause.REPREFILLED) > 0;
  }

  /** By whom re-prefilled tokens were evicted. */
  String evictedBy() {
    return "other trees "
        + ofEvicted(Cause.REPREFILLED_OTHERS)
        + ", their own "
        + ofEvicted(Cause.REPREFILLED_OWN);
  }

  /** When re-prefilled tokens were evicted. */
  String evictedWhile() {
    return "away "
        + ofEvicted(Cause.REPREFILLED_AWAY)
        + ", held "
        + ofEvicted(Cause.REPREFILLED_HELD)
        + ", queued "
        + ofEvicted(Cause.REPREFILLED_QUEUED);
  }

  /** The session trees with the largest losses; empty without any. */
  String lostMost() {
    return top(row -> row.warmup() ? 0 : row.lostTokens());
  }

  /** The session trees that evicted most of what others computed again; empty without any. */
  String causedMost() {
    return top(SessionRow::causedTokens);
  }

  private String top(ToLongFunction<SessionRow> tokens) {
    List<SessionRow> rows = new ArrayList<>(run.sessions());
    rows.removeIf(row -> tokens.applyAsLong(row) == 0);
    rows.sort(Comparator.comparingLong(tokens).reversed());
    return rows.stream()
        .limit(TOP)
        .map(row -> shown(row.label()) + GLUE + glued(tokens.applyAsLong(row)))
        .collect(Collectors.joining(", "));
  }

  private long tokens(Cause cause) {
    Number tokens = summary.get(cause.metric());
    return tokens == null ? 0 : tokens.longValue();
  }

  private static String glued(long tokens) {
    return Numbers.tokens(tokens).replace(' ', GLUE);
  }

  private String share(long tokens) {
    return ratio(tokens, summary.get("computed_tokens"));
  }

  private String ofEvicted(Cause cause) {
    return ratio(tokens(cause), summary.get(Cause.REPREFILLED.metric()));
  }

  private static String ratio(long part, @Nullable Number whole) {
    if (whole == null || whole.longValue() == 0) {
      return Numbers.percent(null);
    }
    return Numbers.percent(part / whole.doubleValue());
  }

  /** An id as one short word without characters that a terminal would obey. */
  private static String shown(String id) {
    StringBuilder text = new StringBuilder();
    id.codePoints()
        .limit(LONGEST_ID)
        .map(c -> Character.isLetterOrDigit(c) || (c > ' ' && c < 0x7f) ? c : '_')
        .forEach(text::appendCodePoint);
    return id.codePointCount(0, id.length()) <= LONGEST_ID ? text.toString() : text + "…";
  }
}

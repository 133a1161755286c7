package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.reports.chart.Ink;
import java.util.Arrays;
import java.util.List;

/**
 * Where prompt tokens came from: the cache, or why they were computed. All of them add up to the
 * prompt tokens; each has one colour and one name on every page.
 */
public enum TokenSource {
  /** Found. */
  CACHED(
      "from the cache",
      "cache",
      Ink.S1,
      "hit_tokens",
      "Found in the cache of the request's worker."),
  /** Lost to an eviction. */
  EVICTED(
      "evicted",
      "evicted",
      Ink.S2,
      Cause.REPREFILLED.metric(),
      "This worker had computed them and has evicted them since."),
  /** Left behind by the gate. */
  MOVED(
      "moved by gate",
      "moved",
      Ink.S4,
      Cause.MIGRATED.metric(),
      "The session's turn before ran on another worker, and the gate moved it here."),
  /** Left behind by the router. */
  ROUTED(
      "held elsewhere",
      "held",
      Ink.S3,
      Cause.ROUTED.metric(),
      "Another worker still has them; the router chose this one."),
  /** Kept by nobody. */
  GONE(
      "gone elsewhere",
      "gone",
      Ink.S8,
      Cause.GONE.metric(),
      "Other workers had computed them, and none has them any more."),
  /** Computed by several at once. */
  CONCURRENT(
      "twice at once",
      "at once",
      Ink.S5,
      Cause.CONCURRENT.metric(),
      "A request that was scheduled earlier computes them too, and had not stored them yet."),
  /** The last block of a hit. */
  LAST_BLOCK(
      "last block",
      "last block",
      Ink.S7,
      Cause.FULL_HIT_RECOMPUTE.metric(),
      "The whole prompt was cached; its last block is computed in any case."),
  /** New. */
  FIRST(
      "first time",
      "first time",
      Ink.IDLE,
      Cause.FIRST_TIME.metric(),
      "Nobody had computed them before, or they are no full block.");

  /** Those that a better policy, or more memory, could avoid. */
  public static final List<TokenSource> LOSSES = List.of(EVICTED, MOVED, ROUTED, GONE, CONCURRENT);

  private final String label;
  private final String word;
  private final Ink ink;
  private final String metric;
  private final String meaning;

  TokenSource(String label, String word, Ink ink, String metric, String meaning) {
    this.label = label;
    this.word = word;
    this.ink = ink;
    this.metric = metric;
    this.meaning = meaning;
  }

  /** All of them, in the order of bars. */
  public static List<TokenSource> all() {
    return Arrays.asList(values());
  }

  /** Its name. */
  public String label() {
    return label;
  }

  /** Its name where there is little room. */
  String word() {
    return word;
  }

  /** Its colour. */
  public Ink ink() {
    return ink;
  }

  /** The summary metric that counts its tokens. */
  public String metric() {
    return metric;
  }

  /** What it means, a sentence. */
  public String meaning() {
    return meaning;
  }
}

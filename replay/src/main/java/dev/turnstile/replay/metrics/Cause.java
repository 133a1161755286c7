package dev.turnstile.replay.metrics;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import java.util.List;

/**
 * Why prompt tokens of a request were computed, as it was when the request was first scheduled.
 *
 * <p>Each computed token has one of the causes in {@link #OF_COMPUTED}. From the start of a prompt
 * they come in the order of that list, first what its worker once had, last what nobody had. Those
 * in {@link #BY_WHOM} and in {@link #BY_TIME} split {@link #REPREFILLED} once more, each of them in
 * full.
 */
public enum Cause {
  /** The worker had computed them, and they were evicted since. */
  REPREFILLED(Good.DOWN, "prompt tokens computed again after eviction"),
  /** Of these, evicted for a request of the same session tree. */
  REPREFILLED_OWN(Good.DOWN, "re-prefilled tokens that the same session tree had evicted"),
  /** Of these, evicted for a request of another session tree. */
  REPREFILLED_OTHERS(Good.DOWN, "re-prefilled tokens that other session trees had evicted"),
  /** Of these, evicted before the request arrived. */
  REPREFILLED_AWAY(Good.DOWN, "re-prefilled tokens evicted before the request arrived"),
  /** Of these, evicted while the gate or the router held the request. */
  REPREFILLED_HELD(Good.DOWN, "re-prefilled tokens evicted while the request was held"),
  /** Of these, evicted while the request was in its worker's queue. */
  REPREFILLED_QUEUED(Good.DOWN, "re-prefilled tokens evicted while it was in the worker's queue"),
  /** The whole prompt was there, but the last token of a prompt is always computed. */
  FULL_HIT_RECOMPUTE(Good.NEUTRAL, "tokens of fully cached prompts computed again for logits"),
  /** Only other workers had computed them, and the gate moved the session to this one. */
  MIGRATED(Good.DOWN, "tokens computed on other workers before the gate moved the session"),
  /** Another worker holds them. */
  ROUTED(Good.DOWN, "tokens that another worker had cached when this one computed them"),
  /** Only other workers had computed them, and none holds them any more. */
  GONE(Good.DOWN, "tokens computed on other workers only, and evicted there"),
  /** A request scheduled earlier has them in its prompt, and no worker has stored them yet. */
  CONCURRENT(Good.DOWN, "tokens that an earlier request was just computing"),
  /** No request scheduled earlier has them. */
  FIRST_TIME(Good.NEUTRAL, "prompt tokens that no request before had");

  /** All causes in their order. */
  public static final List<Cause> ALL = List.of(values());

  /** The causes that add up to the computed tokens of a request. */
  public static final List<Cause> OF_COMPUTED =
      List.of(REPREFILLED, FULL_HIT_RECOMPUTE, MIGRATED, ROUTED, GONE, CONCURRENT, FIRST_TIME);

  /** The parts of {@link #REPREFILLED} by whose request took the blocks. */
  public static final List<Cause> BY_WHOM = List.of(REPREFILLED_OWN, REPREFILLED_OTHERS);

  /** The parts of {@link #REPREFILLED} by when the blocks were taken. */
  public static final List<Cause> BY_TIME =
      List.of(REPREFILLED_AWAY, REPREFILLED_HELD, REPREFILLED_QUEUED);

  /** The causes that a better policy or a larger pool could have spared. */
  public static final List<Cause> LOSSES = List.of(REPREFILLED, MIGRATED, ROUTED, GONE, CONCURRENT);

  private final Good good;
  private final String doc;

  Cause(Good good, String doc) {
    this.good = good;
    this.doc = doc;
  }

  /** The metric and column of its tokens, for instance {@code reprefilled_own_tokens}. */
  public String metric() {
    return name().toLowerCase(java.util.Locale.ROOT) + "_tokens";
  }

  Good good() {
    return good;
  }

  String doc() {
    return doc;
  }
}

package dev.turnstile.workload.trace;

import java.util.Locale;

/**
 * The warnings that loading a trace can give, each with its effect on results.
 *
 * <p>The names, in lower case, are those of the report's {@code warnings} list.
 */
public enum InputWarning {
  /** Turns that began before an earlier turn of their session had ended. */
  OVERLAPPING_TURNS(
      "these turns wait for the dispatch of the turn before instead of its completion;"
          + " --overlap=serial makes them wait"),
  /** Requests that were recorded as ending before they started. */
  CLOCK_SKEW("their recorded duration is taken as 0, so gaps measured from their end are longer"),
  /** Consecutive turns of a session whose later prompt does not continue the earlier one. */
  CONTEXT_RESETS("the later turn reuses less of the cache than a growing context would"),
  /** Sessions whose parent has no request in the trace. */
  ORPHAN_SESSIONS("they start at their recorded time and wait for no parent"),
  /** Requests whose id occurred before. */
  DUPLICATE_REQUEST_IDS("only the first of each is kept"),
  /** Files whose end is missing. */
  TRUNCATED_TAIL("what was cut off is not replayed"),
  /** Rows that could not be used. */
  SKIPPED_ROWS("they are not replayed, so the load is lower than recorded"),
  /** Requests with more block ids than their prompt has blocks. */
  SURPLUS_HASH_IDS("the surplus ids are ignored"),
  /** Requests with fewer block ids than their prompt has blocks. */
  MISSING_HASH_IDS("the blocks without id are private to the request and never hit"),
  /** Requests without a recorded arrival. */
  MISSING_ARRIVAL("their arrival is computed from the end and the duration of the request"),
  /** Requests with a negative duration. */
  NEGATIVE_DURATIONS("their duration is taken as 0"),
  /** Sessions whose parents form a circle. */
  PARENT_CYCLES("the recorded order of their requests decides who waits for whom"),
  /** Models that a trace uses without declaring them. */
  UNDECLARED_MODELS("none; the trace is inconsistent"),
  /** Delays that were measured from start to start. */
  START_TO_START_DELAY("the service time of the turn before counts twice"),
  /** Sessions that go on after their final request. */
  EARLY_SESSION_FINAL("the flag is ignored"),
  /** Requests that lie more than a day before all others. */
  IMPLAUSIBLE_TIME("the run begins with a long idle time; --start-offset drops it"),
  /** Corpora in which nested times fit neither basis. */
  MIXED_NESTED_CLOCK("nested times are read on one basis, so some may be shifted"),
  /** Tool spans outside the gap of their turn. */
  INVALID_TOOL_SPANS("they are left out of tool times; the schedule does not depend on them"),
  /** Requests whose token count differs from the length of their prompt. */
  LENGTH_MISMATCH("replay uses replay.input_length"),
  /** Traces with several models. */
  MULTIPLE_MODELS("blocks are never shared between models; --model-filter selects one");

  private final String effect;

  InputWarning(String effect) {
    this.effect = effect;
  }

  /** The name used in reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One sentence on the effect on results. */
  public String effect() {
    return effect;
  }
}

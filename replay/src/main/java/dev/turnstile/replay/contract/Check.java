package dev.turnstile.replay.contract;

import java.util.Locale;

/** One promise of a policy, in the order in which they are checked. */
public enum Check {
  /** What a list of policies shows. */
  DESCRIBED("It has an id, a summary of one line and a source."),
  /** What help, scenarios and sweeps read. */
  PARAMETERS("Each parameter has a snake_case name, a sentence, and a default that it allows."),
  /** Nothing to decide. */
  EMPTY_RUN("A run without requests ends."),
  /** Nothing to decide between. */
  ONE_REQUEST("A single request on idle workers is served."),
  /** No rule is broken and nobody is stuck. */
  FINISHES(
      "Small workloads finish on 1 and 3 workers, with a roomy and a tight KV pool, in an open and"
          + " a closed loop, and no rule is broken."),
  /** Nothing is lost on the way. */
  CONSERVES("Each request is served whole, refused with a reason, or skipped after a refusal."),
  /** The same run again is the same. */
  DETERMINISTIC("Two runs give the same requests and the same logged decisions."),
  /** Nobody waits for ever while others are served. */
  NO_STARVATION(
      "No request waits longer than it takes to serve all requests one after the other, with all"
          + " gaps, plus an hour for timers."),
  /** The policy's own end-of-run check. */
  BOOKS("finished() finds nothing wrong, also after a run that was cut short."),
  /** Nothing depends on the defaults. */
  PARAMETER_RANGE(
      "It finishes with every choice, with each number at both ends of its range, and with random"
          + " numbers between.");

  private final String sentence;

  Check(String sentence) {
    this.sentence = sentence;
  }

  /** The name in reports: lower case with underscores. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What must hold, as a sentence. */
  public String sentence() {
    return sentence;
  }
}

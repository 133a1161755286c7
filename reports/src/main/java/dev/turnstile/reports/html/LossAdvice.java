package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.reports.figure.TokenSource;
import org.jspecify.annotations.Nullable;

/** The main reason for which prompt tokens were computed once more, and what helps. */
final class LossAdvice {
  /** A smaller share of prompt tokens is hardly worth a word. */
  private static final double LITTLE = 0.005;

  private static final String MEMORY = "give the workers more KV memory";

  private final boolean gated;
  private final Tiles.Values numbers;

  private LossAdvice(boolean gated, Tiles.Values numbers) {
    this.gated = gated;
    this.numbers = numbers;
  }

  /**
   * The advice, or null if the causes are not known.
   *
   * @param policy what was run
   * @param named whether the sentence says so
   */
  static @Nullable Prose of(String policy, boolean named, Tiles.Values numbers) {
    LossAdvice advice = new LossAdvice(policy.startsWith("thunderagent"), numbers);
    double all = advice.tokens("total_input_tokens");
    TokenSource main = TokenSource.EVICTED;
    double lost = 0;
    for (TokenSource cause : TokenSource.LOSSES) {
      lost += advice.tokens(cause.metric());
      main = advice.tokens(cause.metric()) > advice.tokens(main.metric()) ? cause : main;
    }
    if (!(all > 0) || Double.isNaN(lost)) {
      return null;
    }
    Prose prose = new Prose();
    if (named) {
      prose.words("Under ").name(policy).words(", ");
    }
    if (lost < LITTLE * all) {
      return prose
          .words(named ? "hardly" : "Hardly")
          .words(" any prompt token is computed twice: ")
          .number(share(lost / all))
          .words(" of all.");
    }
    prose
        .words(named ? "most of what is computed twice, " : "Most of what is computed twice, ")
        .number(numbers.shown(main.metric()))
        .words(" prompt tokens (")
        .number(share(advice.tokens(main.metric()) / all))
        .words(" of all), ");
    advice.why(prose, main);
    return prose;
  }

  private double tokens(String metric) {
    Number value = numbers.value(metric);
    return value == null ? Double.NaN : value.doubleValue();
  }

  private static Shown share(double share) {
    return new Shown(Measure.PERCENT.text(share), Shown.exact(share), "");
  }

  private void why(Prose prose, TokenSource cause) {
    switch (cause) {
      case EVICTED -> evicted(prose);
      case MOVED ->
          prose.words(
              "was left on another worker when the gate moved the session: let sessions go on where"
                  + " they were, or give the workers more KV memory, so that fewer are paused.");
      case ROUTED ->
          prose.words(
              "is in the cache of another worker: route by affinity, with sticky sessions or more"
                  + " weight on cached prefixes.");
      case GONE ->
          prose.words(
              "had been computed on another worker and is kept by none any more: keep sessions on"
                  + " their worker first, then fewer of them at once or more KV memory.");
      case CONCURRENT ->
          prose.words(
              "is computed by requests that start together with the same beginning: send them to"
                  + " one worker, and one of them first.");
      case CACHED, LAST_BLOCK, FIRST -> throw new IllegalArgumentException(cause.label());
    }
  }

  private void evicted(Prose prose) {
    Cause when = Cause.REPREFILLED_AWAY;
    for (Cause time : Cause.BY_TIME) {
      when = tokens(time.metric()) > tokens(when.metric()) ? time : when;
    }
    boolean others =
        tokens(Cause.REPREFILLED_OTHERS.metric()) >= tokens(Cause.REPREFILLED_OWN.metric());
    prose
        .words("was evicted by ")
        .words(others ? "other sessions" : "its own session")
        .words(", ")
        .number(numbers.shown(when.metric()))
        .words(" of it ")
        .words(time(when))
        .words(": ")
        .words(others ? help(when) : "one session alone outgrows the cache; " + MEMORY)
        .words(".");
  }

  private static String time(Cause when) {
    return switch (when) {
      case REPREFILLED_AWAY -> "while the session was away, in a tool or thinking";
      case REPREFILLED_HELD -> "while the request was held before the workers";
      default -> "while the request waited in its worker's queue";
    };
  }

  private String help(Cause when) {
    return switch (when) {
      case REPREFILLED_AWAY ->
          "admit fewer sessions at once"
              + (gated ? "" : ", with a gate such as thunderagent")
              + ", or "
              + MEMORY;
      case REPREFILLED_HELD -> "hold fewer sessions for less time, or " + MEMORY;
      default -> "keep queues short with fewer sessions at once, or add workers";
    };
  }
}

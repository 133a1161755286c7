package dev.turnstile.replay;

import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.replay.metrics.LossLog;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.SessionRow;
import java.util.List;

/**
 * The check that every computed prompt token has one cause: per request, in the summary, and
 * between the session trees that lost and those that caused.
 */
final class LossCheck {
  static final String NAME = "losses_add_up";

  private final RunResult result;
  private final RequestLog log;
  private final LossLog losses;

  private LossCheck(RunResult result) {
    this.result = result;
    log = result.requests();
    losses = log.losses();
  }

  /**
   * Checks a result.
   *
   * @throws IllegalStateException naming the sum that is wrong
   */
  static void check(RunResult result) {
    LossCheck check = new LossCheck(result);
    for (int r = 0; r < check.log.count(); r++) {
      if (check.log.firstScheduledNanos(r) != RequestLog.NO_TIME) {
        check.request(r);
      }
    }
    check.totals();
    check.sessions();
  }

  private void request(int r) {
    for (Cause cause : Cause.ALL) {
      if (losses.tokens(cause, r) < 0) {
        throw failed(id(r) + " has " + losses.tokens(cause, r) + " " + cause.metric());
      }
    }
    long input = result.workload().graph().request(r).prompt().inputTokens();
    same(r, "computed", sum(Cause.OF_COMPUTED, r), input - log.hitTokens(r));
    same(r, "by whom", sum(Cause.BY_WHOM, r), losses.tokens(Cause.REPREFILLED, r));
    same(r, "by time", sum(Cause.BY_TIME, r), losses.tokens(Cause.REPREFILLED, r));
  }

  private String id(int request) {
    return result.workload().graph().request(request).id();
  }

  private void same(int request, String what, long sum, long whole) {
    if (sum != whole) {
      throw differs(id(request) + ", " + what, sum, whole);
    }
  }

  private long sum(List<Cause> causes, int request) {
    long tokens = 0;
    for (Cause cause : causes) {
      tokens += losses.tokens(cause, request);
    }
    return tokens;
  }

  private void totals() {
    for (Cause cause : Cause.ALL) {
      long tokens = 0;
      for (int r = 0; r < log.count(); r++) {
        if (!log.warmup(r) && log.status(r).served()) {
          tokens += losses.tokens(cause, r);
        }
      }
      same(cause.metric(), tokens, summary(cause.metric()));
    }
    long caused = 0;
    for (Cause cause : Cause.OF_COMPUTED) {
      caused += summary(cause.metric());
    }
    same("all causes", caused, summary("computed_tokens"));
  }

  private void sessions() {
    long caused = 0;
    for (SessionRow row : result.sessions()) {
      caused += row.causedTokens();
      long lost = 0;
      for (int i = 0; i < row.requests(); i++) {
        int r = result.workload().graph().playRequest(row.play(), i);
        lost += log.status(r).served() ? sum(Cause.LOSSES, r) : 0;
      }
      if (lost != row.lostTokens()) {
        throw differs("lost by " + row.label(), lost, row.lostTokens());
      }
    }
    same("caused by sessions", caused, summary(Cause.REPREFILLED_OTHERS.metric()));
  }

  private long summary(String metric) {
    Number value = result.summary().get(metric);
    if (value == null) {
      throw failed(metric + " is missing");
    }
    return value.longValue();
  }

  private static void same(String what, long sum, long whole) {
    if (sum != whole) {
      throw differs(what, sum, whole);
    }
  }

  private static IllegalStateException differs(String what, long sum, long whole) {
    return failed(what + ": " + sum + " tokens by cause, " + whole + " in all");
  }

  private static IllegalStateException failed(String what) {
    return new IllegalStateException("check " + NAME + " failed: " + what);
  }
}

package dev.turnstile.replay.metrics;

import java.util.OptionalLong;

/** Judges single requests against the limits, in integer nanoseconds, with {@code <=}. */
public final class Slo {
  private final RequestLog log;
  private final MeasureSettings settings;

  /** Judges the requests of a log against the limits of a run. */
  public Slo(RequestLog log, MeasureSettings settings) {
    this.log = log;
    this.settings = settings;
  }

  /** Whether a request is served and meets each limit that is set. */
  public boolean good(int request) {
    return meetsTtft(request) && meetsItl(request) && meetsE2e(request);
  }

  boolean meetsTtft(int request) {
    if (!log.status(request).served()) {
      return false;
    }
    OptionalLong limit = settings.ttftLimitNanos();
    return limit.isEmpty()
        || (log.outputTokens(request) > 0
            && log.firstTokenNanos(request) - log.arrivalNanos(request) <= limit.getAsLong());
  }

  /** A single token has no gap to judge; no token at all fails a limit on tokens. */
  boolean meetsItl(int request) {
    if (!log.status(request).served()) {
      return false;
    }
    OptionalLong limit = settings.itlLimitNanos();
    long tokens = log.outputTokens(request);
    if (limit.isEmpty() || tokens == 1) {
      return true;
    }
    return tokens > 1
        && log.lastTokenNanos(request) - log.firstTokenNanos(request)
            <= Math.multiplyExact(limit.getAsLong(), tokens - 1);
  }

  boolean meetsE2e(int request) {
    if (!log.status(request).served()) {
      return false;
    }
    OptionalLong limit = settings.e2eLimitNanos();
    return limit.isEmpty()
        || log.endNanos(request) - log.arrivalNanos(request) <= limit.getAsLong();
  }
}

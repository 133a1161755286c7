package dev.turnstile.replay.metrics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sums over the measured session trees of a run; times are those of completed ones. */
final class SessionTotals {
  long completed;
  long failed;
  long incomplete;

  /** Completed within the limit on sessions, if there is one. */
  long good;

  long durationNanos;
  long llmNanos;
  long pausedNanos;
  long toolNanos;
  long otherIdleNanos;

  SessionTotals(List<SessionRow> measured, MeasureSettings settings) {
    long limitNanos = settings.sessionLimitNanos().orElse(Long.MAX_VALUE);
    for (SessionRow row : measured) {
      switch (row.status()) {
        case COMPLETED -> complete(row, limitNanos);
        case REJECTED -> failed++;
        case INCOMPLETE -> incomplete++;
        default -> throw new IllegalStateException("a session tree ended as " + row.status());
      }
    }
  }

  private void complete(SessionRow row, long limitNanos) {
    completed++;
    good += row.durationNanos() <= limitNanos ? 1 : 0;
    durationNanos = Math.addExact(durationNanos, row.durationNanos());
    llmNanos = Math.addExact(llmNanos, row.llmNanos());
    pausedNanos = Math.addExact(pausedNanos, row.pausedNanos());
    toolNanos = Math.addExact(toolNanos, row.toolNanos());
    otherIdleNanos = Math.addExact(otherIdleNanos, row.otherIdleNanos());
  }

  /** The mean over completed trees in milliseconds; null if there are none. */
  @Nullable Double meanMillis(long sumNanos) {
    return completed == 0 ? null : (double) sumNanos / completed / 1e6;
  }
}

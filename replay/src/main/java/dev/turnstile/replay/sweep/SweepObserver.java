package dev.turnstile.replay.sweep;

import dev.turnstile.replay.metrics.RunResult;

/**
 * Hears how a sweep goes on; nothing of it changes a result.
 *
 * <p>Calls come from several threads. {@link #recorded} and {@link #failed} come one at a time.
 */
public interface SweepObserver {

  /** Nobody listens. */
  SweepObserver SILENT = new SweepObserver() {};

  /**
   * The trace is loaded and the runs begin.
   *
   * @param points all points
   * @param recorded how many of them had been recorded before
   */
  default void begins(int points, int recorded) {}

  /** A run begins. */
  default void starts(SweepPoint point) {}

  /** A run is so far. */
  default void progress(SweepPoint point, int terminalRequests, int requests) {}

  /** A run has ended well; its result is dropped after this call and then recorded. */
  default void finished(SweepPoint point, RunResult result) {}

  /** A run has thrown; its failure is recorded after this call. */
  default void failed(SweepPoint point, RuntimeException error) {}

  /** A point is recorded and will not be run again. */
  default void recorded(SweepPoint point, Outcome outcome) {}
}

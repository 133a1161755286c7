package dev.turnstile.replay;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What watches a run from outside; nothing of it changes a result.
 *
 * @param decisions takes every decision as one line of JSON without its line end, or null if nobody
 *     reads them
 * @param progress told now and then how far the run is
 * @param cancelled asked now and then whether to stop; then the run ends with a {@link
 *     java.util.concurrent.CancellationException}
 */
public record RunOptions(
    @Nullable Consumer<String> decisions, ProgressListener progress, BooleanSupplier cancelled) {

  /** Nobody watches. */
  public static final RunOptions SILENT =
      new RunOptions(null, (now, done, total) -> {}, () -> false);

  /** Hears how far a run is. */
  @FunctionalInterface
  public interface ProgressListener {
    /**
     * The run has come so far.
     *
     * @param nowNanos simulated time
     * @param terminalRequests requests that have left the system or are never sent
     * @param requests all requests
     */
    void progress(long nowNanos, int terminalRequests, int requests);
  }

  /** Nobody watches but the reader of decisions. */
  public static RunOptions logging(Consumer<String> decisions) {
    return new RunOptions(decisions, SILENT.progress, SILENT.cancelled);
  }
}

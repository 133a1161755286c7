package dev.turnstile.workload.trace;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.source.TraceInput;

/**
 * Reads one trace format.
 *
 * <p>A reader has no state and a public constructor without arguments.
 * {@code @AutoService(TraceReader.class)} on its class is all the registration it needs.
 */
public interface TraceReader {
  /** Id of the format, as for {@code --trace-format}. */
  String format();

  /** One sentence for {@code sim formats}. */
  String summary();

  /** Whether a trace that begins with this record is of this format; true for one reader only. */
  boolean detects(FirstRecord first);

  /**
   * Reads a trace that was found to be of this format.
   *
   * @throws dev.turnstile.workload.InvalidInputException if a file is missing, unreadable or wrong
   */
  Workload read(TraceInput input, ReaderOptions options);
}

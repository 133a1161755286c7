package dev.turnstile.workload.trace;

import dev.turnstile.workload.Workload;
import java.nio.file.Path;
import java.util.List;

/** Reads one trace format. */
public interface TraceReader {
  /** Id of the format, as for {@code --trace-format}. */
  String format();

  /** One sentence for {@code sim formats}. */
  String summary();

  /**
   * Reads files that were found to be of this format.
   *
   * @param files what the user gave: files, or one directory
   * @throws dev.turnstile.workload.InvalidInputException if a file is missing, unreadable or wrong
   */
  Workload read(List<Path> files, ReaderOptions options);
}

package dev.turnstile.replay.sweep;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * How a sweep is run; nothing of it changes a result.
 *
 * @param journal file to which outcomes are appended; one that is there is continued
 * @param tool version and commit of the program
 * @param jobs threads, at least 1
 * @param runsKept whether the observer keeps each run, which a continued sweep must then do too
 * @param files files beside the trace and those that the scenarios name on which results depend,
 *     for instance jars of policies
 * @param cancelled asked now and then whether to stop; what is finished stays recorded
 * @param observer hears how it goes on
 */
public record SweepOptions(
    Path journal,
    String tool,
    int jobs,
    boolean runsKept,
    List<Path> files,
    BooleanSupplier cancelled,
    SweepObserver observer) {

  /** Refuses fewer than one thread, and copies the files. */
  public SweepOptions {
    if (jobs < 1) {
      throw new IllegalArgumentException("jobs must be >= 1, got " + jobs);
    }
    files = List.copyOf(files);
  }
}

package dev.turnstile.cli;

import dev.turnstile.reports.console.Numbers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** The heap is too small for what was asked; says what took it and which setting to change. */
final class NotEnoughMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final long BYTES_PER_GIB = 1L << 30;
  private static final double BYTES_PER_MIB = 1 << 20;

  /**
   * Creates it.
   *
   * @param work what was being done, with its size: "loading a.jsonl (3 MiB)"
   * @param advice what else than a larger heap helps, or empty
   */
  NotEnoughMemoryException(String work, String advice, OutOfMemoryError cause) {
    super(message(work, advice, Runtime.getRuntime().maxMemory()), cause);
  }

  /** Names the limit that was hit and what raises it: twice as much, in whole GiB. */
  static String message(String work, String advice, long heapBytes) {
    long moreGib = Math.max(1, (2 * heapBytes + BYTES_PER_GIB - 1) / BYTES_PER_GIB);
    return "out of memory"
        + (work.isEmpty() ? "" : " while " + work)
        + ": the heap is limited to "
        + (heapBytes >> 20)
        + " MiB; SIM_JAVA_OPTS=-Xmx"
        + moreGib
        + "g allows more"
        + (advice.isEmpty() ? "" : ", " + advice);
  }

  /**
   * Does some work.
   *
   * @param what what it is, asked for when memory has run out
   * @throws NotEnoughMemoryException in place of an {@link OutOfMemoryError}
   */
  static <T> T guard(Supplier<String> what, String advice, Supplier<T> work) {
    try {
      return work.get();
    } catch (OutOfMemoryError e) {
      throw new NotEnoughMemoryException(what.get(), advice, e);
    }
  }

  /** Names traces and their size on disk. */
  static String loading(List<Path> traces) {
    long bytes = 0;
    for (Path trace : traces) {
      bytes += Files.isRegularFile(trace) ? trace.toFile().length() : 0;
    }
    String size = bytes == 0 ? "" : " (" + Numbers.compact(bytes / BYTES_PER_MIB) + " MiB on disk)";
    return "loading "
        + traces.get(0)
        + (traces.size() == 1 ? "" : " and " + Numbers.counted(traces.size() - 1, "more file"))
        + size;
  }
}

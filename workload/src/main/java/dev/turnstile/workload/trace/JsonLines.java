package dev.turnstile.workload.trace;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.trace.source.BadRowException;
import dev.turnstile.workload.trace.source.JsonRow;
import dev.turnstile.workload.trace.source.LineReader;
import dev.turnstile.workload.trace.source.TraceFile;

/**
 * The rows of a trace with one JSON object per line, with the rules that all such formats share.
 *
 * <ul>
 *   <li>A line that is not JSON, or that its reader rejects with {@link BadRowException}, ends a
 *       strict load and is skipped and counted by a lenient one ({@code skipped_rows}).
 *   <li>If it is the last line and has no line end, the writer died: {@code truncated_tail}.
 *   <li>So it did if a gzip file ends inside a member.
 *   <li>JSON that is not an object is skipped and counted in both modes.
 * </ul>
 */
public final class JsonLines {
  /** Takes one row. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Reads a row and keeps it. The row must be read to its end before anything of it is kept,
     * because only then it is known to be JSON.
     *
     * @param row on the row's object, not yet entered
     */
    void row(JsonRow row);
  }

  private JsonLines() {}

  /**
   * Reads all rows of a file.
   *
   * @throws InvalidInputException if the file cannot be read or a strict load meets a bad row
   */
  public static void read(TraceFile file, LoadLog log, Handler handler) {
    try (LineReader lines = new LineReader(file.open());
        JsonRow row = new JsonRow(file.name())) {
      long lastGood = 0;
      while (lines.next()) {
        if (readLine(lines, row, log, handler)) {
          lastGood = lines.line();
        }
      }
      if (lines.truncated()) {
        truncated(file, lastGood, log);
      }
      log.file(lines.finish());
    }
  }

  private static boolean readLine(LineReader lines, JsonRow row, LoadLog log, Handler handler) {
    try {
      row.start(lines);
      if (row.isObject()) {
        handler.row(row);
        row.finish();
      } else {
        row.finish();
        log.skippedRow("not_an_object", lines.name() + ":" + lines.line());
      }
      return true;
    } catch (BadRowException bad) {
      if (lines.truncated()) {
        return false;
      }
      if (log.lenient() && !lines.terminated() && bad.reason().equals(JsonRow.NOT_JSON)) {
        log.skipped("truncated");
        log.warn(InputWarning.TRUNCATED_TAIL, String.valueOf(bad.getMessage()));
      } else {
        log.badRow(bad);
      }
      return false;
    }
  }

  private static void truncated(TraceFile file, long lastGood, LoadLog log) {
    String problem =
        "the gzip data ends early; "
            + (lastGood > 0 ? "line " + lastGood + " is the last good one" : "no line is complete");
    if (!log.lenient()) {
      throw new InvalidInputException(file.name(), 0, "", problem, "--lenient keeps what was read");
    }
    log.warn(InputWarning.TRUNCATED_TAIL, file.name() + ": " + problem);
  }
}

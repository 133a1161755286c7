package dev.turnstile.workload.trace;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.trace.source.BadRowException;
import dev.turnstile.workload.trace.source.InOrder;
import dev.turnstile.workload.trace.source.JsonRow;
import dev.turnstile.workload.trace.source.LineReader;
import dev.turnstile.workload.trace.source.RowPlace;
import dev.turnstile.workload.trace.source.TraceFile;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  /**
   * Keeps what was read of one row.
   *
   * @param <T> what is read of a row
   */
  @FunctionalInterface
  public interface Keeper<T> {
    /** Keeps what was read of the row at a place. */
    void keep(T parsed, RowPlace place);
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
      RowLog rows = new RowLog(file.name(), log);
      while (lines.next()) {
        BadRowException bad = null;
        boolean object = true;
        try {
          row.start(lines);
          object = row.isObject();
          if (object) {
            handler.row(row);
          }
          row.finish();
        } catch (BadRowException e) {
          bad = e;
        }
        rows.end(lines.line(), lines.terminated(), lines.truncated(), bad, object);
      }
      rows.endOfFile(lines.truncated(), lines.finish());
    }
  }

  /**
   * Reads all rows of some files. Rows are parsed on several threads and kept in their order by the
   * calling one, so that the result does not depend on threads.
   *
   * @param parser makes a function that reads a row to its end and keeps nothing; each is used by
   *     one thread at a time
   * @throws InvalidInputException if a file cannot be read or a strict load meets a bad row
   */
  public static <T> void read(
      List<TraceFile> files,
      LoadLog log,
      Supplier<Function<JsonRow, T>> parser,
      Keeper<? super T> keeper) {
    try (InOrder<Runnable> order = new InOrder<>(Runnable::run)) {
      for (TraceFile file : files) {
        try {
          read(file, files.size() == 1, log, parser, keeper, order);
        } catch (InvalidInputException e) {
          // If the file itself is damaged, an error in the files before it is still the first one.
          order.finish();
          throw e;
        }
      }
      order.finish();
    }
  }

  private static <T> void read(
      TraceFile file,
      boolean alone,
      LoadLog log,
      Supplier<Function<JsonRow, T>> parser,
      Keeper<? super T> keeper,
      InOrder<Runnable> order) {
    try (LineReader lines = new LineReader(file.open())) {
      RowLog rows = new RowLog(file.name(), log);
      LineBatch<T> batch = LineBatch.first(file.name());
      boolean first = true;
      while (lines.next()) {
        batch.add(lines);
        if (batch.full()) {
          LineBatch<T> full = batch;
          batch = full.next();
          order.give(() -> full.parsed(parser.get(), keeper, rows));
          first = false;
        }
      }
      LineBatch<T> last = batch;
      boolean truncated = lines.truncated();
      TraceInfo.InputFile facts = lines.finish();
      if (alone && first) {
        // Not worth a thread.
        last.parsed(parser.get(), keeper, rows).run();
        rows.endOfFile(truncated, facts);
      } else {
        order.give(() -> last.parsed(parser.get(), keeper, rows));
        order.give(() -> () -> rows.endOfFile(truncated, facts));
      }
    }
  }

  /** What becomes of the rows of one file. */
  static final class RowLog {
    private final String file;
    private final LoadLog log;
    private long lastGood;

    RowLog(String file, LoadLog log) {
      this.file = file;
      this.log = log;
    }

    /**
     * A line has been read and kept, or not.
     *
     * @param terminated whether it has a line end
     * @param truncated whether the file's content ended early
     * @param bad why it was not kept, or null
     * @param object whether it holds an object
     */
    void end(
        long line,
        boolean terminated,
        boolean truncated,
        @Nullable BadRowException bad,
        boolean object) {
      if (bad == null) {
        if (!object) {
          log.skippedRow("not_an_object", file + ":" + line);
        }
        lastGood = line;
      } else if (!truncated) {
        if (log.lenient() && !terminated && bad.reason().equals(JsonRow.NOT_JSON)) {
          log.skipped("truncated");
          log.warn(InputWarning.TRUNCATED_TAIL, String.valueOf(bad.getMessage()));
        } else {
          log.badRow(bad);
        }
      }
    }

    void endOfFile(boolean truncated, TraceInfo.InputFile facts) {
      if (truncated) {
        truncated();
      }
      log.file(facts);
    }

    private void truncated() {
      String problem =
          "the gzip data ends early; "
              + (lastGood > 0
                  ? "line " + lastGood + " is the last good one"
                  : "no line is complete");
      if (!log.lenient()) {
        throw new InvalidInputException(file, 0, "", problem, "--lenient keeps what was read");
      }
      log.warn(InputWarning.TRUNCATED_TAIL, file + ": " + problem);
    }
  }
}

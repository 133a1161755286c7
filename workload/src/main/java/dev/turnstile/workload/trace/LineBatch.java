package dev.turnstile.workload.trace;

import dev.turnstile.workload.trace.source.BadRowException;
import dev.turnstile.workload.trace.source.JsonRow;
import dev.turnstile.workload.trace.source.LineReader;
import dev.turnstile.workload.trace.source.RowPlace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some lines of a file, to be parsed away from the thread that reads it.
 *
 * @param <T> what is read of a row
 */
final class LineBatch<T> {
  private static final int FIRST_BYTES = 1 << 14;
  private static final int FULL_BYTES = 1 << 20;

  private final String file;
  private byte[] bytes;
  private int size;
  private final IntArrayList ends = new IntArrayList();
  private final LongArrayList numbers = new LongArrayList();

  /** Only the last line of a file may lack its end, or be cut off with the file. */
  private boolean lastTerminated = true;

  private boolean lastTruncated;

  /**
   * A line that was parsed.
   *
   * @param parsed what was read of it; null if it is bad or no object
   */
  private record Outcome<T>(@Nullable T parsed, @Nullable BadRowException bad, boolean object) {}

  private LineBatch(String file, int room) {
    this.file = file;
    bytes = new byte[room];
  }

  /** An empty batch for the first lines of a file, which may be few. */
  static <T> LineBatch<T> first(String file) {
    return new LineBatch<>(file, FIRST_BYTES);
  }

  /** An empty batch for what follows a full one. */
  LineBatch<T> next() {
    return new LineBatch<>(file, Math.max(bytes.length, FULL_BYTES));
  }

  boolean full() {
    return size >= FULL_BYTES;
  }

  /** Copies the current line. */
  void add(LineReader lines) {
    int length = lines.length();
    if (length > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, length), 2 * bytes.length));
    }
    System.arraycopy(lines.buffer(), lines.offset(), bytes, size, length);
    size += length;
    ends.add(size);
    numbers.add(lines.line());
    lastTerminated = lines.terminated();
    lastTruncated = lines.truncated();
  }

  /** Parses all lines; what it returns keeps them. An error that ends the load waits until then. */
  Runnable parsed(
      Function<JsonRow, T> parser, JsonLines.Keeper<? super T> keeper, JsonLines.RowLog log) {
    List<Outcome<T>> outcomes = new ArrayList<>(ends.size());
    RuntimeException fatal = null;
    try (JsonRow row = new JsonRow(file)) {
      for (int i = 0; i < ends.size() && fatal == null; i++) {
        int begin = i == 0 ? 0 : ends.getInt(i - 1);
        outcomes.add(parse(row, begin, ends.getInt(i) - begin, numbers.getLong(i), parser));
      }
    } catch (RuntimeException e) {
      fatal = e;
    }
    RuntimeException end = fatal;
    bytes = new byte[0];
    return () -> keep(outcomes, end, keeper, log);
  }

  private Outcome<T> parse(
      JsonRow row, int begin, int length, long number, Function<JsonRow, T> parser) {
    try {
      row.start(bytes, begin, length, number);
      boolean object = row.isObject();
      T parsed = object ? parser.apply(row) : null;
      row.finish();
      return new Outcome<>(parsed, null, object);
    } catch (BadRowException bad) {
      return new Outcome<>(null, bad, true);
    }
  }

  private void keep(
      List<Outcome<T>> outcomes,
      @Nullable RuntimeException fatal,
      JsonLines.Keeper<? super T> keeper,
      JsonLines.RowLog log) {
    for (int i = 0; i < outcomes.size(); i++) {
      Outcome<T> outcome = outcomes.get(i);
      BadRowException bad = outcome.bad;
      if (outcome.parsed != null) {
        try {
          keeper.keep(outcome.parsed, new RowPlace(file, numbers.getLong(i)));
        } catch (BadRowException e) {
          bad = e;
        }
      }
      boolean last = i == ends.size() - 1;
      log.end(
          numbers.getLong(i), !last || lastTerminated, last && lastTruncated, bad, outcome.object);
    }
    if (fatal != null) {
      throw fatal;
    }
  }
}

package dev.turnstile.workload.trace.source;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import java.io.IOException;
import java.util.Arrays;

/**
 * The lines of one trace file.
 *
 * <p>A byte-order mark at the start, {@code \r} before {@code \n} and blank lines are left out;
 * blank lines count in line numbers. The current line stays valid until {@link #next} is called
 * again. Not thread-safe.
 */
public final class LineReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final int MAX_LINE_BYTES = Integer.MAX_VALUE - 8;

  private final TraceStream stream;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int unread;
  private int limit;
  private boolean ended;
  private boolean truncated;
  private long line;
  private int offset;
  private int length;
  private boolean terminated;

  /** Reads the lines of a stream, which is closed with this reader. */
  public LineReader(TraceStream stream) {
    this.stream = stream;
    fill();
    skipByteOrderMark();
    if (limit >= 2 && buffer[0] == 0x1f && (buffer[1] & 0xff) == 0x8b) {
      throw new InvalidInputException(
          stream.name(), 0, "", "is gzip-compressed", "its name must end in .gz");
    }
  }

  /**
   * Moves to the next line that is not blank; false at the end of the file.
   *
   * @throws InvalidInputException if the file cannot be read or is not what its name says
   */
  public boolean next() {
    do {
      if (!advance()) {
        return false;
      }
    } while (blank());
    return true;
  }

  /** The bytes that hold the current line at {@link #offset}. */
  public byte[] buffer() {
    return buffer;
  }

  /** Index of the line's first byte. */
  public int offset() {
    return offset;
  }

  /** Bytes of the line without its end. */
  public int length() {
    return length;
  }

  /** Number of the current line, from 1. */
  public long line() {
    return line;
  }

  /** Whether the current line has a line end; only the last one may have none. */
  public boolean terminated() {
    return terminated;
  }

  /** Whether the content ended early, in the middle of a gzip member; known at the last line. */
  public boolean truncated() {
    return truncated;
  }

  /** Name of the file. */
  public String name() {
    return stream.name();
  }

  /** The facts of the file; call it at its end. */
  public TraceInfo.InputFile finish() {
    try {
      return stream.finish();
    } catch (IOException e) {
      throw TraceFile.unreadable(stream.name(), e);
    }
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      throw TraceFile.unreadable(stream.name(), e);
    }
  }

  private boolean advance() {
    int scanned = unread;
    while (true) {
      for (int i = scanned; i < limit; i++) {
        if (buffer[i] == '\n') {
          take(i, true);
          unread = i + 1;
          return true;
        }
      }
      scanned = limit - unread;
      if (!fill()) {
        break;
      }
    }
    if (unread == limit) {
      return false;
    }
    take(limit, false);
    unread = limit;
    return true;
  }

  private void take(int end, boolean withEnd) {
    line++;
    offset = unread;
    length = end - unread;
    terminated = withEnd;
    if (length > 0 && buffer[end - 1] == '\r') {
      length--;
    }
  }

  private boolean blank() {
    for (int i = offset; i < offset + length; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Moves the unread bytes to the front and appends to them; false if there is nothing more. */
  private boolean fill() {
    if (ended) {
      return false;
    }
    int kept = limit - unread;
    System.arraycopy(buffer, unread, buffer, 0, kept);
    unread = 0;
    limit = kept;
    if (kept == buffer.length) {
      grow();
    }
    int count = read();
    if (count < 0) {
      ended = true;
      return false;
    }
    limit += count;
    return true;
  }

  private int read() {
    try {
      return stream.read(buffer, limit, buffer.length - limit);
    } catch (TruncatedGzipException e) {
      truncated = true;
      return -1;
    } catch (IOException e) {
      throw TraceFile.unreadable(stream.name(), e);
    }
  }

  private void grow() {
    if (buffer.length == MAX_LINE_BYTES) {
      throw new InvalidInputException(
          stream.name(), line + 1, "", "the line is longer than 2 GiB", "");
    }
    buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, MAX_LINE_BYTES));
  }

  private void skipByteOrderMark() {
    while (limit < 3 && fill()) {
      // a mark is three bytes long
    }
    if (limit >= 3
        && (buffer[0] & 0xff) == 0xef
        && (buffer[1] & 0xff) == 0xbb
        && (buffer[2] & 0xff) == 0xbf) {
      unread = 3;
    }
  }
}

package dev.turnstile.workload.trace.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The content of a gzip file with any number of members (RFC 1952).
 *
 * <p>{@link java.util.zip.GZIPInputStream} takes a damaged or cut header of a later member for the
 * end of the file, and so loses rows without a word. This one tells a file that ends early ({@link
 * TruncatedGzipException}) from one that is damaged ({@link ZipException}); zero bytes after the
 * last member are padding. An empty file has no content.
 */
final class GzipInput extends InputStream {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private int next;
  private int limit;
  private long memberBytes;
  private boolean inMember;
  private boolean anyMember;

  GzipInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (inMember || startMember()) {
      int count = inflate(bytes, offset, length);
      if (count > 0) {
        crc.update(bytes, offset, count);
        memberBytes += count;
        return count;
      }
      if (inflater.finished()) {
        endMember();
      } else if (inflater.needsInput()) {
        if (!fill()) {
          throw new TruncatedGzipException();
        }
        inflater.setInput(buffer, next, limit - next);
      } else {
        throw new ZipException("a preset dictionary is needed");
      }
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }

  private int inflate(byte[] bytes, int offset, int length) throws ZipException {
    try {
      return inflater.inflate(bytes, offset, length);
    } catch (DataFormatException e) {
      throw (ZipException) new ZipException("bad deflate data").initCause(e);
    }
  }

  /** Reads a member's header; false at the end of the file. */
  private boolean startMember() throws IOException {
    if (next == limit && !fill()) {
      return false;
    }
    int first = buffer[next++] & 0xff;
    if (first == 0 && anyMember) {
      skipPadding();
      return false;
    }
    if (first != 0x1f || nextByte() != 0x8b) {
      throw new ZipException(anyMember ? "no gzip header after a member" : "not a gzip file");
    }
    if (nextByte() != 8) {
      throw new ZipException("unknown compression method");
    }
    int flags = nextByte();
    skip(6);
    if ((flags & EXTRA) != 0) {
      int low = nextByte();
      skip(low | nextByte() << 8);
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(2);
    }
    beginData();
    return true;
  }

  private void beginData() {
    inflater.reset();
    inflater.setInput(buffer, next, limit - next);
    crc.reset();
    memberBytes = 0;
    inMember = true;
    anyMember = true;
  }

  private void endMember() throws IOException {
    next = limit - inflater.getRemaining();
    if (nextInt() != (int) crc.getValue()) {
      throw new ZipException("wrong checksum");
    }
    if (nextInt() != (int) memberBytes) {
      throw new ZipException("wrong length");
    }
    inMember = false;
  }

  private void skipPadding() throws IOException {
    while (next < limit || fill()) {
      if (buffer[next++] != 0) {
        throw new ZipException("no gzip header after a member");
      }
    }
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      nextByte();
    }
  }

  private void skipText() throws IOException {
    while (nextByte() != 0) {
      // the text ends with a zero
    }
  }

  private int nextInt() throws IOException {
    int value = nextByte();
    value |= nextByte() << 8;
    value |= nextByte() << 16;
    return value | nextByte() << 24;
  }

  private int nextByte() throws IOException {
    if (next == limit && !fill()) {
      throw new TruncatedGzipException();
    }
    return buffer[next++] & 0xff;
  }

  private boolean fill() throws IOException {
    next = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }
}

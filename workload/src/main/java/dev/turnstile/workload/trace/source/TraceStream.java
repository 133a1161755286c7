package dev.turnstile.workload.trace.source;

import dev.turnstile.workload.TraceInfo;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The content of one trace file, decompressed, while its size and SHA-256 on disk are taken.
 *
 * <p>Not thread-safe.
 */
public final class TraceStream extends InputStream {
  private final String name;
  private final Digesting raw;
  private final InputStream content;

  TraceStream(String name, InputStream raw, boolean gzip) {
    this.name = name;
    this.raw = new Digesting(raw);
    this.content = gzip ? new GzipInput(this.raw) : this.raw;
  }

  /** Name of the file as the user gave it. */
  public String name() {
    return name;
  }

  @Override
  public int read() throws IOException {
    return content.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return content.read(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  /** Reads what is left on disk and returns the facts of the file. */
  public TraceInfo.InputFile finish() throws IOException {
    raw.transferTo(OutputStream.nullOutputStream());
    return new TraceInfo.InputFile(name, raw.bytes, HexFormat.of().formatHex(raw.digest.digest()));
  }

  /** Counts and digests the bytes on disk. */
  private static final class Digesting extends FilterInputStream {
    private final MessageDigest digest;
    private long bytes;

    Digesting(InputStream in) {
      super(in);
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = in.read(target, offset, length);
      if (count > 0) {
        digest.update(target, offset, count);
        bytes += count;
      }
      return count;
    }
  }
}

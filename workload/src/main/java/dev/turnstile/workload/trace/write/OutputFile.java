package dev.turnstile.workload.trace.write;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * A file that appears whole or not at all.
 *
 * <p>What is written goes to a hidden file in the same directory; {@link #commit} renames it.
 * Closed without a commit, it is deleted and an older file of that name stays as it was. A name
 * that ends in {@code .gz} is compressed.
 */
public final class OutputFile implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path target;
  private final Path partial;
  private final OutputStream stream;

  private OutputFile(Path target, Path partial, OutputStream stream) {
    this.target = target;
    this.partial = partial;
    this.stream = stream;
  }

  /** Opens the hidden file; directories that are missing are not made. */
  public static OutputFile create(Path target) throws IOException {
    String name = target.getFileName().toString();
    Path partial = target.resolveSibling("." + name + ".partial");
    OutputStream raw = Files.newOutputStream(partial);
    boolean gzip = name.toLowerCase(Locale.ROOT).endsWith(".gz");
    OutputStream stream =
        gzip
            ? new BufferedOutputStream(new GZIPOutputStream(raw, BUFFER_BYTES), BUFFER_BYTES)
            : new BufferedOutputStream(raw, BUFFER_BYTES);
    return new OutputFile(target, partial, stream);
  }

  /** Where to write. */
  public OutputStream stream() {
    return stream;
  }

  /** Ends the file and gives it its name. */
  public void commit() throws IOException {
    stream.close();
    Files.move(
        partial, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes what was written, unless it was committed. */
  @Override
  public void close() throws IOException {
    try {
      stream.close();
    } finally {
      Files.deleteIfExists(partial);
    }
  }
}

package dev.turnstile.workload.trace.source;

import dev.turnstile.workload.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * One file of a trace, standard input or a pipe.
 *
 * <p>A file whose name ends in {@code .gz} is decompressed. Standard input and pipes can be opened
 * once; what {@link #peek} read of them before is delivered again.
 */
public final class TraceFile {
  private final String name;
  private final @Nullable Path path;
  private final @Nullable InputStream stream;
  private final ByteArrayOutputStream peeked = new ByteArrayOutputStream();

  private TraceFile(String name, @Nullable Path path, @Nullable InputStream stream) {
    this.name = name;
    this.path = path;
    this.stream = stream;
  }

  /** A file under the name that messages and reports use for it. */
  public static TraceFile of(Path path, String name) {
    return new TraceFile(name, path, null);
  }

  /** A file under the name with which it was given. */
  public static TraceFile of(Path path) {
    return of(path, path.toString());
  }

  /**
   * A named pipe or another file that can be read only once, as a shell's {@code <(command)}.
   *
   * @throws InvalidInputException if it cannot be opened
   */
  static TraceFile pipe(Path path) {
    try {
      return new TraceFile(path.toString(), null, Files.newInputStream(path));
    } catch (IOException e) {
      throw unreadable(path.toString(), e);
    }
  }

  /** Standard input, named {@code -}. */
  public static TraceFile standardInput(InputStream stream) {
    return new TraceFile("-", null, stream);
  }

  /** Name for messages and reports. */
  public String name() {
    return name;
  }

  /** Whether the name, without {@code .gz}, ends with {@code ending}, whatever the case. */
  public boolean endsWith(String ending) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(ending) || lower.endsWith(ending + ".gz");
  }

  /**
   * Opens the content.
   *
   * @throws InvalidInputException if the file is missing or unreadable
   */
  public TraceStream open() {
    InputStream source = stream;
    if (source == null) {
      return openPath();
    }
    InputStream again = new ByteArrayInputStream(peeked.toByteArray());
    return new TraceStream(name, new SequenceInputStream(again, source), false);
  }

  /** Opens the content for a first look; {@link #open} still delivers all of it afterwards. */
  public TraceStream peek() {
    InputStream source = stream;
    if (source == null) {
      return openPath();
    }
    InputStream again = new ByteArrayInputStream(peeked.toByteArray());
    InputStream more = new Recording(source, peeked);
    return new TraceStream(name, new SequenceInputStream(again, more), false);
  }

  private TraceStream openPath() {
    Path file = path;
    if (file == null) {
      throw new IllegalStateException("neither path nor stream");
    }
    if (Files.isDirectory(file)) {
      throw new InvalidInputException(name, 0, "", "is a directory", "give its files, or only it");
    }
    try {
      return new TraceStream(
          name, Files.newInputStream(file), name.toLowerCase(Locale.ROOT).endsWith(".gz"));
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** The error for a file that cannot be read. */
  static InvalidInputException unreadable(String name, IOException cause) {
    String problem;
    if (cause instanceof NoSuchFileException) {
      problem = "no such file";
    } else if (cause instanceof AccessDeniedException) {
      problem = "permission denied";
    } else if (cause instanceof ZipException) {
      problem = "damaged gzip file: " + cause.getMessage();
    } else {
      problem = "cannot be read: " + cause.getMessage();
    }
    return new InvalidInputException(name, 0, "", problem, "", cause);
  }

  /** Keeps a copy of what is read, and does not close the source. */
  private static final class Recording extends InputStream {
    private final InputStream in;
    private final ByteArrayOutputStream copy;

    Recording(InputStream in, ByteArrayOutputStream copy) {
      this.in = in;
      this.copy = copy;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = in.read(bytes, offset, length);
      if (count > 0) {
        copy.write(bytes, offset, count);
      }
      return count;
    }
  }
}

package dev.turnstile.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The standard output of the process, which remembers that it failed.
 *
 * <p>A {@link java.io.PrintWriter} swallows errors: a full disk would cut the result and the exit
 * code would still be 0. A reader that has seen enough, as {@code | head} does, is no error.
 */
final class StandardOutput extends FilterOutputStream {

  private @Nullable IOException failure;

  StandardOutput() {
    super(new FileOutputStream(FileDescriptor.out));
  }

  StandardOutput(OutputStream target) {
    super(target);
  }

  /** The error that lost a part of the output, if there was one. */
  Optional<IOException> failure() {
    return Optional.ofNullable(failure).filter(error -> !readerIsGone(error));
  }

  /** Whether an output failed because its reader, as {@code head}, has ended. */
  static boolean readerIsGone(IOException error) {
    return String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      out.write(bytes, from, count);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }
}

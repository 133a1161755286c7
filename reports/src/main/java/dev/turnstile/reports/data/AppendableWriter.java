package dev.turnstile.reports.data;

import java.io.IOException;
import java.io.Writer;

/** A writer over an {@link Appendable}, which stays open. */
final class AppendableWriter extends Writer {
  private final Appendable out;

  AppendableWriter(Appendable out) {
    this.out = out;
  }

  @Override
  public void write(char[] chars, int from, int count) throws IOException {
    out.append(java.nio.CharBuffer.wrap(chars, from, count));
  }

  @Override
  public void flush() {
    // Whoever owns the target flushes it.
  }

  @Override
  public void close() {
    // Whoever owns the target closes it.
  }
}

package dev.turnstile.workload.trace.source;

import java.io.IOException;

/** A gzip file ends in the middle of a member, as a writer that died leaves it. */
final class TruncatedGzipException extends IOException {
  private static final long serialVersionUID = 1L;

  TruncatedGzipException() {
    super("gzip data ends early");
  }
}

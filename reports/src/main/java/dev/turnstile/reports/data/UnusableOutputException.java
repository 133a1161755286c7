package dev.turnstile.reports.data;

import java.nio.file.Path;

/** A place for output that must not or cannot be written: the command line is wrong. */
public final class UnusableOutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Path path;

  /**
   * Names the place and what is wrong with it.
   *
   * @param problem what is wrong and what helps
   */
  public UnusableOutputException(Path path, String problem) {
    super(path + ": " + problem);
    this.path = path;
  }

  /** Returns the place. */
  public Path path() {
    return path;
  }
}

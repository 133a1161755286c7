package dev.turnstile.policies;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A policy's source file or jar cannot be used (exit code 3). */
public final class PolicyLoadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Path path;
  private final List<String> problems;

  /** Names the file and what is wrong with it. */
  public PolicyLoadException(Path path, String problem, @Nullable Throwable cause) {
    this(path, List.of(path + ": " + problem), cause);
  }

  /**
   * Names the file and all that is wrong with it.
   *
   * @param problems one line each, beginning with file and line; not empty
   */
  public PolicyLoadException(Path path, List<String> problems) {
    this(path, problems, null);
  }

  private PolicyLoadException(Path path, List<String> problems, @Nullable Throwable cause) {
    super(String.join("\n", problems), cause);
    this.path = path;
    this.problems = List.copyOf(problems);
  }

  /** The file. */
  public Path path() {
    return path;
  }

  /** What is wrong, one line each, beginning with the file. */
  public List<String> problems() {
    return problems;
  }
}

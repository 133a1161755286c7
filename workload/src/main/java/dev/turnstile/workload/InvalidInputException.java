package dev.turnstile.workload;

import org.jspecify.annotations.Nullable;

/**
 * An input file that cannot be used: missing, unreadable, or with a value that breaks its format.
 *
 * <p>The message is {@code path:line: field: problem, hint}, without the parts that are not known.
 */
public final class InvalidInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String path;
  private final long line;
  private final @Nullable String field;
  private final String problem;
  private final @Nullable String hint;

  /**
   * Creates the exception.
   *
   * @param path the file as the user named it
   * @param line the line, from 1; 0 if the problem belongs to no line
   * @param field the path of the field inside the row, for example {@code turns[3].output_tokens}
   * @param problem what is wrong, with the value that was found
   * @param hint what to do about it
   */
  public InvalidInputException(
      String path, long line, @Nullable String field, String problem, @Nullable String hint) {
    this(path, line, field, problem, hint, null);
  }

  /**
   * Creates the exception with the lower-level one that revealed the problem.
   *
   * @param path the file as the user named it
   * @param line the line, from 1; 0 if the problem belongs to no line
   * @param field the path of the field inside the row, for example {@code turns[3].output_tokens}
   * @param problem what is wrong, with the value that was found
   * @param hint what to do about it
   * @param cause the exception of the parser or the file system
   */
  public InvalidInputException(
      String path,
      long line,
      @Nullable String field,
      String problem,
      @Nullable String hint,
      @Nullable Throwable cause) {
    super(message(path, line, field, problem, hint), cause);
    this.path = path;
    this.line = line;
    this.field = field;
    this.problem = problem;
    this.hint = hint;
  }

  private static String message(
      String path, long line, @Nullable String field, String problem, @Nullable String hint) {
    StringBuilder message = new StringBuilder(path);
    if (line > 0) {
      message.append(':').append(line);
    }
    message.append(": ");
    if (field != null) {
      message.append(field).append(": ");
    }
    message.append(problem);
    if (hint != null) {
      message.append(", ").append(hint);
    }
    return message.toString();
  }

  /** {@return the file as the user named it} */
  public String path() {
    return path;
  }

  /** {@return the line, from 1, or 0 if the problem belongs to no line} */
  public long line() {
    return line;
  }

  /** {@return the path of the field inside the row, or null} */
  public @Nullable String field() {
    return field;
  }

  /** {@return what is wrong} */
  public String problem() {
    return problem;
  }

  /** {@return what to do about it, or null} */
  public @Nullable String hint() {
    return hint;
  }
}

package dev.turnstile.workload;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An input file is wrong (exit code 3).
 *
 * <p>The message is {@code file:line: field: problem, hint}; parts that are not known are left out.
 * It is one line: control characters of names and values are shown as {@code \\u000a}.
 */
public final class InvalidInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final long line;
  private final String field;
  private final String problem;
  private final String hint;

  /**
   * Names the place and the problem.
   *
   * @param path file as the user gave it
   * @param line line from 1, or 0 if the problem is not in one line
   * @param field field path inside the line, or empty
   * @param problem what is wrong, with the value
   * @param hint what would be right or which option helps, or empty
   */
  public InvalidInputException(String path, long line, String field, String problem, String hint) {
    this(path, line, field, problem, hint, null);
  }

  /** As the other constructor, with the cause. */
  public InvalidInputException(
      String path,
      long line,
      String field,
      String problem,
      String hint,
      @Nullable Throwable cause) {
    super(format(path, line, field, problem, hint), cause);
    this.path = path;
    this.line = line;
    this.field = field;
    this.problem = problem;
    this.hint = hint;
  }

  /** The same error with one more thing that helps. */
  public InvalidInputException alsoHint(String help) {
    String both = hint.isEmpty() ? help : hint + "; " + help;
    return new InvalidInputException(path, line, field, problem, both, getCause());
  }

  private static String format(String path, long line, String field, String problem, String hint) {
    StringBuilder text = new StringBuilder(path);
    if (line > 0) {
      text.append(':').append(line);
    }
    text.append(": ");
    if (!field.isEmpty()) {
      text.append(field).append(": ");
    }
    text.append(problem);
    if (!hint.isEmpty()) {
      text.append(", ").append(hint);
    }
    return printable(text);
  }

  private static String printable(StringBuilder text) {
    if (text.chars().noneMatch(Character::isISOControl)) {
      return text.toString();
    }
    StringBuilder escaped = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                escaped.append((char) c);
              }
            });
    return escaped.toString();
  }

  /** File as the user gave it. */
  public String path() {
    return path;
  }

  /** Line from 1, or 0. */
  public long line() {
    return line;
  }

  /** Field path, or empty. */
  public String field() {
    return field;
  }

  /** What is wrong. */
  public String problem() {
    return problem;
  }

  /** What would be right, or empty. */
  public String hint() {
    return hint;
  }
}

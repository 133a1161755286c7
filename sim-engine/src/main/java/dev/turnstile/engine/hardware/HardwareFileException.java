package dev.turnstile.engine.hardware;

/** A GPU or model file that cannot be read: where, which field, what is wrong, what would help. */
public final class HardwareFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final String field;
  private final String problem;
  private final String hint;

  /**
   * Creates the exception; the message is {@code file:line: field: problem; hint}, without the
   * parts that are 0 or empty.
   *
   * @param file the file as the user named it
   * @param line 1-based line, 0 if the whole file is meant
   * @param field the field's path such as {@code moe.top_k}, empty if none is meant
   * @param problem what is wrong
   * @param hint what would be right, may be empty
   */
  public HardwareFileException(String file, int line, String field, String problem, String hint) {
    super(
        file
            + (line > 0 ? ":" + line : "")
            + ": "
            + (field.isEmpty() ? "" : field + ": ")
            + problem
            + (hint.isEmpty() ? "" : "; " + hint));
    this.file = file;
    this.line = line;
    this.field = field;
    this.problem = problem;
    this.hint = hint;
  }

  /** Returns the file as the user named it. */
  public String file() {
    return file;
  }

  /** Returns the 1-based line, 0 if the whole file is meant. */
  public int line() {
    return line;
  }

  /** Returns the path of the field, empty if none is meant. */
  public String field() {
    return field;
  }

  /** Returns what is wrong. */
  public String problem() {
    return problem;
  }

  /** Returns what would be right, possibly empty. */
  public String hint() {
    return hint;
  }
}

package dev.turnstile.workload.trace.source;

import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Errors for text that is not JSON.
 *
 * <p>They name the column and never the text, which may be a prompt.
 */
final class NotJson {
  private static final String LIMITS =
      "it has a number of more than "
          + StreamReadConstraints.DEFAULT_MAX_NUM_LEN
          + " digits, or more than "
          + StreamReadConstraints.DEFAULT_MAX_DEPTH
          + " levels";

  private NotJson() {}

  static RuntimeException error(String file, long line, JacksonException e) {
    if (e.getCause() instanceof TruncatedGzipException) {
      return new InvalidInputException(file, 0, "", "the gzip data ends early", "", e);
    }
    if (e.getCause() instanceof IOException cause) {
      return TraceFile.unreadable(file, cause);
    }
    if (e instanceof UnexpectedEndOfInputException) {
      return error(file, line, "it ends inside a value", e);
    }
    if (e instanceof StreamConstraintsException) {
      return error(file, line, LIMITS, e);
    }
    boolean notUtf8 = String.valueOf(e.getOriginalMessage()).contains("UTF-8");
    long column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
    return error(
        file, line, (notUtf8 ? "not UTF-8" : "unexpected text") + " in column " + column, e);
  }

  static BadRowException error(String file, long line, String problem, @Nullable Throwable cause) {
    return new BadRowException(
        JsonRow.NOT_JSON,
        new InvalidInputException(file, line, "", "not valid JSON: " + problem, "", cause));
  }
}

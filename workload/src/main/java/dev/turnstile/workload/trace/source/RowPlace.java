package dev.turnstile.workload.trace.source;

import dev.turnstile.workload.InvalidInputException;

/**
 * Where a row stands, for messages about it after it has been read.
 *
 * @param file name of the file
 * @param line line number, from 1
 */
public record RowPlace(String file, long line) {
  /** A problem of a field of the row that no reader may skip. */
  public InvalidInputException invalid(String fieldPath, String problem, String hint) {
    return new InvalidInputException(file, line, fieldPath, problem, hint);
  }

  /** The row lacks a field that it must have; a lenient reader may skip it. */
  public BadRowException missing(String fieldPath) {
    return new BadRowException(
        "no_" + fieldPath.substring(fieldPath.lastIndexOf('.') + 1),
        invalid(fieldPath, "is missing", ""));
  }
}

package dev.turnstile.workload.trace;

import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The first record of a trace, as far as detection looks at it.
 *
 * @param fields names of the record's fields, without those that are {@code null}; empty for CSV
 * @param schema value of {@code schema}, of the record or of its {@code event} object
 * @param header the first line of a file that is not JSON, or null
 */
public record FirstRecord(
    SortedSet<String> fields, @Nullable String schema, @Nullable String header) {

  /** Whether the record has all of these fields. */
  public boolean has(String... names) {
    for (String name : names) {
      if (!fields.contains(name)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the record has at least one of these fields. */
  public boolean hasAny(String... names) {
    for (String name : names) {
      if (fields.contains(name)) {
        return true;
      }
    }
    return false;
  }
}

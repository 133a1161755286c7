package dev.turnstile.workload.trace.agentic;

import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.mooncake.FieldValues;
import dev.turnstile.workload.trace.source.JsonRow;
import org.jspecify.annotations.Nullable;

/** The header of version 2. */
final class HeaderFields {
  static final String SCHEMA = "dynamo.agentic_mooncake";
  private static final int VERSION = 2;

  private @Nullable String schema;
  private @Nullable Long version;
  private @Nullable Long blockSize;
  private @Nullable String scope;
  private boolean sourceComplete;

  void clear() {
    schema = null;
    version = null;
    blockSize = null;
    scope = null;
    sourceComplete = false;
  }

  /** Takes the current field if it is one of these. */
  void read(JsonRow row) {
    switch (row.field()) {
      case "schema" -> schema = row.text();
      case "version" -> version = row.whole();
      case "block_size" -> blockSize = row.whole();
      case "hash_id_scope" -> scope = row.text();
      case "source" -> readSource(row);
      default -> {}
    }
  }

  private void readSource(JsonRow row) {
    boolean format = false;
    boolean digest = false;
    row.enterObject();
    while (row.nextField()) {
      format |= row.field().equals("format") && !FieldValues.nonEmpty(row).isEmpty();
      digest |= row.field().equals("digest") && !FieldValues.nonEmpty(row).isEmpty();
    }
    sourceComplete = format && digest;
  }

  /** Whether the row is a header. */
  boolean present() {
    return schema != null;
  }

  /** Ids are valid in the whole file instead of in one play. */
  boolean global() {
    return "global".equals(scope);
  }

  /**
   * The block size of a checked header.
   *
   * @throws dev.turnstile.workload.InvalidInputException if something is missing or wrong
   */
  int checkedBlockTokens(JsonRow row, ReaderOptions options) {
    if (!SCHEMA.equals(schema)) {
      throw row.invalid("schema", "must be " + SCHEMA + ", got \"" + schema + "\"", "");
    }
    if (version == null || version != VERSION) {
      throw row.invalid(
          "version", version == null ? "is missing" : "must be 2, got " + version, "");
    }
    if (scope == null || !(global() || scope.equals("local"))) {
      String got = scope == null ? "nothing" : '"' + scope + '"';
      throw row.invalid("hash_id_scope", "must be local or global, got " + got, "");
    }
    if (!sourceComplete) {
      throw row.invalid("source", "must have format and digest", "");
    }
    if (blockSize == null || blockSize < 1 || blockSize > Integer.MAX_VALUE) {
      throw row.invalid(
          "block_size",
          blockSize == null ? "is missing" : "must be in 1..2147483647, got " + blockSize,
          "");
    }
    int given = options.traceBlockTokens().orElse(blockSize.intValue());
    if (given != blockSize) {
      throw row.invalid(
          "block_size", "is " + blockSize + ", but --trace-block-size says " + given, "");
    }
    return given;
  }
}

package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.trace.dynamo.CapturedRequest.Context;
import dev.turnstile.workload.trace.source.RowPlace;
import org.jspecify.annotations.Nullable;

/**
 * The session context of a row, under today's names or, if allowed, the older ones.
 *
 * <p>Three generations named a session's chain {@code program_id}, {@code trajectory_id} and {@code
 * session_id}. The second of them used {@code session_id} for the whole run: taking that for the
 * chain would let sub-agents run one after another. So the chain is the first present of {@code
 * trajectory_id}, {@code program_id}, {@code session_id}, with the parent of the same generation.
 */
final class ContextReader {
  static final String SCHEMA = "dynamo.request.trace.v1";
  static final String LEGACY_SCHEMA = "dynamo.agent.trace.v1";
  private static final String HINT = "--accept-legacy reads the older names";

  private final boolean acceptLegacy;

  ContextReader(boolean acceptLegacy) {
    this.acceptLegacy = acceptLegacy;
  }

  /**
   * Checks the schema of a row.
   *
   * @throws dev.turnstile.workload.InvalidInputException if it is missing or unknown
   */
  void checkSchema(RowPlace at, Row row) {
    String schema = row.schema;
    if (schema == null) {
      throw at.invalid("schema", "is missing", "rows have \"schema\":\"" + SCHEMA + "\"");
    }
    boolean legacy = schema.equals(LEGACY_SCHEMA);
    if (!schema.equals(SCHEMA) && !(legacy && acceptLegacy)) {
      throw at.invalid(
          "schema",
          "must be " + SCHEMA + ", got \"" + schema + "\"",
          legacy ? HINT : "this version is not known");
    }
  }

  /** The context of a row that has one. */
  Context context(RowPlace at, Row row) {
    String session = row.sessionId;
    String parent = row.parentId;
    String older = row.trajectoryId == null ? row.programId : row.trajectoryId;
    if (older != null) {
      if (!acceptLegacy) {
        String field = row.trajectoryId == null ? "program_id" : "trajectory_id";
        throw at.invalid(
            "agent_context." + field,
            "is an older name of session_id, got \"" + older + "\"",
            HINT);
      }
      session = older;
      parent = row.trajectoryId == null ? row.parentProgramId : row.parentTrajectoryId;
    }
    if (session == null || session.isEmpty()) {
      throw at.invalid("agent_context.session_id", "is missing or empty", "");
    }
    if (session.equals(parent)) {
      throw at.invalid(
          "agent_context.parent_session_id", "session \"" + session + "\" is its own parent", "");
    }
    return new Context(session, emptyToNull(parent), row.sessionFinal);
  }

  private static @Nullable String emptyToNull(@Nullable String parent) {
    return parent == null || parent.isEmpty() ? null : parent;
  }
}

package dev.turnstile.workload.trace.agentic;

import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.source.JsonRow;

/** The rule for a request id that occurs twice. */
final class Duplicates {
  private Duplicates() {}

  /**
   * Counts the row that a lenient load leaves out.
   *
   * @throws dev.turnstile.workload.InvalidInputException if the load is strict
   */
  static void refuse(JsonRow row, String id, LoadLog log) {
    if (!log.lenient()) {
      throw row.invalid(
          "request_id", "\"" + id + "\" occurred before", "--lenient keeps the first");
    }
    log.warn(InputWarning.DUPLICATE_REQUEST_IDS, row.file() + ":" + row.line() + ": " + id);
    log.skipped("duplicate_request_id");
  }
}

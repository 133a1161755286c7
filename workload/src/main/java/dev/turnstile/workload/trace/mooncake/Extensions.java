package dev.turnstile.workload.trace.mooncake;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.source.JsonRow;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one row that are only carried to policies, collected field by field.
 *
 * <p>{@code routing_constraints} may pin a worker, as a number or as {@code {"worker_id": number}};
 * any other constraint is an error, because no policy here could honour it.
 */
public final class Extensions {
  private long priority;
  private int strictPriority;
  private @Nullable String policyClass;
  private int pinnedWorker = RequestNode.Extras.NONE.pinnedWorker();

  /** Starts without any. */
  public Extensions() {}

  /** Forgets the row before. */
  public void clear() {
    priority = 0;
    strictPriority = 0;
    policyClass = null;
    pinnedWorker = RequestNode.Extras.NONE.pinnedWorker();
  }

  /** Takes the current field if it is one of these; false otherwise. */
  public boolean read(JsonRow row) {
    switch (row.field()) {
      case "priority" -> priority = FieldValues.wholeIn(row, -Integer.MAX_VALUE, Integer.MAX_VALUE);
      case "strict_priority" ->
          strictPriority = (int) FieldValues.wholeIn(row, 0, Integer.MAX_VALUE);
      case "policy_class" -> policyClass = row.text();
      case "routing_constraints" -> pinnedWorker = worker(row);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** What a request carries along, with nothing recorded. */
  public RequestNode.Extras extras() {
    return extras(RequestNode.Extras.NONE);
  }

  /** What a request carries along, with the recorded facts of {@code recorded}. */
  public RequestNode.Extras extras(RequestNode.Extras recorded) {
    return new RequestNode.Extras(
        recorded.sessionFinal(),
        recorded.endsWithToolCall(),
        recorded.cachedTokens(),
        recorded.recordedTtftNanos(),
        priority,
        strictPriority,
        policyClass,
        pinnedWorker);
  }

  private static int worker(JsonRow row) {
    if (!row.isObject()) {
      return (int) FieldValues.wholeIn(row, 0, Integer.MAX_VALUE);
    }
    int worker = RequestNode.Extras.NONE.pinnedWorker();
    row.enterObject();
    while (row.nextField()) {
      if (!row.field().equals("worker_id")) {
        throw row.invalid("is a routing constraint that is not known", "known is worker_id");
      }
      worker = (int) FieldValues.wholeIn(row, 0, Integer.MAX_VALUE);
    }
    return worker;
  }
}

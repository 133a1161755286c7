package dev.turnstile.workload.trace.dynamo;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One terminal tool event.
 *
 * @param session id of the session that called the tool
 * @param callId id of the call, unique in the session
 * @param toolClass class of the tool
 * @param startNanos begin
 * @param endNanos end; before the begin if the recorder's clocks disagree
 * @param evidence what it says about a child session, or null
 * @param place file and line
 */
record ToolEvent(
    String session,
    String callId,
    String toolClass,
    long startNanos,
    long endNanos,
    @Nullable Evidence evidence,
    CapturedRequest.Place place) {

  /** The order in which events are looked at, whatever file and line they come from. */
  static final Comparator<ToolEvent> ORDER =
      Comparator.comparing(ToolEvent::session)
          .thenComparing(ToolEvent::callId)
          .thenComparingLong(ToolEvent::endNanos)
          .thenComparingLong(ToolEvent::startNanos)
          .thenComparing(ToolEvent::toolClass)
          .thenComparing(event -> String.valueOf(event.evidence()));

  /**
   * Which request ordered a child session, and which one needed its answer.
   *
   * @param source id of the request that ordered it, or null if the row lacks it
   * @param consumer id of the request that needed the answer, or null
   * @param child id of the child session, or null if the tool has none
   * @param mode {@code blocking} or {@code background}; anything else is inconsistent
   */
  record Evidence(
      @Nullable String source,
      @Nullable String consumer,
      @Nullable String child,
      @Nullable String mode) {

    boolean blocking() {
      return "blocking".equals(mode);
    }

    boolean knownMode() {
      return blocking() || "background".equals(mode);
    }
  }

  /** The session and the call, for messages. */
  String name() {
    return session + " " + callId;
  }
}

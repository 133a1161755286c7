package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.InputWarning;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One {@code request_end} row that passed the checks of its own.
 *
 * @param id its unique id
 * @param context its session, or null on a context-free row
 * @param model name of its model
 * @param prompt its prompt, in the provisional prompt tree
 * @param outputTokens output tokens, at least 0
 * @param startNanos arrival
 * @param endNanos end, not before the arrival
 * @param cachedTokens recorded cache hit, or -1
 * @param ttftNanos recorded time to first token, or {@link RequestNode#NO_TIME}
 * @param waitNanos recorded wait for its prefill, or {@link RequestNode#NO_TIME}
 * @param endsWithToolCall whether its finish reason is {@code tool_calls}
 * @param warnings what its row gave reason for
 * @param place file and line
 */
record CapturedRequest(
    String id,
    @Nullable Context context,
    String model,
    RequestNode.Prompt prompt,
    long outputTokens,
    long startNanos,
    long endNanos,
    long cachedTokens,
    long ttftNanos,
    long waitNanos,
    boolean endsWithToolCall,
    List<InputWarning> warnings,
    Place place) {

  /** The order of requests everywhere: start, end, id. */
  static final Comparator<CapturedRequest> LOAD_ORDER =
      Comparator.comparingLong(CapturedRequest::startNanos)
          .thenComparingLong(CapturedRequest::endNanos)
          .thenComparing(CapturedRequest::id);

  /**
   * Which of several rows with one id a lenient load keeps: the first. Model and session only
   * decide between rows that contradict each other.
   */
  static final Comparator<CapturedRequest> PREFERENCE =
      Comparator.comparingLong(CapturedRequest::startNanos)
          .thenComparingLong(CapturedRequest::endNanos)
          .thenComparingLong(request -> request.prompt().inputTokens())
          .thenComparingLong(CapturedRequest::outputTokens)
          .thenComparing(CapturedRequest::model)
          .thenComparing(request -> String.valueOf(request.context()));

  CapturedRequest {
    warnings = List.copyOf(warnings);
  }

  /** The same request with the session that its headers name. */
  CapturedRequest with(Context given) {
    return new CapturedRequest(
        id,
        given,
        model,
        prompt,
        outputTokens,
        startNanos,
        endNanos,
        cachedTokens,
        ttftNanos,
        waitNanos,
        endsWithToolCall,
        warnings,
        place);
  }

  /** The warnings that a row can give reason for. */
  static Set<InputWarning> noWarnings() {
    return EnumSet.noneOf(InputWarning.class);
  }

  /**
   * The session context of a row.
   *
   * @param session id of the session
   * @param parent id of its parent, or null
   * @param isFinal whether the row is flagged as the session's last
   */
  record Context(String session, @Nullable String parent, boolean isFinal) {}

  /** A line of a file. */
  record Place(String file, long line) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }
}

package dev.turnstile.workload.graph;

import org.jspecify.annotations.Nullable;

/**
 * One request as a reader hands it to {@link SessionGraphBuilder}.
 *
 * @param id unique id
 * @param session number of its session
 * @param model number of its model
 * @param prompt its prompt
 * @param outputTokens output tokens asked for, at least 0
 * @param offsetNanos for a root the start of its play relative to the trace's start; for another
 *     request with a recorded start of its own the floor before which an open loop does not release
 *     it; {@link #NO_TIME} without one
 * @param recordedStartNanos recorded start relative to the trace's start, or {@link #NO_TIME}
 * @param recordedEndNanos recorded end, or {@link #NO_TIME}
 * @param extras everything that is only carried along
 */
public record RequestNode(
    String id,
    int session,
    int model,
    Prompt prompt,
    long outputTokens,
    long offsetNanos,
    long recordedStartNanos,
    long recordedEndNanos,
    Extras extras) {

  /** A time that is not recorded. */
  public static final long NO_TIME = Long.MIN_VALUE;

  /**
   * The prompt of a request.
   *
   * @param node node of the prompt tree in which its hashed blocks end
   * @param blocks number of leading trace blocks that the path names
   * @param inputTokens prompt tokens, at least 1; tokens beyond the path are private to the request
   * @param tail hash of the partial last trace block where the trace names it and it is not part of
   *     the path, else null
   * @param outputNode node whose path names the blocks of prompt and output, or -1
   * @param outputBlocks number of leading trace blocks that the output path names; 0 without one.
   *     The last of them may reach beyond the last generated token
   */
  public record Prompt(
      int node,
      int blocks,
      long inputTokens,
      @Nullable Long tail,
      int outputNode,
      int outputBlocks) {}

  /**
   * What a request carries along for policies, reports and writers.
   *
   * @param sessionFinal the trace's flag
   * @param endsWithToolCall its recorded finish reason is {@code tool_calls}
   * @param cachedTokens prompt tokens the recorded system reused, or -1
   * @param recordedTtftNanos recorded time to first token, or {@link #NO_TIME}
   * @param priority client's priority (seconds), 0 by default
   * @param strictPriority strict tier, 0 by default
   * @param policyClass class named by the client, or null
   * @param pinnedWorker worker named by the client, or -1
   * @param recordedWaitNanos recorded time from arrival to the begin of its prefill, or {@link
   *     #NO_TIME}
   */
  public record Extras(
      boolean sessionFinal,
      boolean endsWithToolCall,
      long cachedTokens,
      long recordedTtftNanos,
      double priority,
      int strictPriority,
      @Nullable String policyClass,
      int pinnedWorker,
      long recordedWaitNanos) {

    /** What a request carries along where no wait for its prefill was recorded. */
    public Extras(
        boolean sessionFinal,
        boolean endsWithToolCall,
        long cachedTokens,
        long recordedTtftNanos,
        double priority,
        int strictPriority,
        @Nullable String policyClass,
        int pinnedWorker) {
      this(
          sessionFinal,
          endsWithToolCall,
          cachedTokens,
          recordedTtftNanos,
          priority,
          strictPriority,
          policyClass,
          pinnedWorker,
          NO_TIME);
    }

    /** Nothing carried along. */
    public static final Extras NONE = new Extras(false, false, -1, NO_TIME, 0, 0, null, -1);
  }
}

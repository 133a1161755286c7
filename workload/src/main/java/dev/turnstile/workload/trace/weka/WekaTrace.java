package dev.turnstile.workload.trace.weka;

import dev.turnstile.workload.graph.RequestNode;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/**
 * One conversation as its file tells it, before anything is known about other files.
 *
 * @param file its file, for messages
 * @param line its line
 * @param blockTokens tokens per id
 * @param global ids are valid in the whole corpus instead of in this conversation
 * @param models declared models
 * @param entries requests and sub-agents in array order
 */
record WekaTrace(
    String file,
    long line,
    String id,
    int blockTokens,
    boolean global,
    List<String> models,
    List<Entry> entries) {

  /** A request or a sub-agent in the list of a conversation. */
  sealed interface Entry permits Call, Subagent {}

  /**
   * A request.
   *
   * @param timeNanos {@code t}: from the begin of the conversation, or of the sub-agent
   * @param endNanos {@code t} plus {@code api_time}; {@code t} without one
   * @param ids ids of leading blocks
   * @param ttftNanos recorded time to first token, or {@link RequestNode#NO_TIME}
   * @param toolCall whether the answer stopped for a tool
   */
  record Call(
      long timeNanos,
      long endNanos,
      String model,
      long inputTokens,
      long outputTokens,
      LongArrayList ids,
      long ttftNanos,
      boolean toolCall)
      implements Entry {
    boolean sameModel(Call other) {
      return model.equals(other.model);
    }

    /** How many leading ids two requests have in common. */
    int commonIds(Call other) {
      int limit = Math.min(ids.size(), other.ids.size());
      int common = 0;
      while (common < limit && ids.getLong(common) == other.ids.getLong(common)) {
        common++;
      }
      return common;
    }
  }

  /**
   * A sub-agent.
   *
   * @param timeNanos {@code t} of the marker
   * @param blocking the parent waits for it
   */
  record Subagent(
      long timeNanos, String agentId, boolean blocking, List<String> models, List<Call> calls)
      implements Entry {}
}

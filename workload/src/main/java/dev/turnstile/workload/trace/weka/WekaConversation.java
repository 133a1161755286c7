package dev.turnstile.workload.trace.weka;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.weka.WekaTrace.Call;
import java.util.List;

/**
 * A conversation whose ids are in the prompt tree, so that only lengths and times are left of it.
 *
 * @param streams the main stream first, then further chains, then sub-agents as they stand in the
 *     file
 */
record WekaConversation(String file, long line, String id, List<Stream> streams) {
  /**
   * Requests that ran one after another.
   *
   * @param session id of its session
   * @param origin how it came to be
   * @param turns its requests in array order
   */
  record Stream(String session, Origin origin, List<Turn> turns) {}

  /** How a stream came to be. */
  sealed interface Origin permits Main, Fork, Agent {}

  /** The conversation itself. */
  record Main() implements Origin {}

  /**
   * A chain that was found in the flat list.
   *
   * @param position array position of the request it forked from, or -1 if it shares nothing
   */
  record Fork(int position) implements Origin {}

  /**
   * A sub-agent.
   *
   * @param marker array position of its marker
   * @param markerNanos time of its marker
   * @param owner array position of the request that ordered it
   * @param blocking the parent waits for it
   */
  record Agent(int marker, long markerNanos, int owner, boolean blocking) implements Origin {}

  /**
   * A request.
   *
   * @param position array position, of the marker for a nested one
   * @param nested position inside the sub-agent, or -1
   * @param call its times, with the ids cleared
   */
  record Turn(int position, int nested, Call call, RequestNode.Prompt prompt) {}
}

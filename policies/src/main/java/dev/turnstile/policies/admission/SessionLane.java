package dev.turnstile.policies.admission;

import dev.turnstile.policies.spi.RequestView;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one session at the gate: at most one is current, the others wait in order.
 *
 * <p>The current request is the oldest that has not ended. It is either held, because its program
 * is paused, or released.
 */
final class SessionLane {
  final int session;
  final String sessionId;

  /** The session's program record, if there is one. */
  @Nullable Program program;

  /** The oldest request that has not ended. */
  @Nullable RequestView current;

  /** Whether the current request was let go. */
  boolean released;

  /** Whether the current request had to wait for a pause to end. */
  boolean wasHeld;

  /** Tokens reserved on a worker for a released final request, which has no program. */
  long reservedTokens;

  /** Worker of {@link #reservedTokens}. */
  int reservedWorker = Program.NO_WORKER;

  private final Deque<RequestView> behind = new ArrayDeque<>(2);

  SessionLane(int session, String sessionId) {
    this.session = session;
    this.sessionId = sessionId;
  }

  /** Puts a request behind the current one. */
  void enqueue(RequestView request) {
    behind.addLast(request);
  }

  /** Makes the next request current; returns it, or null if none waits. */
  @Nullable RequestView advance() {
    current = behind.pollFirst();
    released = false;
    wasHeld = false;
    return current;
  }

  /** Takes a request out of the queue behind the current one; false if it is not there. */
  boolean remove(RequestView request) {
    return behind.remove(request);
  }

  /** Number of requests behind the current one. */
  int queued() {
    return behind.size();
  }

  /** Whether nothing of the session is known any more. */
  boolean empty() {
    return program == null && current == null && behind.isEmpty();
  }
}

package dev.turnstile.policies.spi;

import org.jspecify.annotations.Nullable;

/**
 * One LLM call as the router sees it.
 *
 * <p>There is one instance per request; it may be kept and compared by identity.
 */
public interface RequestView {
  /** Dense number of the request: its load order, from 0. */
  int number();

  /** The trace's id of the request. */
  String requestId();

  /** Id of the session, or null if the client sent none. */
  @Nullable String sessionId();

  /** Dense number of the session, or -1 without one. */
  int sessionNumber();

  /** Id of the parent session, or null. */
  @Nullable String parentSessionId();

  /** Dense number of the parent session, or -1. */
  int parentSessionNumber();

  /**
   * A label that is never empty: the session id, or the reader's name for a request without one.
   */
  String label();

  /** Whether the trace flags this request as its session's last ({@code session_final}). */
  boolean sessionFinal();

  /** Whether the trace holds no later request of this session. */
  boolean lastOfSession();

  /** Number of the turn inside its session, from 0. */
  int turnIndex();

  /** When it entered the system. */
  long arrivalNanos();

  /** Prompt tokens (ISL), at least 1. */
  long inputTokens();

  /** Node of the prompt tree ({@link PolicyContext#blocks}) in which the prompt ends. */
  int promptNode();

  /** Leading full blocks of the prompt that have a hash others can share. */
  int hashedBlocks();

  /** Priority in seconds; higher goes first; 0 by default. */
  double prioritySeconds();

  /** Strict priority tier; higher goes first; 0 by default. */
  int strictPriority();

  /** Policy class named by the client, or null. */
  @Nullable String policyClass();

  /** Worker the client pins the request to, or -1. */
  int pinnedWorker();
}

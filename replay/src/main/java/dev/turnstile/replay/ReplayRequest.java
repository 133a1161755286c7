package dev.turnstile.replay;

import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import org.jspecify.annotations.Nullable;

/** A request as policies see it, made at its arrival. */
final class ReplayRequest implements RequestView {
  private final SessionGraph graph;
  private final int number;
  private final RequestNode node;
  private final long arrivalNanos;
  private final int promptNode;
  private final int hashedBlocks;

  ReplayRequest(
      SessionGraph graph, int number, long arrivalNanos, int promptNode, int hashedBlocks) {
    this.graph = graph;
    this.number = number;
    this.node = graph.request(number);
    this.arrivalNanos = arrivalNanos;
    this.promptNode = promptNode;
    this.hashedBlocks = hashedBlocks;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String requestId() {
    return node.id();
  }

  @Override
  public @Nullable String sessionId() {
    return hasSession() ? graph.sessionId(node.session()) : null;
  }

  @Override
  public int sessionNumber() {
    return hasSession() ? node.session() : -1;
  }

  @Override
  public @Nullable String parentSessionId() {
    int parent = parentSessionNumber();
    return parent < 0 ? null : graph.sessionId(parent);
  }

  @Override
  public int parentSessionNumber() {
    return hasSession() ? graph.sessionParent(node.session()) : -1;
  }

  @Override
  public String label() {
    return graph.sessionId(node.session());
  }

  @Override
  public boolean sessionFinal() {
    return node.extras().sessionFinal();
  }

  @Override
  public boolean lastOfSession() {
    return graph.lastRequest(node.session()) == number;
  }

  @Override
  public int turnIndex() {
    return graph.turnIndex(number);
  }

  @Override
  public long arrivalNanos() {
    return arrivalNanos;
  }

  @Override
  public long inputTokens() {
    return node.prompt().inputTokens();
  }

  @Override
  public int promptNode() {
    return promptNode;
  }

  @Override
  public int hashedBlocks() {
    return hashedBlocks;
  }

  @Override
  public double prioritySeconds() {
    return node.extras().priority();
  }

  @Override
  public int strictPriority() {
    return node.extras().strictPriority();
  }

  @Override
  public @Nullable String policyClass() {
    return node.extras().policyClass();
  }

  @Override
  public int pinnedWorker() {
    return node.extras().pinnedWorker();
  }

  @Override
  public String toString() {
    return node.id();
  }

  /** Whether the client named a session; otherwise its label is the reader's own. */
  boolean hasSession() {
    return !graph.sessionAnonymous(node.session());
  }
}

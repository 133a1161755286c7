package dev.turnstile.benchmarks;

import dev.turnstile.policies.spi.RequestView;
import org.jspecify.annotations.Nullable;

/** A turn of a session as a policy sees it. */
record BenchmarkRequest(
    int number,
    int sessionNumber,
    int turnIndex,
    long inputTokens,
    int promptNode,
    int hashedBlocks)
    implements RequestView {

  @Override
  public String requestId() {
    return "r" + number;
  }

  @Override
  public String sessionId() {
    return "s" + sessionNumber;
  }

  @Override
  public @Nullable String parentSessionId() {
    return null;
  }

  @Override
  public int parentSessionNumber() {
    return -1;
  }

  @Override
  public String label() {
    return sessionId();
  }

  @Override
  public boolean sessionFinal() {
    return false;
  }

  @Override
  public boolean lastOfSession() {
    return false;
  }

  @Override
  public long arrivalNanos() {
    return 0;
  }

  @Override
  public double prioritySeconds() {
    return 0;
  }

  @Override
  public int strictPriority() {
    return 0;
  }

  @Override
  public @Nullable String policyClass() {
    return null;
  }

  @Override
  public int pinnedWorker() {
    return -1;
  }
}

package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.RequestView;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The requests that the KV router has parked, best first.
 *
 * <p>Order: strict priority, then the score of the queue policy, both larger first, then the order
 * of parking. The score is computed when a request is parked and never again. Seconds of priority
 * below zero count as zero.
 */
final class KvQueue {
  /** The key that chooses the order. */
  static final PolicyParameter POLICY =
      PolicyParameter.choice(
          "router_queue_policy",
          List.of("fcfs", "wspt", "lcfs"),
          "Order of the queue: first come, weighted shortest processing time, last come.");

  private static final double NANOS_PER_SECOND = 1e9;

  private final String policy;
  private final PriorityQueue<Parked> parked =
      new PriorityQueue<>(
          Comparator.comparingInt(Parked::strictPriority)
              .thenComparingDouble(Parked::score)
              .reversed()
              .thenComparingLong(Parked::sequence));
  private long sequence;

  private record Parked(RequestView request, int strictPriority, double score, long sequence) {}

  KvQueue(String policy) {
    this.policy = policy;
  }

  boolean isEmpty() {
    return parked.isEmpty();
  }

  int size() {
    return parked.size();
  }

  /**
   * Parks a request.
   *
   * @param cachedTokens the most prompt tokens that a worker eligible for it holds
   */
  void park(RequestView request, double prioritySeconds, long cachedTokens) {
    double score = score(request, Math.max(0, prioritySeconds), cachedTokens);
    parked.add(new Parked(request, request.strictPriority(), score, sequence++));
  }

  /** The request that is next, or null. */
  @Nullable RequestView head() {
    Parked head = parked.peek();
    return head == null ? null : head.request();
  }

  /** Takes the request that is next. */
  void removeHead() {
    parked.remove();
  }

  /** Takes a request out wherever it is, if it is here. */
  void remove(RequestView request) {
    parked.removeIf(entry -> entry.request() == request);
  }

  /** Times are compared in nanoseconds, so that no two arrivals become equal. */
  private double score(RequestView request, double prioritySeconds, long cachedTokens) {
    return switch (policy) {
      case "fcfs" -> prioritySeconds * NANOS_PER_SECOND - request.arrivalNanos();
      case "lcfs" -> prioritySeconds * NANOS_PER_SECOND + request.arrivalNanos();
      default -> (1 + prioritySeconds) / Math.max(1, request.inputTokens() - cachedTokens);
    };
  }
}

package dev.turnstile.replay.metrics;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;

/**
 * The time points and counts of every request of a run, in columns by request number.
 *
 * <p>Times are nanoseconds since the start of the run, or {@link #NO_TIME}. The collector writes,
 * everybody else reads.
 */
public final class RequestLog {
  /** A time point that was not reached. */
  public static final long NO_TIME = Long.MIN_VALUE;

  final long[] scheduledNanos;
  final long[] arrivalNanos;
  final long[] releasedNanos;
  final long[] admittedNanos;
  final long[] firstScheduledNanos;
  final long[] firstTokenNanos;
  final long[] secondTokenNanos;
  final long[] lastTokenNanos;
  final long[] endNanos;
  final long[] outputTokens;
  final long[] hitTokensHbm;
  final long[] routingLossTokens;
  final long[] preemptionRecomputeTokens;
  final long[] maxTokenGapNanos;
  final int[] preemptions;
  final int[] worker;
  final int[] advisedWorker;
  final RequestStatus[] status;
  final boolean[] warmup;
  final Int2ObjectOpenHashMap<String> reason = new Int2ObjectOpenHashMap<>();
  private final LossLog losses;

  RequestLog(int requests, int blockTokens) {
    scheduledNanos = unset(requests);
    arrivalNanos = unset(requests);
    releasedNanos = unset(requests);
    admittedNanos = unset(requests);
    firstScheduledNanos = unset(requests);
    firstTokenNanos = unset(requests);
    secondTokenNanos = unset(requests);
    lastTokenNanos = unset(requests);
    endNanos = unset(requests);
    outputTokens = new long[requests];
    hitTokensHbm = new long[requests];
    routingLossTokens = new long[requests];
    preemptionRecomputeTokens = new long[requests];
    maxTokenGapNanos = new long[requests];
    preemptions = new int[requests];
    worker = new int[requests];
    Arrays.fill(worker, -1);
    advisedWorker = new int[requests];
    Arrays.fill(advisedWorker, -1);
    status = new RequestStatus[requests];
    Arrays.fill(status, RequestStatus.INCOMPLETE);
    warmup = new boolean[requests];
    losses = new LossLog(requests, blockTokens);
  }

  private static long[] unset(int size) {
    long[] column = new long[size];
    Arrays.fill(column, NO_TIME);
    return column;
  }

  /** Why prompt tokens were computed. */
  public LossLog losses() {
    return losses;
  }

  /** Number of requests. */
  public int count() {
    return status.length;
  }

  /** When the load driver wanted to send it ({@code t_sched}). */
  public long scheduledNanos(int request) {
    return scheduledNanos[request];
  }

  /** When it entered the system ({@code t_arr}). */
  public long arrivalNanos(int request) {
    return arrivalNanos[request];
  }

  /** When the gate let it go to the router. */
  public long releasedNanos(int request) {
    return releasedNanos[request];
  }

  /** When it was sent to a worker's queue ({@code t_adm}). */
  public long admittedNanos(int request) {
    return admittedNanos[request];
  }

  /** When it was first part of a batch ({@code t_start}). */
  public long firstScheduledNanos(int request) {
    return firstScheduledNanos[request];
  }

  /** First output token ({@code t_first}). */
  public long firstTokenNanos(int request) {
    return firstTokenNanos[request];
  }

  /** Second output token ({@code t_second}). */
  public long secondTokenNanos(int request) {
    return secondTokenNanos[request];
  }

  /** Last output token ({@code t_last}). */
  public long lastTokenNanos(int request) {
    return lastTokenNanos[request];
  }

  /** When its final status was reached ({@code t_end}). */
  public long endNanos(int request) {
    return endNanos[request];
  }

  /** Output tokens emitted. */
  public long outputTokens(int request) {
    return outputTokens[request];
  }

  /** Prompt tokens found in HBM at its first scheduling. */
  public long hitTokensHbm(int request) {
    return hitTokensHbm[request];
  }

  /** Prompt tokens found in any tier at its first scheduling. */
  public long hitTokens(int request) {
    return hitTokensHbm[request];
  }

  /** Prompt tokens computed again because their blocks were evicted. */
  public long reprefilledTokens(int request) {
    return losses.tokens(Cause.REPREFILLED, request);
  }

  /** Prompt tokens of a fully cached prompt computed again to obtain logits. */
  public long fullHitRecomputeTokens(int request) {
    return losses.tokens(Cause.FULL_HIT_RECOMPUTE, request);
  }

  /** Prompt tokens cached on another worker at the decision, but not on the chosen one. */
  public long routingLossTokens(int request) {
    return routingLossTokens[request];
  }

  /** Tokens computed again because it was preempted. */
  public long preemptionRecomputeTokens(int request) {
    return preemptionRecomputeTokens[request];
  }

  /** Its largest gap between two tokens; 0 with fewer than two. */
  public long maxTokenGapNanos(int request) {
    return maxTokenGapNanos[request];
  }

  /** How often it was preempted. */
  public int preemptions(int request) {
    return preemptions[request];
  }

  /** The worker that the gate asked for, or -1. */
  public int advisedWorker(int request) {
    return advisedWorker[request];
  }

  /** The worker that served it, or -1. */
  public int worker(int request) {
    return worker[request];
  }

  /** How it ended. */
  public RequestStatus status(int request) {
    return status[request];
  }

  /** Whether it belongs to the warm-up. */
  public boolean warmup(int request) {
    return warmup[request];
  }

  /** Why it was rejected, cancelled or skipped; empty otherwise. */
  public String reason(int request) {
    return reason.getOrDefault(request, "");
  }
}

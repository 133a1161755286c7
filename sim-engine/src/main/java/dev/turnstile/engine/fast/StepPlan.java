package dev.turnstile.engine.fast;

import dev.turnstile.engine.kernel.EndOfTimeException;
import java.util.Arrays;

/**
 * Steps that follow one another without a decision: when they end, and how far they have come.
 *
 * <p>The first step is under way when the plan is made; a step starts when the one before it ends.
 */
final class StepPlan {
  private static final int INITIAL_CAPACITY = 4;

  private long startNanos;
  private long[] endNanos = new long[INITIAL_CAPACITY];
  private int size;
  private int started;
  private int ended;
  private int told;

  /** Requests and tokens in each step, and whether the queue waits for blocks in each. */
  int sequences;

  long tokens;
  boolean deferred;

  /** Makes a new plan of one step, which is under way and told. */
  void begin(long nowNanos, long durationNanos) {
    startNanos = nowNanos;
    endNanos[0] = EndOfTimeException.after(nowNanos, durationNanos);
    size = 1;
    started = 1;
    ended = 0;
    told = 1;
  }

  /** Adds a step. */
  void add(long durationNanos) {
    if (size == endNanos.length) {
      endNanos = Arrays.copyOf(endNanos, 2 * size);
    }
    endNanos[size] = EndOfTimeException.after(endNanos[size - 1], durationNanos);
    size++;
  }

  /** Drops the steps that have not started. */
  void cut() {
    size = started;
  }

  int size() {
    return size;
  }

  int ended() {
    return ended;
  }

  boolean stepUnderWay() {
    return ended < started;
  }

  /** Whether the step under way, or the one that has just ended, is the last. */
  boolean lastStarted() {
    return started == size;
  }

  /** Whether a step is under way that ends before a time and is not the last. */
  boolean endsBefore(long timeNanos) {
    return ended < started && ended < size - 1 && endNanos[ended] < timeNanos;
  }

  /** Whether a step is under way that ends at a time and is not the last. */
  boolean endsAt(long timeNanos) {
    return ended < started && ended < size - 1 && endNanos[ended] == timeNanos;
  }

  long startNanos() {
    return startNanos;
  }

  long firstDurationNanos() {
    return endNanos[0] - startNanos;
  }

  /** When the last step ends. */
  long lastEndNanos() {
    return endNanos[size - 1];
  }

  /** When the next step starts; none is under way. */
  long nextStartNanos() {
    return endNanos[ended - 1];
  }

  /** The step under way has ended; returns its duration. */
  long end() {
    long duration = endNanos[ended] - start(ended);
    ended++;
    return duration;
  }

  /** The next step has started. */
  void start() {
    started++;
  }

  private long start(int step) {
    return step == 0 ? startNanos : endNanos[step - 1];
  }

  /** Steps that have started and were not told. */
  int untold() {
    return started - told;
  }

  /** When the first of the steps that were not told started. */
  long untoldFromNanos() {
    return start(told);
  }

  /** How long the steps that were not told take. */
  long untoldDurationNanos() {
    return endNanos[started - 1] - start(told);
  }

  /** All steps that have started are told. */
  void tell() {
    told = started;
  }
}

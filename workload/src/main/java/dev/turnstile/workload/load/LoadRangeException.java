package dev.turnstile.workload.load;

/** Under the given settings a time of the load passes 2^62 ns, 146 years. */
public final class LoadRangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The last time of a load. */
  static final long END_NANOS = 1L << 62;

  LoadRangeException(String message) {
    super(message);
  }

  /** The sum of a time of at least 0 and a second one. */
  static long sum(long nanos, long moreNanos) {
    long sum = nanos + moreNanos;
    if (sum > END_NANOS || (sum < 0 && moreNanos > 0)) {
      throw new LoadRangeException(
          "a start at " + nanos + " ns plus " + moreNanos + " ns is later than 146 years");
    }
    return sum;
  }
}

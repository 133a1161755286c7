package dev.turnstile.replay.bench;

/**
 * What a shape took.
 *
 * @param name name of the shape
 * @param requests requests of its workload
 * @param steps engine steps of one replay, over all workers
 * @param coldSeconds the first replay, before anything of it was compiled
 * @param medianSeconds median time of a replay of the warm process, result included
 * @param replays how many replays the median is taken from
 * @param peakHeapBytes most memory in use during a replay, workload and result included and garbage
 *     left out
 */
public record BenchResult(
    String name,
    int requests,
    long steps,
    double coldSeconds,
    double medianSeconds,
    int replays,
    long peakHeapBytes) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Requests replayed in one second of real time. */
  public double requestsPerSecond() {
    return requests / medianSeconds;
  }

  /** Real nanoseconds for each simulated engine step, everything else of a run included. */
  public double nanosPerStep() {
    return medianSeconds * NANOS_PER_SECOND / steps;
  }
}

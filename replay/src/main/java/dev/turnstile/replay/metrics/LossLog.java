package dev.turnstile.replay.metrics;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Why the prompt tokens of every request were computed, in columns by request number, and whose
 * requests evicted what others then computed again.
 *
 * <p>Requests that were never scheduled have zeros. {@link Cause#CONCURRENT} and {@link
 * Cause#FIRST_TIME} are known when the run is over.
 */
public final class LossLog {
  private final int blockTokens;

  /** Blocks by cause and request; no column while all of it is 0. */
  private final int[][] blocks = new int[Cause.values().length][];

  private final long[] firstTimeTokens;

  /** Evictions among session trees: who computed blocks again, whose play took them, how many. */
  private final IntArrayList sufferers = new IntArrayList();

  private final IntArrayList evictorPlays = new IntArrayList();
  private final IntArrayList takenBlocks = new IntArrayList();

  LossLog(int requests, int blockTokens) {
    this.blockTokens = blockTokens;
    firstTimeTokens = new long[requests];
  }

  /** Prompt tokens of a request that were computed for this cause. */
  public long tokens(Cause cause, int request) {
    if (cause == Cause.FIRST_TIME) {
      return firstTimeTokens[request];
    }
    int[] column = blocks[cause.ordinal()];
    return column == null ? 0 : (long) column[request] * blockTokens;
  }

  /** Tokens of a request over all {@link Cause#LOSSES}. */
  public long lostTokens(int request) {
    long tokens = 0;
    for (Cause cause : Cause.LOSSES) {
      tokens += tokens(cause, request);
    }
    return tokens;
  }

  /**
   * By play, the tokens that its requests evicted and that measured served requests of other plays
   * had to compute again.
   */
  long[] causedTokens(int plays, RequestLog log) {
    long[] tokens = new long[plays];
    for (int i = 0; i < sufferers.size(); i++) {
      int request = sufferers.getInt(i);
      if (!log.warmup(request) && log.status(request).served()) {
        tokens[evictorPlays.getInt(i)] += (long) takenBlocks.getInt(i) * blockTokens;
      }
    }
    return tokens;
  }

  void set(Cause cause, int request, int count) {
    int[] column = blocks[cause.ordinal()];
    if (column == null && count != 0) {
      column = new int[firstTimeTokens.length];
      blocks[cause.ordinal()] = column;
    }
    if (column != null) {
      column[request] = count;
    }
  }

  void setFirstTime(int request, long tokens) {
    firstTimeTokens[request] = tokens;
  }

  /** A request has to compute blocks again that requests of another play took. */
  void taken(int request, int evictorPlay, int count) {
    int last = sufferers.size() - 1;
    if (last >= 0
        && sufferers.getInt(last) == request
        && evictorPlays.getInt(last) == evictorPlay) {
      takenBlocks.set(last, takenBlocks.getInt(last) + count);
    } else {
      sufferers.add(request);
      evictorPlays.add(evictorPlay);
      takenBlocks.add(count);
    }
  }
}

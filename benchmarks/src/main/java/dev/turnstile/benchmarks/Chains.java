package dev.turnstile.benchmarks;

import java.util.Arrays;

/** Hash chains of made-up prompts. */
final class Chains {
  private static final long OWNER_STRIDE = 1L << 32;

  private Chains() {}

  /**
   * The chain of one owner.
   *
   * @param shared leading blocks that all owners have in common
   * @param blocks length of the chain
   */
  static long[] of(int shared, int blocks, int owner) {
    long[] chain = new long[blocks];
    Arrays.setAll(chain, block -> block < shared ? block : (owner + 1) * OWNER_STRIDE + block);
    return chain;
  }
}

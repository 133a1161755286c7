package dev.turnstile.replay.scenario;

/**
 * Capacity of a KV pool as the user gives it.
 *
 * @param blocks number of blocks, {@link #AUTO_BLOCKS} or {@link #UNLIMITED_BLOCKS}
 */
public record KvBlocks(long blocks) {
  /** As many blocks as the GPUs leave room for. */
  static final long AUTO_BLOCKS = 0;

  /** No limit. */
  static final long UNLIMITED_BLOCKS = Long.MAX_VALUE;

  /** As many blocks as the GPUs leave room for. */
  public static final KvBlocks AUTO = new KvBlocks(AUTO_BLOCKS);

  /** No limit. */
  public static final KvBlocks UNLIMITED = new KvBlocks(UNLIMITED_BLOCKS);

  /**
   * Reads {@code auto}, {@code unlimited} or a number.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  static KvBlocks parse(String text) {
    if (text.equals("auto")) {
      return AUTO;
    }
    if (text.equals("unlimited")) {
      return UNLIMITED;
    }
    long count = 0;
    try {
      count = Units.parseCount(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("must be auto, unlimited or a whole number >= 1", e);
    }
    if (count < 1 || count == UNLIMITED_BLOCKS) {
      throw new IllegalArgumentException("must be auto, unlimited or a whole number >= 1");
    }
    return new KvBlocks(count);
  }

  /** Whether the GPUs decide. */
  public boolean isAuto() {
    return blocks == AUTO_BLOCKS;
  }

  @Override
  public String toString() {
    if (isAuto()) {
      return "auto";
    }
    return blocks == UNLIMITED_BLOCKS ? "unlimited" : Long.toString(blocks);
  }
}

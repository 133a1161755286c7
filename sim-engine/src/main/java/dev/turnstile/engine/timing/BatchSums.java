package dev.turnstile.engine.timing;

import java.util.Locale;

/**
 * The sums that describe one engine step.
 *
 * <p>Every sum is an exact {@code long}, so that adding and removing items one by one gives the
 * same bits as summing from scratch, in any order. Contexts of 10 million tokens in 10,000
 * sequences stay below 2% of the range of a {@code long}. The object is mutable, allocates nothing
 * after construction and belongs to one worker; all token counts are logical, a prefix shared by
 * several sequences counts once for each.
 *
 * <p>An <em>item</em> is one scheduled request: {@code n} new tokens on top of {@code c} tokens
 * that already have KV. Items are split in two ways. The scheduler's view is <em>decode</em> (the
 * request has generated a token and only its last token is left to compute) against
 * <em>prefill</em> (all else, also a one-token rest of a prompt); the kernels' view is
 * <em>single</em> ({@code n == 1}) against <em>multi</em> ({@code n > 1}).
 */
public final class BatchSums {
  private final int slidingWindowTokens;

  private long items;
  private long newTokens;
  private long emittingItems;

  private long prefillItems;
  private long prefillTokens;
  private long decodeItems;
  private long decodeContextTokens;

  private long singleItems;
  private long singleKvReadTokens;
  private long singleWindowKvReadTokens;

  private long multiItems;
  private long multiTokens;
  private long multiPairs;
  private long multiKvReadTokens;
  private long multiWindowPairs;
  private long multiWindowKvReadTokens;

  /**
   * Creates empty sums.
   *
   * @param slidingWindowTokens the window of the model's sliding-window layers, {@link
   *     StepTiming#slidingWindowTokens()} of the timing that will read the sums; 0 if there is
   *     none, and then the window sums stay 0
   */
  public BatchSums(int slidingWindowTokens) {
    if (slidingWindowTokens < 0) {
      throw new IllegalArgumentException(
          "slidingWindowTokens must be >= 0, got " + slidingWindowTokens);
    }
    this.slidingWindowTokens = slidingWindowTokens;
  }

  /** Forgets every item. */
  public void clear() {
    items = 0;
    newTokens = 0;
    emittingItems = 0;
    prefillItems = 0;
    prefillTokens = 0;
    decodeItems = 0;
    decodeContextTokens = 0;
    singleItems = 0;
    singleKvReadTokens = 0;
    singleWindowKvReadTokens = 0;
    multiItems = 0;
    multiTokens = 0;
    multiPairs = 0;
    multiKvReadTokens = 0;
    multiWindowPairs = 0;
    multiWindowKvReadTokens = 0;
  }

  /**
   * Adds an item.
   *
   * @param newTokens n, at least 1
   * @param contextTokens c, at least 0
   * @param emits whether the request samples a token at the end of the step
   * @param decodeItem whether the request has generated a token and only its last token is left
   */
  public void add(long newTokens, long contextTokens, boolean emits, boolean decodeItem) {
    checkItem(newTokens, contextTokens);
    accumulate(1, newTokens, contextTokens, emits, decodeItem);
  }

  /**
   * Adds the decode item that stands for an emitting sequence in the split composition: one token
   * on top of {@code contextTokens + newTokens - 1}.
   *
   * @param newTokens n of the emitting item, at least 1
   * @param contextTokens c of the emitting item, at least 0
   */
  public void addEmitter(long newTokens, long contextTokens) {
    checkItem(newTokens, contextTokens);
    accumulate(1, 1, contextTokens + newTokens - 1, true, true);
  }

  /** Removes an item that was added with the same arguments; the exact inverse of {@link #add}. */
  public void remove(long newTokens, long contextTokens, boolean emits, boolean decodeItem) {
    checkItem(newTokens, contextTokens);
    if (items == 0) {
      throw new IllegalStateException("removed an item from an empty batch");
    }
    accumulate(-1, newTokens, contextTokens, emits, decodeItem);
  }

  /**
   * Moves {@code count} decode items of one new token each forward by one token of context: the
   * same as removing each and adding it again with {@code c + 1}.
   *
   * <p>Only for models without a sliding window. With one, an item's share of the window sums stops
   * growing when its context reaches the window, which the sums alone cannot tell; call {@link
   * #growDecodes(long, long)} and count those items.
   *
   * @throws IllegalStateException if the sums have a sliding window
   */
  public void growDecodes(long count) {
    if (slidingWindowTokens > 0) {
      throw new IllegalStateException(
          "sums with a sliding window need the number of items still inside it");
    }
    growDecodes(count, 0);
  }

  /**
   * Moves {@code count} decode items of one new token each forward by one token of context.
   *
   * @param count how many of the decode items move
   * @param insideWindow how many of them read less than the whole window before the move, {@code c
   *     + 1 < slidingWindowTokens}; 0 for sums without a window
   */
  public void growDecodes(long count, long insideWindow) {
    if (count < 0 || count > decodeItems || insideWindow < 0 || insideWindow > count) {
      throw new IllegalArgumentException(
          "cannot grow " + count + " decodes, " + insideWindow + " inside the window, of " + this);
    }
    decodeContextTokens += count;
    singleKvReadTokens += count;
    singleWindowKvReadTokens += insideWindow;
  }

  /**
   * Moves all decode items, of one new token each, {@code steps} steps on, or back if it is
   * negative: the same as so many {@link #growDecodes(long, long)} of all of them, or their
   * inverse.
   *
   * @param insideWindow how many of them read less than the whole window before each move
   */
  public void shiftDecodes(long steps, long insideWindow) {
    if (insideWindow < 0 || insideWindow > decodeItems) {
      throw new IllegalArgumentException(
          "cannot shift " + insideWindow + " items inside the window of " + this);
    }
    decodeContextTokens += steps * decodeItems;
    singleKvReadTokens += steps * decodeItems;
    singleWindowKvReadTokens += steps * insideWindow;
  }

  private static void checkItem(long newTokens, long contextTokens) {
    if (newTokens < 1 || contextTokens < 0) {
      throw new IllegalArgumentException(
          "an item has n >= 1 and c >= 0, got n=" + newTokens + ", c=" + contextTokens);
    }
  }

  private void accumulate(int sign, long n, long c, boolean emits, boolean decodeItem) {
    items += sign;
    newTokens += sign * n;
    emittingItems += emits ? sign : 0;
    if (decodeItem) {
      decodeItems += sign;
      decodeContextTokens += sign * (c + n);
    } else {
      prefillItems += sign;
      prefillTokens += sign * n;
    }
    if (n == 1) {
      singleItems += sign;
      singleKvReadTokens += sign * (c + 1);
      singleWindowKvReadTokens += sign * Math.min(c + 1, slidingWindowTokens);
    } else {
      accumulateMulti(sign, n, c);
    }
  }

  private void accumulateMulti(int sign, long n, long c) {
    multiItems += sign;
    multiTokens += sign * n;
    multiPairs += sign * (n * c + n * (n + 1) / 2);
    multiKvReadTokens += sign * (c + n);
    if (slidingWindowTokens > 0) {
      long w = slidingWindowTokens;
      long growing = Math.max(0, Math.min(n, w - c)); // the new tokens that see less than w or w
      multiWindowPairs += sign * (growing * c + growing * (growing + 1) / 2 + (n - growing) * w);
      multiWindowKvReadTokens += sign * Math.min(c + n, w + n - 1);
    }
  }

  /** Returns the window of the window sums in tokens, 0 if there is none. */
  public int slidingWindowTokens() {
    return slidingWindowTokens;
  }

  /** Returns whether no item is scheduled. */
  public boolean isEmpty() {
    return items == 0;
  }

  /** Returns the number of scheduled requests. */
  public long items() {
    return items;
  }

  /** Returns N, the sum of n over all items. */
  public long newTokens() {
    return newTokens;
  }

  /** Returns S, the number of items that sample a token at the end of the step. */
  public long emittingItems() {
    return emittingItems;
  }

  /** Returns the number of prefill items. */
  public long prefillItems() {
    return prefillItems;
  }

  /** Returns the sum of n over the prefill items. */
  public long prefillTokens() {
    return prefillTokens;
  }

  /** Returns the number of decode items. */
  public long decodeItems() {
    return decodeItems;
  }

  /** Returns the sum of c + n over the decode items: their context, new tokens included. */
  public long decodeContextTokens() {
    return decodeContextTokens;
  }

  /** Returns the number of items with n = 1. */
  public long singleItems() {
    return singleItems;
  }

  /** Returns the sum of c + 1 over the items with n = 1: both their KV reads and their pairs. */
  public long singleKvReadTokens() {
    return singleKvReadTokens;
  }

  /** Returns the sum of min(c + 1, w) over the items with n = 1, 0 without a window. */
  public long singleWindowKvReadTokens() {
    return singleWindowKvReadTokens;
  }

  /** Returns the number of items with n &gt; 1. */
  public long multiItems() {
    return multiItems;
  }

  /** Returns the sum of n over the items with n &gt; 1. */
  public long multiTokens() {
    return multiTokens;
  }

  /** Returns the query-key pairs of the items with n &gt; 1, the sum of n c + n (n + 1) / 2. */
  public long multiPairs() {
    return multiPairs;
  }

  /** Returns the sum of c + n over the items with n &gt; 1. */
  public long multiKvReadTokens() {
    return multiKvReadTokens;
  }

  /**
   * Returns the query-key pairs of the items with n &gt; 1 in a window layer, the sum over their
   * new tokens j = 1..n of min(c + j, w); 0 without a window.
   */
  public long multiWindowPairs() {
    return multiWindowPairs;
  }

  /** Returns the sum of min(c + n, w + n - 1) over the items with n &gt; 1, 0 without a window. */
  public long multiWindowKvReadTokens() {
    return multiWindowKvReadTokens;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "batch of %d items (%d prefill, %d decode), %d new tokens, %d emitting",
        items,
        prefillItems,
        decodeItems,
        newTokens,
        emittingItems);
  }
}

package dev.turnstile.workload.synthetic;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The growing prompt of one session as block ids.
 *
 * <p>Blocks of the group's system part are shared; all others have ids of their own that stay the
 * same as long as the prompt only grows. A partial last block changes when it is filled, so it gets
 * a new id in every turn; only the bare system part ends in the same one everywhere.
 */
final class Conversation {
  static final int BLOCK_TOKENS = 64;

  /** Numbers that no block has yet. */
  static final class FreshIds {
    private long next;

    long next() {
      return next++;
    }
  }

  /**
   * The prefix that a group shares.
   *
   * @param ids one for each block, a partial last one included
   */
  record SystemPart(long tokens, LongArrayList ids) {
    static SystemPart of(long tokens, FreshIds fresh) {
      LongArrayList ids = new LongArrayList();
      for (long at = 0; at < tokens; at += BLOCK_TOKENS) {
        ids.add(fresh.next());
      }
      return new SystemPart(tokens, ids);
    }

    int fullBlocks() {
      return (int) (tokens / BLOCK_TOKENS);
    }
  }

  private final SystemPart system;
  private final FreshIds fresh;
  private final LongArrayList full;
  private long tokens;

  Conversation(SystemPart system, long firstPromptTokens, FreshIds fresh) {
    this.system = system;
    this.fresh = fresh;
    full = new LongArrayList(system.ids().subList(0, system.fullBlocks()));
    tokens = Math.max(1, system.tokens() + firstPromptTokens);
  }

  long tokens() {
    return tokens;
  }

  void append(long moreTokens) {
    tokens = Math.addExact(tokens, moreTokens);
  }

  /** Replaces everything behind the system part; at least the system part stays. */
  void compact(long toTokens) {
    tokens = Math.max(Math.max(1, system.tokens()), toTokens);
    full.size(system.fullBlocks());
  }

  /** The ids of the prompt as it is now. */
  LongArrayList ids() {
    while (full.size() < tokens / BLOCK_TOKENS) {
      full.add(fresh.next());
    }
    LongArrayList ids = new LongArrayList(full);
    if (tokens == system.tokens() && tokens % BLOCK_TOKENS > 0) {
      ids.add(system.ids().getLong(system.ids().size() - 1));
    } else if (tokens % BLOCK_TOKENS > 0) {
      ids.add(fresh.next());
    }
    return ids;
  }
}

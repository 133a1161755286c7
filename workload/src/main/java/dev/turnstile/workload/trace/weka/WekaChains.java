package dev.turnstile.workload.trace.weka;

import dev.turnstile.workload.trace.weka.WekaTrace.Call;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/**
 * Finds the streams that were recorded as one list: agents that ran in parallel.
 *
 * <p>Requests are taken by start, then array position. A request extends the chain with the longest
 * last prompt whose ids all begin its own, if the models agree and that request had ended.
 * Otherwise it leaves the chain with which it shares the longest beginning. If that chain's last
 * request had ended, has the same model, and either ended at most an hour before or shares at least
 * half of this prompt's ids, the prompt was only compacted and the chain goes on; else a new chain
 * forks. A request that shares nothing starts a chain of its own. Of equal candidates the older
 * chain wins.
 */
final class WekaChains {
  private static final int NONE = -1;
  private static final long SEAM_NANOS = 3600L * 1_000_000_000L;

  private final List<Call> calls;
  private final int[] chain;

  /** Last call of each chain. */
  private final IntArrayList tails = new IntArrayList();

  /** Call from which each chain forked, or -1. */
  private final IntArrayList forkedFrom = new IntArrayList();

  private WekaChains(List<Call> calls) {
    this.calls = calls;
    chain = new int[calls.size()];
  }

  /** Assigns calls that are sorted by start. */
  static WekaChains of(List<Call> calls) {
    WekaChains chains = new WekaChains(calls);
    for (int i = 0; i < calls.size(); i++) {
      chains.assign(i);
    }
    return chains;
  }

  /** One chain that holds all calls. */
  static WekaChains single(List<Call> calls) {
    WekaChains chains = new WekaChains(calls);
    chains.forkedFrom.add(NONE);
    chains.tails.add(calls.size() - 1);
    return chains;
  }

  int count() {
    return tails.size();
  }

  /** Chain of a call. */
  int chain(int call) {
    return chain[call];
  }

  /** Call from which a chain forked, or -1 if it started anew. */
  int forkedFrom(int chainNumber) {
    return forkedFrom.getInt(chainNumber);
  }

  private void assign(int call) {
    int extended = extended(calls.get(call));
    int nearest = extended == NONE ? nearest(calls.get(call)) : NONE;
    if (extended != NONE) {
      append(extended, call);
    } else if (nearest != NONE && compacted(calls.get(tails.getInt(nearest)), calls.get(call))) {
      append(nearest, call);
    } else {
      chain[call] = tails.size();
      tails.add(call);
      forkedFrom.add(nearest == NONE ? NONE : tails.getInt(nearest));
    }
  }

  private void append(int chainNumber, int call) {
    chain[call] = chainNumber;
    tails.set(chainNumber, call);
  }

  /** The chain that a call goes on, or -1. */
  private int extended(Call call) {
    int best = NONE;
    int longest = 0;
    for (int c = 0; c < tails.size(); c++) {
      Call tail = calls.get(tails.getInt(c));
      int length = tail.ids().size();
      if (length > longest
          && tail.sameModel(call)
          && tail.endNanos() <= call.timeNanos()
          && tail.commonIds(call) == length) {
        best = c;
        longest = length;
      }
    }
    return best;
  }

  /** The chain whose last prompt shares the longest beginning with a call, or -1. */
  private int nearest(Call call) {
    int best = NONE;
    int longest = 0;
    for (int c = 0; c < tails.size(); c++) {
      int common = calls.get(tails.getInt(c)).commonIds(call);
      if (common > longest) {
        best = c;
        longest = common;
      }
    }
    return best;
  }

  private static boolean compacted(Call tail, Call call) {
    long gap = call.timeNanos() - tail.endNanos();
    return gap >= 0
        && tail.sameModel(call)
        && (gap <= SEAM_NANOS || 2 * tail.commonIds(call) >= call.ids().size());
  }
}

package dev.turnstile.engine.fast;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import java.util.Arrays;

/**
 * The identities of a request's blocks, from the start of its prompt, as runs of one owner each.
 *
 * <p>The last run belongs to the request alone and has no end. A path can be set to another request
 * and then needs no new memory.
 */
final class BlockPath {
  private static final int INITIAL_RUNS = 4;

  private int[] owners = new int[INITIAL_RUNS];
  private int[] ends = new int[INITIAL_RUNS];
  private int runs;

  /** Makes this the path of a request. */
  void set(EngineRequests requests, BlockIdentity identity, int request) {
    BlockTree blocks = requests.blocks();
    runs = 0;
    int promptEnd = identity.promptPathBlocks(request);
    addTreePath(blocks, requests.promptNode(request), 0, promptEnd);
    int output = requests.outputNode(request);
    if (output >= 0) {
      int end = Math.toIntExact(requests.outputPathTokens(request) / blocks.blockTokens());
      addTreePath(blocks, output, promptEnd, end);
    }
    add(~request, Integer.MAX_VALUE);
  }

  /** Adds the blocks {@code [from, to)} of the path that ends in {@code node}. */
  private void addTreePath(BlockTree blocks, int node, int from, int to) {
    if (from >= to) {
      return;
    }
    int firstRun = runs;
    int at = blocks.nodeAt(node, to - 1);
    int end = to;
    while (end > from) {
      if (blocks.start(at) < end) {
        add(at, end);
        end = blocks.start(at);
      }
      at = blocks.parent(at);
    }
    reverse(firstRun);
  }

  private void add(int owner, int end) {
    if (runs == owners.length) {
      owners = Arrays.copyOf(owners, 2 * runs);
      ends = Arrays.copyOf(ends, 2 * runs);
    }
    owners[runs] = owner;
    ends[runs] = end;
    runs++;
  }

  private void reverse(int firstRun) {
    for (int low = firstRun, high = runs - 1; low < high; low++, high--) {
      int owner = owners[low];
      owners[low] = owners[high];
      owners[high] = owner;
      int end = ends[low];
      ends[low] = ends[high];
      ends[high] = end;
    }
  }

  /** The run that holds a block. */
  int runOf(int block) {
    int run = runs - 1;
    while (run > 0 && ends[run - 1] > block) {
      run--;
    }
    return run;
  }

  /** The owner of the blocks of a run. */
  int owner(int run) {
    return owners[run];
  }

  /** Index of the first block of a run, from the start of the prompt. */
  int start(int run) {
    return run == 0 ? 0 : ends[run - 1];
  }

  /** Index behind the last block of a run. */
  int end(int run) {
    return ends[run];
  }

  /** Index of the first block that belongs to the request alone. */
  int namedEnd() {
    return start(runs - 1);
  }
}

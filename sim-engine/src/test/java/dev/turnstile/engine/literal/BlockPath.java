package dev.turnstile.engine.literal;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The identities of a request's blocks, from the start of its prompt: runs of one owner each.
 *
 * <p>The last run belongs to the request alone and has no end.
 */
final class BlockPath {
  private final int[] owners;
  private final int[] ends;

  BlockPath(EngineRequests requests, BlockIdentity identity, int request) {
    BlockTree blocks = requests.blocks();
    int promptEnd = identity.promptPathBlocks(request);
    int outputEnd = Math.toIntExact(requests.outputPathTokens(request) / blocks.blockTokens());
    IntArrayList runOwners = new IntArrayList();
    IntArrayList runEnds = new IntArrayList();
    int block = 0;
    int owner = identity.owner(request, block);
    while (!BlockIdentity.isPrivate(owner)) {
      block = Math.min(blocks.end(owner), block < promptEnd ? promptEnd : outputEnd);
      runOwners.add(owner);
      runEnds.add(block);
      owner = identity.owner(request, block);
    }
    runOwners.add(owner);
    runEnds.add(Integer.MAX_VALUE);
    owners = runOwners.toIntArray();
    ends = runEnds.toIntArray();
  }

  /** The run that holds a block. */
  int runOf(int block) {
    int run = 0;
    while (ends[run] <= block) {
      run++;
    }
    return run;
  }

  /** The owner of the blocks of a run. */
  int owner(int run) {
    return owners[run];
  }

  /** Index behind the last block of a run, from the start of the prompt. */
  int end(int run) {
    return ends[run];
  }
}

package dev.turnstile.replay.metrics;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.worker.EngineRequests;
import java.util.Arrays;

/**
 * An unlimited cache on one worker: the ceiling of what prefix reuse can give.
 *
 * <p>Per tree node it knows up to which block the run has been seen; what was seen is a prefix of
 * every path, so a lookup walks the nodes of a path only.
 */
final class IdealCache {
  private final EngineRequests requests;
  private final BlockTree blocks;
  private final RequestPaths paths;
  private final int[] seenEnd;

  IdealCache(EngineRequests requests) {
    this.requests = requests;
    blocks = requests.blocks();
    paths = new RequestPaths(requests);
    seenEnd = new int[blocks.nodeCount()];
    Arrays.fill(seenEnd, -1);
  }

  /**
   * The leading blocks of a prompt that are cached when it comes next; then prompt and output are.
   *
   * @param outputTokens output tokens that the request really emitted
   */
  int take(int request, long outputTokens) {
    int seen = see(paths.promptNode(request), paths.promptBlocks(request));
    int output = paths.outputBlocks(request, outputTokens);
    if (output > 0) {
      see(requests.outputNode(request), output);
    }
    return seen;
  }

  /** The tokens that so many cached leading blocks spare. */
  long hitTokens(int request, int cachedBlocks) {
    return (long) Math.min(cachedBlocks, paths.reusableBlocks(request)) * blocks.blockTokens();
  }

  /**
   * Marks the first {@code depth} blocks of a path and returns how many had been seen before. Above
   * a node of which something has been seen everything has been.
   */
  private int see(int node, int depth) {
    for (int at = node; at != PromptTree.NO_NODE; at = blocks.parent(at)) {
      int start = blocks.start(at);
      int end = Math.min(depth, blocks.end(at));
      if (end > start) {
        int seen = seenEnd[at];
        seenEnd[at] = Math.max(seen, end);
        if (seen > start) {
          return Math.min(seen, end);
        }
      }
    }
    return 0;
  }
}

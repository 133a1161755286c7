package dev.turnstile.replay.metrics;

import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;

/** How deep requests reach into the prompt tree, in engine blocks from the start of the prompt. */
final class RequestPaths {
  private final EngineRequests requests;
  private final BlockIdentity identity;
  private final int blockTokens;

  RequestPaths(EngineRequests requests) {
    this.requests = requests;
    identity = new BlockIdentity(requests);
    blockTokens = requests.blocks().blockTokens();
  }

  /** Leading full blocks of the prompt that the tree names. */
  int promptBlocks(int request) {
    return identity.namedPromptBlocks(request);
  }

  /** A node on whose path these blocks are. */
  int promptNode(int request) {
    return identity.namedPromptNode(request);
  }

  /** Blocks of the prompt that may be hits: one token is always computed. */
  int reusableBlocks(int request) {
    long others = (requests.inputTokens(request) - 1) / blockTokens;
    return (int) Math.min(others, promptBlocks(request));
  }

  /**
   * Blocks of prompt and output that the output's path names; 0 if the output is unique. The last
   * output token is never written.
   *
   * @param outputTokens output tokens that the request really emitted
   */
  int outputBlocks(int request, long outputTokens) {
    if (requests.outputNode(request) < 0) {
      return 0;
    }
    long written = requests.inputTokens(request) + Math.max(outputTokens, 1) - 1;
    return Math.toIntExact(Math.min(written, requests.outputPathTokens(request)) / blockTokens);
  }
}

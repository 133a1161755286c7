package dev.turnstile.engine.worker;

import dev.turnstile.engine.prompt.BlockTree;

/**
 * Names the blocks of requests: an owner and an index.
 *
 * <p>The owner is a node of the prompt tree (0 or more), or {@code ~request} (negative) for a block
 * that belongs to one request alone. Two blocks are the same block iff owner and index are equal.
 */
public final class BlockIdentity {
  private final EngineRequests requests;
  private final BlockTree blocks;

  /** Names the blocks of the given requests. */
  public BlockIdentity(EngineRequests requests) {
    this.requests = requests;
    this.blocks = requests.blocks();
  }

  /** The number of leading blocks of the request that its prompt's path names. */
  public int promptPathBlocks(int request) {
    long tokens = Math.min(requests.inputTokens(request), requests.pathTokens(request));
    return Math.toIntExact(tokens / blocks.blockTokens());
  }

  /**
   * The number of leading full blocks of the prompt that have a name: those of its path, and those
   * that the path of its output names although its own hashes end before them.
   */
  public int namedPromptBlocks(int request) {
    int path = promptPathBlocks(request);
    if (requests.outputNode(request) < 0) {
      return path;
    }
    long tokens = Math.min(requests.inputTokens(request), requests.outputPathTokens(request));
    return Math.max(path, Math.toIntExact(tokens / blocks.blockTokens()));
  }

  /** A tree node on whose path the {@link #namedPromptBlocks} of the request are. */
  public int namedPromptNode(int request) {
    return namedPromptBlocks(request) == promptPathBlocks(request)
        ? requests.promptNode(request)
        : requests.outputNode(request);
  }

  /**
   * The owner of block {@code index} of the request.
   *
   * @param index block index from the start of the prompt
   */
  public int owner(int request, int index) {
    if (index < promptPathBlocks(request)) {
      return blocks.nodeAt(requests.promptNode(request), index);
    }
    int output = requests.outputNode(request);
    long end = (long) (index + 1) * blocks.blockTokens();
    if (output >= 0 && end <= requests.outputPathTokens(request)) {
      return blocks.nodeAt(output, index);
    }
    return ~request;
  }

  /** Whether the owner stands for one request alone. */
  public static boolean isPrivate(int owner) {
    return owner < 0;
  }
}

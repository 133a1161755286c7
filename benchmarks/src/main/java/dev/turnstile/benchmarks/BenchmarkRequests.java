package dev.turnstile.benchmarks;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.engine.worker.EngineRequests;

/** Requests whose prompts are chains of whole blocks and that all generate equally much. */
final class BenchmarkRequests implements EngineRequests {
  static final int BLOCK_TOKENS = 64;

  private final int[] nodes;
  private final int[] depths;
  private final BlockTree blocks;
  private final long outputTokens;

  BenchmarkRequests(long[][] chains, long outputTokens) {
    this.outputTokens = outputTokens;
    nodes = new int[chains.length];
    depths = new int[chains.length];
    PromptTreeBuilder builder = new PromptTreeBuilder(BLOCK_TOKENS);
    int root = builder.newRoot();
    for (int request = 0; request < chains.length; request++) {
      depths[request] = chains[request].length;
      nodes[request] = builder.insert(root, chains[request], depths[request]);
    }
    blocks = new BlockTree(builder.freeze(nodes, depths), BLOCK_TOKENS);
  }

  int depth(int request) {
    return depths[request];
  }

  @Override
  public int count() {
    return nodes.length;
  }

  @Override
  public BlockTree blocks() {
    return blocks;
  }

  @Override
  public int promptNode(int request) {
    return nodes[request];
  }

  @Override
  public long pathTokens(int request) {
    return inputTokens(request);
  }

  @Override
  public int outputNode(int request) {
    return -1;
  }

  @Override
  public long outputPathTokens(int request) {
    return 0;
  }

  @Override
  public long inputTokens(int request) {
    return (long) depths[request] * BLOCK_TOKENS;
  }

  @Override
  public long outputTokens(int request) {
    return outputTokens;
  }
}

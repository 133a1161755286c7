package dev.turnstile.replay.metrics;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.engine.worker.EngineRequests;
import java.util.ArrayList;
import java.util.List;

/** Requests whose prompts, and outputs if they are not unique, are chains of block ids. */
final class ChainRequests implements EngineRequests {
  static final int BLOCK = 16;

  /**
   * One request.
   *
   * @param chain block ids of the prompt, and behind them those of the output
   * @param promptBlocks how many are the prompt's
   * @param moreTokens prompt tokens behind its last full block
   * @param outputTokens output tokens
   */
  record Prompt(long[] chain, int promptBlocks, int moreTokens, long outputTokens) {
    long inputTokens() {
      return (long) promptBlocks * BLOCK + moreTokens;
    }
  }

  private final List<Prompt> prompts;
  private final BlockTree blocks;
  private final int[] nodes;

  ChainRequests(List<Prompt> prompts) {
    this.prompts = List.copyOf(prompts);
    PromptTreeBuilder builder = new PromptTreeBuilder(BLOCK);
    int root = builder.newRoot();
    int count = prompts.size();
    nodes = new int[2 * count];
    int[] depths = new int[2 * count];
    for (int r = 0; r < count; r++) {
      Prompt prompt = prompts.get(r);
      nodes[r] = builder.insert(root, prompt.chain(), prompt.promptBlocks());
      depths[r] = prompt.promptBlocks();
      nodes[count + r] = builder.insert(root, prompt.chain(), prompt.chain().length);
      depths[count + r] = prompt.chain().length;
    }
    blocks = new BlockTree(builder.freeze(nodes, depths), BLOCK);
  }

  /** Prompts with unique output of one token. */
  static ChainRequests of(List<long[]> chains, int moreTokens) {
    List<Prompt> prompts = new ArrayList<>();
    chains.forEach(chain -> prompts.add(new Prompt(chain, chain.length, moreTokens, 1)));
    return new ChainRequests(prompts);
  }

  Prompt prompt(int request) {
    return prompts.get(request);
  }

  @Override
  public int count() {
    return prompts.size();
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
    return (long) prompt(request).promptBlocks() * BLOCK;
  }

  @Override
  public int outputNode(int request) {
    Prompt prompt = prompt(request);
    return prompt.chain().length == prompt.promptBlocks() ? -1 : nodes[count() + request];
  }

  @Override
  public long outputPathTokens(int request) {
    return outputNode(request) < 0 ? 0 : (long) prompt(request).chain().length * BLOCK;
  }

  @Override
  public long inputTokens(int request) {
    return prompt(request).inputTokens();
  }

  @Override
  public long outputTokens(int request) {
    return prompt(request).outputTokens();
  }
}

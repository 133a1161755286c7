package dev.turnstile.engine.bench;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.engine.worker.EngineRequests;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Requests in columns, whose prompts are chains of whole blocks. */
final class ColumnRequests implements EngineRequests {
  private final int blockTokens;
  private final PromptTreeBuilder builder;
  private final int root;
  private final IntArrayList node = new IntArrayList();
  private final IntArrayList depth = new IntArrayList();
  private final LongArrayList input = new LongArrayList();
  private final LongArrayList output = new LongArrayList();
  private BlockTree blocks;
  private int[] nodes = {};

  ColumnRequests(int blockTokens) {
    this.blockTokens = blockTokens;
    builder = new PromptTreeBuilder(blockTokens);
    root = builder.newRoot();
    blocks = new BlockTree(builder.freeze(new int[0], new int[0]), blockTokens);
  }

  /** Adds a request whose prompt is as many whole blocks as the chain has. */
  void add(long[] chain, long outputTokens) {
    node.add(builder.insert(root, chain, chain.length));
    depth.add(chain.length);
    input.add((long) chain.length * blockTokens);
    output.add(outputTokens);
  }

  void freeze() {
    nodes = node.toIntArray();
    blocks = new BlockTree(builder.freeze(nodes, depth.toIntArray()), blockTokens);
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
    return input.getLong(request);
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
    return input.getLong(request);
  }

  @Override
  public long outputTokens(int request) {
    return output.getLong(request);
  }
}

package dev.turnstile.engine.compare;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.engine.worker.EngineRequests;
import java.util.Arrays;

/** The requests of a scenario on a prompt tree. */
final class ChainRequests implements EngineRequests {
  private final Scenario scenario;
  private final BlockTree blocks;
  private final int[] nodes;
  private final int[] depths;

  ChainRequests(Scenario scenario) {
    this.scenario = scenario;
    PromptTreeBuilder builder = new PromptTreeBuilder(scenario.traceBlockTokens);
    int root = builder.newRoot();
    int count = scenario.requests.size();
    nodes = new int[2 * count];
    depths = new int[2 * count];
    for (int i = 0; i < count; i++) {
      Scenario.Request request = scenario.requests.get(i);
      int whole = wholeBlocks(request);
      depths[i] = request.tail ? request.prompt.length : whole;
      nodes[i] = builder.insert(root, request.prompt, depths[i]);
      long[] output = Arrays.copyOf(request.prompt, whole + request.outputIds.length);
      System.arraycopy(request.outputIds, 0, output, whole, request.outputIds.length);
      depths[count + i] = output.length;
      nodes[count + i] = builder.insert(root, output, output.length);
    }
    blocks = new BlockTree(builder.freeze(nodes, depths), scenario.blockTokens);
  }

  private int wholeBlocks(Scenario.Request request) {
    return (int) Math.min(request.prompt.length, request.input / scenario.traceBlockTokens);
  }

  @Override
  public int count() {
    return scenario.requests.size();
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
    long named = (long) depths[request] * scenario.traceBlockTokens;
    return Math.min(named, inputTokens(request));
  }

  private boolean hasOutputPath(int request) {
    Scenario.Request r = scenario.requests.get(request);
    return r.outputIds.length > 0 && wholeBlocks(r) == r.input / scenario.traceBlockTokens;
  }

  @Override
  public int outputNode(int request) {
    return hasOutputPath(request) ? nodes[count() + request] : -1;
  }

  @Override
  public long outputPathTokens(int request) {
    return hasOutputPath(request)
        ? (long) depths[count() + request] * scenario.traceBlockTokens
        : 0;
  }

  @Override
  public long inputTokens(int request) {
    return scenario.requests.get(request).input;
  }

  @Override
  public long outputTokens(int request) {
    return scenario.requests.get(request).output;
  }

  @Override
  public int priority(int request) {
    return scenario.requests.get(request).priority;
  }
}

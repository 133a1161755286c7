package dev.turnstile.replay;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a workload in blocks of the engine's size.
 *
 * <p>The trace names blocks of its own size. Where that size divides the engine's, an engine block
 * is complete only if its trace blocks are, and the workload's tree of complete trace blocks names
 * all of them. Otherwise an engine block may end inside a partial last trace block; then a second
 * tree is built in which the known hashes of those blocks take part. Either way two requests share
 * an engine block iff the trace gives them the same ids from the start of the prompt up to the
 * block's last token (trace formats, section 3.1).
 *
 * <p>Immutable; may be shared by the runs of one workload.
 */
public final class EngineView implements EngineRequests {
  private final SessionGraph graph;
  private final BlockTree blocks;
  private final int[] promptNode;
  private final int[] outputNode;
  private final long[] pathTokens;
  private final long[] outputPathTokens;

  private EngineView(
      SessionGraph graph, PromptTree tree, int blockTokens, int[] promptNode, int[] outputNode) {
    this.graph = graph;
    this.promptNode = promptNode;
    this.outputNode = outputNode;
    blocks = new BlockTree(tree, blockTokens);
    pathTokens = new long[graph.requestCount()];
    outputPathTokens = new long[graph.requestCount()];
  }

  /**
   * Cuts a workload into engine blocks.
   *
   * @param blockTokens tokens per engine block, at least 1
   */
  public static EngineView of(Workload workload, int blockTokens) {
    boolean partialBlocksCount = blockTokens % workload.prompts().blockTokens() != 0;
    return partialBlocksCount && hasTails(workload.graph())
        ? withTails(workload, blockTokens)
        : withoutTails(workload, blockTokens);
  }

  private static boolean hasTails(SessionGraph graph) {
    for (int r = 0; r < graph.requestCount(); r++) {
      if (graph.tail(r) != null) {
        return true;
      }
    }
    return false;
  }

  private static EngineView withoutTails(Workload workload, int blockTokens) {
    SessionGraph graph = workload.graph();
    int[] prompt = new int[graph.requestCount()];
    int[] output = new int[graph.requestCount()];
    for (int r = 0; r < prompt.length; r++) {
      prompt[r] = graph.request(r).prompt().node();
      output[r] = graph.request(r).prompt().outputNode();
    }
    EngineView view = new EngineView(graph, workload.prompts(), blockTokens, prompt, output);
    view.measurePaths(workload.prompts().blockTokens(), false);
    return view;
  }

  private static EngineView withTails(Workload workload, int blockTokens) {
    SessionGraph graph = workload.graph();
    PromptTree trace = workload.prompts();
    PromptTreeBuilder builder = new PromptTreeBuilder(trace.blockTokens());
    int[] rootOf = new int[trace.nodeCount()];
    for (int node = 0; node < rootOf.length; node++) {
      int above = trace.parent(node);
      rootOf[node] = above == PromptTree.NO_NODE ? builder.newRoot() : rootOf[above];
    }
    int requests = graph.requestCount();
    int[] nodes = new int[2 * requests];
    int[] depths = new int[2 * requests];
    for (int r = 0; r < requests; r++) {
      RequestNode.Prompt prompt = graph.request(r).prompt();
      Long tail = tail(prompt);
      depths[r] = prompt.blocks() + (tail == null ? 0 : 1);
      long[] chain = Arrays.copyOf(trace.chain(prompt.node(), prompt.blocks()), depths[r]);
      if (tail != null) {
        chain[prompt.blocks()] = tail;
      }
      nodes[r] = builder.insert(rootOf[prompt.node()], chain, depths[r]);
      int output = prompt.outputNode();
      depths[requests + r] = prompt.outputBlocks();
      nodes[requests + r] =
          output < 0
              ? output
              : builder.insert(
                  rootOf[output],
                  trace.chain(output, prompt.outputBlocks()),
                  prompt.outputBlocks());
    }
    PromptTree tree = builder.freeze(nodes, depths);
    EngineView view =
        new EngineView(
            graph,
            tree,
            blockTokens,
            Arrays.copyOf(nodes, requests),
            Arrays.copyOfRange(nodes, requests, 2 * requests));
    view.measurePaths(trace.blockTokens(), true);
    return view;
  }

  /**
   * The id of a prompt's partial last block, null without one. Where the output has an identity, it
   * is that of the block which the output completes, not that of the part: else the blocks of the
   * output would follow others than those that the request computes.
   */
  private static @Nullable Long tail(RequestNode.Prompt prompt) {
    return prompt.outputBlocks() > prompt.blocks() ? null : prompt.tail();
  }

  private void measurePaths(int traceBlockTokens, boolean tails) {
    for (int r = 0; r < pathTokens.length; r++) {
      RequestNode.Prompt prompt = graph.request(r).prompt();
      boolean tail = tails && tail(prompt) != null;
      long named = (long) (prompt.blocks() + (tail ? 1 : 0)) * traceBlockTokens;
      pathTokens[r] = Math.min(named, prompt.inputTokens());
      outputPathTokens[r] = (long) prompt.outputBlocks() * traceBlockTokens;
    }
  }

  @Override
  public int count() {
    return promptNode.length;
  }

  @Override
  public BlockTree blocks() {
    return blocks;
  }

  @Override
  public int promptNode(int request) {
    return promptNode[request];
  }

  @Override
  public long pathTokens(int request) {
    return pathTokens[request];
  }

  @Override
  public int outputNode(int request) {
    return outputNode[request];
  }

  @Override
  public long outputPathTokens(int request) {
    return outputPathTokens[request];
  }

  @Override
  public long inputTokens(int request) {
    return graph.request(request).prompt().inputTokens();
  }

  @Override
  public long outputTokens(int request) {
    return graph.request(request).outputTokens();
  }

  /**
   * {@inheritDoc} The client's priority, for which larger is more urgent, with its sign changed.
   */
  @Override
  public int priority(int request) {
    return -Math.toIntExact(Math.round(graph.request(request).extras().priority()));
  }
}

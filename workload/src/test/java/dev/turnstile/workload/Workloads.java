package dev.turnstile.workload;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Small workloads for tests. */
public final class Workloads {
  private static final int BLOCK = 16;

  private Workloads() {}

  /** Independent requests with the given block ids, all arriving at 0. */
  public static Workload prompts(List<List<Integer>> ids) {
    PromptTreeBuilder tree = new PromptTreeBuilder(BLOCK);
    int root = tree.newRoot();
    int[] nodes = new int[ids.size()];
    int[] depths = new int[ids.size()];
    long blocks = 0;
    for (int r = 0; r < nodes.length; r++) {
      long[] chain = ids.get(r).stream().mapToLong(Integer::longValue).toArray();
      nodes[r] = tree.insert(root, chain, chain.length);
      depths[r] = chain.length;
      blocks += chain.length;
    }
    PromptTree prompts = tree.freeze(nodes, depths);
    SessionGraphBuilder graph = new SessionGraphBuilder();
    graph.addModel("m");
    for (int r = 0; r < nodes.length; r++) {
      String id = "r" + r;
      int session = graph.addSession(id, false);
      var prompt =
          new RequestNode.Prompt(nodes[r], depths[r], (long) depths[r] * BLOCK, null, -1, 0);
      graph.addRequest(
          new RequestNode(
              id,
              session,
              0,
              prompt,
              1,
              0,
              RequestNode.NO_TIME,
              RequestNode.NO_TIME,
              RequestNode.Extras.NONE));
    }
    return new Workload(
        graph.build(SessionGraphBuilder.PlayOrder.FIRST_REQUEST), prompts, info(blocks));
  }

  /** As {@link #prompts}, with random prompts that often share a beginning. */
  public static Workload randomPrompts(long seed, int requests, int maxBlocks, int distinctIds) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    List<List<Integer>> ids = new ArrayList<>();
    for (int r = 0; r < requests; r++) {
      List<Integer> chain = new ArrayList<>();
      int length = 1 + random.nextInt(maxBlocks);
      for (int b = 0; b < length; b++) {
        chain.add(random.nextInt(distinctIds));
      }
      ids.add(chain);
    }
    return prompts(ids);
  }

  private static TraceInfo info(long blocks) {
    Map<String, Long> none = new LinkedHashMap<>();
    return new TraceInfo("test", List.of(), none, none, BLOCK, blocks, "unique", none, List.of());
  }
}

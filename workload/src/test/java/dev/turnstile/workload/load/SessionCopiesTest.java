package dev.turnstile.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.ToolSpan;
import dev.turnstile.workload.graph.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SessionCopiesTest {
  private static final int BLOCK = 16;

  /** Sessions with a number of turns each; a turn's prompt is a list of hashes. */
  private static Workload workload(List<List<long[]>> sessions) {
    PromptTreeBuilder prompts = new PromptTreeBuilder(BLOCK);
    int root = prompts.newRoot();
    List<long[]> chains = sessions.stream().flatMap(List::stream).toList();
    int[] nodes = chains.stream().mapToInt(c -> prompts.insert(root, c, c.length)).toArray();
    int[] depths = chains.stream().mapToInt(c -> c.length).toArray();
    PromptTree tree = prompts.freeze(nodes, depths);
    SessionGraphBuilder graph = new SessionGraphBuilder();
    graph.addModel("m");
    for (int s = 0; s < sessions.size(); s++) {
      graph.addSession("s" + s, true);
      for (int turn = 0; turn < sessions.get(s).size(); turn++) {
        int r = graph.requestCount();
        graph.addRequest(
            new RequestNode(
                "r" + r,
                s,
                0,
                new RequestNode.Prompt(
                    nodes[r], depths[r], (long) depths[r] * BLOCK + 3, 7L, -1, 0),
                1,
                turn == 0 ? s * 10L : RequestNode.NO_TIME,
                RequestNode.NO_TIME,
                RequestNode.NO_TIME,
                RequestNode.Extras.NONE));
        if (turn > 0) {
          graph.addEdge(r - 1, r, Trigger.COMPLETION, Relation.SEQUENCE, 5);
        }
      }
    }
    graph.addToolSpan(new ToolSpan(0, 0, 3, "bash"));
    TraceInfo info =
        new TraceInfo(
            "hand", List.of(), Map.of(), Map.of(), BLOCK, 0, "unique", Map.of(), List.of());
    return new Workload(graph.build(SessionGraphBuilder.PlayOrder.FIRST_ROOT), tree, info);
  }

  private static int common(Workload workload, int a, int b) {
    RequestNode.Prompt first = workload.graph().request(a).prompt();
    RequestNode.Prompt second = workload.graph().request(b).prompt();
    PromptTree tree = workload.prompts();
    int same = 0;
    while (same < Math.min(first.blocks(), second.blocks())
        && tree.nodeAt(first.node(), same) == tree.nodeAt(second.node(), same)) {
      same++;
    }
    return same;
  }

  /** Longest prefix of a prompt that another play has. */
  private static int shared(Workload workload, int request) {
    int longest = 0;
    for (int other = 0; other < workload.graph().requestCount(); other++) {
      if (workload.graph().play(other) != workload.graph().play(request)) {
        longest = Math.max(longest, common(workload, request, other));
      }
    }
    return longest;
  }

  @Test
  void keepsWhatPlaysShareAndFreshensTheRest() {
    Workload one =
        workload(
            List.of(
                List.of(new long[] {1, 2, 10}, new long[] {1, 2, 10, 11}),
                List.of(new long[] {1, 2, 20})));

    Workload two = SessionCopies.repeat(one, 2);

    // requests 0..2 are the originals, 3..5 the copies; blocks 1 and 2 are common to both plays
    assertThat(common(two, 0, 3)).isEqualTo(2);
    assertThat(common(two, 1, 4)).isEqualTo(2);
    assertThat(common(two, 3, 4)).isEqualTo(3);
    assertThat(common(two, 2, 5)).isEqualTo(2);
    assertThat(two.prompts().distinctBlocks()).isEqualTo(5 + 3);
    assertThat(two.prompts().chain(two.graph().request(3).prompt().node(), 3))
        .startsWith(1, 2)
        .doesNotContain(10);
  }

  @Test
  void sharesByTheSameRuleOnRandomPrompts() {
    long seed = Long.getLong("sim.test.seed", 20261129);
    for (int round = 0; round < 60; round++) {
      SplittableRandom random = new SplittableRandom(seed + round);
      Workload one = workload(randomSessions(random));
      int requests = one.graph().requestCount();

      Workload three = SessionCopies.repeat(one, 3);

      for (int a = 0; a < 3 * requests; a++) {
        for (int b = 0; b < 3 * requests; b++) {
          int original = common(one, a % requests, b % requests);
          boolean sameCopy =
              a / requests == b / requests
                  && one.graph().play(a % requests) == one.graph().play(b % requests);
          int limit = sameCopy ? original : shared(one, a % requests);
          assertThat(common(three, a, b))
              .as("seed %s, %s and %s", seed + round, a, b)
              .isEqualTo(Math.min(original, limit));
        }
      }
    }
  }

  private static List<List<long[]>> randomSessions(SplittableRandom random) {
    List<List<long[]>> sessions = new ArrayList<>();
    for (int s = 0; s < 4; s++) {
      List<long[]> turns = new ArrayList<>();
      for (int turn = random.nextInt(3); turn >= 0; turn--) {
        turns.add(random.longs(random.nextInt(6), 0, 2).toArray());
      }
      sessions.add(turns);
    }
    return sessions;
  }

  @Test
  void copiesSessionsEdgesAndToolSpansUnderNamesOfTheirOwn() {
    Workload one =
        workload(List.of(List.of(new long[] {1}, new long[] {1, 2}), List.of(new long[] {9})));

    SessionGraph graph = SessionCopies.repeat(one, 3).graph();

    assertThat(graph.requestCount()).isEqualTo(9);
    assertThat(graph.request(4).id()).isEqualTo("r1#2");
    assertThat(graph.sessionId(graph.request(8).session())).isEqualTo("s1#3");
    assertThat(graph.edgeCount()).isEqualTo(3);
    assertThat(graph.source(2)).isEqualTo(6);
    assertThat(graph.delayNanos(2)).isEqualTo(5);
    assertThat(graph.toolSpans()).extracting(ToolSpan::request).containsExactly(0, 3, 6);
    // all originals, then all second copies, in play order
    assertThat(graph.playCount()).isEqualTo(6);
    assertThat(graph.request(graph.playRoot(1)).id()).isEqualTo("r2");
    assertThat(graph.request(graph.playRoot(2)).id()).isEqualTo("r0#2");
    assertThat(graph.request(graph.playRoot(5)).id()).isEqualTo("r2#3");
    assertThat(graph.request(3).offsetNanos()).isEqualTo(0);
  }

  @Test
  void keepsAPartialLastBlockOnlyWhereAnotherPlayHasIt() {
    Workload one =
        workload(
            List.of(List.of(new long[] {1}), List.of(new long[] {1}), List.of(new long[] {2})));

    SessionGraph graph = SessionCopies.repeat(one, 2).graph();

    // every prompt ends in the hash 7; after block 1 two plays have it, after block 2 only one
    assertThat(graph.tail(3)).isEqualTo(7);
    assertThat(graph.tail(4)).isEqualTo(7);
    assertThat(graph.tail(2)).isEqualTo(7);
    assertThat(graph.tail(5)).isNotEqualTo(7);
  }

  @Test
  void leavesAWorkloadAloneThatIsNotRepeated() {
    Workload one = workload(List.of(List.of(new long[] {1})));

    assertThat(SessionCopies.repeat(one, 1)).isSameAs(one);
  }
}

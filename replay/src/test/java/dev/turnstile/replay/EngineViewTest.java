package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engine blocks against token lists that are really written out (trace formats, section 3.1). */
final class EngineViewTest {
  private static final int REQUESTS = 24;

  @ParameterizedTest(name = "trace block {0}, engine block {1}")
  @CsvSource({
    "64, 64", "16, 64", "512, 64", "64, 16", "48, 32", "32, 48", "7, 5", "5, 1", "64, 65"
  })
  void sharesABlockIffTheTokensUpToItsEndAreTheSame(int traceBlock, int engineBlock) {
    long seed = Long.getLong("sim.test.seed", 20261129);
    for (int round = 0; round < 20; round++) {
      SplittableRandom random = new SplittableRandom(seed + round);
      List<long[]> tokens = new ArrayList<>();
      Workloads rows = new Workloads(traceBlock);
      for (int r = 0; r < REQUESTS; r++) {
        int input = 1 + random.nextInt(4 * Math.max(traceBlock, engineBlock));
        long[] ids = random.longs((input + traceBlock - 1) / traceBlock, 0, 2).toArray();
        rows.root("r" + r, r, input, 1, ids);
        tokens.add(tokens(ids, input, traceBlock));
      }

      assertSharing(EngineView.of(rows.build(), engineBlock), tokens, seed + round);
    }
  }

  /** Each id repeated for its block, cut to the prompt's length. */
  private static long[] tokens(long[] ids, int input, int traceBlock) {
    long[] tokens = new long[input];
    Arrays.setAll(tokens, i -> ids[i / traceBlock]);
    return tokens;
  }

  private static void assertSharing(EngineView view, List<long[]> tokens, long seed) {
    BlockIdentity identity = new BlockIdentity(view);
    int blockTokens = view.blocks().blockTokens();
    for (int a = 0; a < tokens.size(); a++) {
      assertThat(identity.promptPathBlocks(a)).isEqualTo(tokens.get(a).length / blockTokens);
      for (int b = 0; b < tokens.size(); b++) {
        int blocks = Math.min(tokens.get(a).length, tokens.get(b).length) / blockTokens;
        for (int j = 0; j < blocks; j++) {
          int end = (j + 1) * blockTokens;
          boolean same = Arrays.equals(tokens.get(a), 0, end, tokens.get(b), 0, end);
          assertThat(identity.owner(a, j) == identity.owner(b, j))
              .as("seed %s, requests %s and %s, block %s", seed, a, b, j)
              .isEqualTo(same);
        }
      }
    }
  }

  @Test
  void keepsBlocksWithoutAnIdToTheRequest() {
    // 600 tokens, one id of 512: the 88 tokens behind it are nobody else's
    Workload workload = new Workloads(512).root("a", 0, 600, 1, 1).root("b", 1, 600, 1, 1).build();

    EngineView view = EngineView.of(workload, 64);

    BlockIdentity identity = new BlockIdentity(view);
    assertThat(view.pathTokens(0)).isEqualTo(512);
    assertThat(identity.owner(0, 7)).isEqualTo(identity.owner(1, 7)).isNotNegative();
    assertThat(identity.owner(0, 8)).isEqualTo(~0);
    assertThat(identity.owner(1, 8)).isEqualTo(~1);
  }

  @Test
  void namesGeneratedBlocksByTheOutputPath() {
    Workload workload = OutputPaths.nextTurn();

    // a: 130 prompt tokens, output named up to 256 tokens by the next prompt's four blocks
    for (int block : new int[] {64, 32, 16}) {
      BlockIdentity identity = new BlockIdentity(EngineView.of(workload, block));
      for (int j = 0; j < 256 / block; j++) {
        assertThat(identity.owner(0, j)).isEqualTo(identity.owner(1, j));
      }
      assertThat(identity.owner(0, 256 / block)).isEqualTo(~0);
    }
  }

  @Test
  void namesAPartialPromptBlockByTheOutputThatCompletesIt() {
    // 180 tokens: 52 of the third block, which the next prompt has whole under another id
    Workload workload = OutputPaths.nextTurn(180);

    BlockIdentity identity = new BlockIdentity(EngineView.of(workload, 16));

    for (int j = 0; j < 256 / 16; j++) {
      assertThat(identity.owner(0, j)).isNotNegative().isEqualTo(identity.owner(1, j));
    }
  }

  @Test
  void ordersUrgentRequestsFirst() {
    Workload workload =
        new Workloads(64)
            .extras(
                new dev.turnstile.workload.graph.RequestNode.Extras(
                    false, false, -1, Long.MIN_VALUE, 5, 0, null, -1))
            .root("urgent", 0, 64, 1, 1)
            .build();

    assertThat(EngineView.of(workload, 64).priority(0)).isEqualTo(-5);
  }
}

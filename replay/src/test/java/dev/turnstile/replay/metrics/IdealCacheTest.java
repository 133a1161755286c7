package dev.turnstile.replay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.engine.worker.EngineRequests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class IdealCacheTest {
  private static final int BLOCK = 16;

  /** Prompts as chains of block ids below one root; the output is unique. */
  private record Prompts(BlockTree blocks, int[] node, int[] depth, long[] input)
      implements EngineRequests {
    static Prompts of(List<long[]> chains, int extraTokens) {
      PromptTreeBuilder builder = new PromptTreeBuilder(BLOCK);
      int root = builder.newRoot();
      int[] node = new int[chains.size()];
      int[] depth = new int[chains.size()];
      long[] input = new long[chains.size()];
      for (int i = 0; i < node.length; i++) {
        long[] chain = chains.get(i);
        node[i] = builder.insert(root, chain, chain.length);
        depth[i] = chain.length;
        input[i] = (long) chain.length * BLOCK + extraTokens;
      }
      PromptTree tree = builder.freeze(node, depth);
      return new Prompts(new BlockTree(tree, BLOCK), node, depth, input);
    }

    @Override
    public int count() {
      return node.length;
    }

    @Override
    public int promptNode(int request) {
      return node[request];
    }

    @Override
    public long pathTokens(int request) {
      return (long) depth[request] * BLOCK;
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
      return input[request];
    }

    @Override
    public long outputTokens(int request) {
      return 1;
    }
  }

  @Test
  void recomputesTheLastBlockOfAnAlignedPrompt() {
    Prompts prompts = Prompts.of(List.of(new long[] {1, 2, 3}, new long[] {1, 2, 3}), 0);
    IdealCache cache = new IdealCache(prompts);

    assertThat(cache.take(0, 1)).isZero();
    assertThat(cache.take(1, 1)).isEqualTo(2 * BLOCK);
  }

  @Test
  void equalsASetOfAllPrefixesSeen() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 100; round++) {
      List<long[]> chains = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        long[] chain = new long[1 + random.nextInt(8)];
        for (int k = 0; k < chain.length; k++) {
          chain[k] = random.nextInt(2);
        }
        chains.add(chain);
      }
      Prompts prompts = Prompts.of(chains, random.nextInt(BLOCK));
      IdealCache cache = new IdealCache(prompts);
      Set<List<Long>> seen = new HashSet<>();
      for (int i = 0; i < chains.size(); i++) {
        assertThat(cache.take(i, 1))
            .as("round %d, prompt %d", round, i)
            .isEqualTo(expected(seen, chains.get(i), prompts.inputTokens(i)));
      }
    }
  }

  private static long expected(Set<List<Long>> seen, long[] chain, long input) {
    long hit = 0;
    boolean contiguous = true;
    List<Long> prefix = new ArrayList<>();
    for (long id : chain) {
      prefix.add(id);
      contiguous &= seen.contains(prefix);
      hit += contiguous ? 1 : 0;
      seen.add(List.copyOf(prefix));
    }
    return Math.min(hit, (input - 1) / BLOCK) * BLOCK;
  }

  @Test
  void countsLiveTreesWithoutOverlapAtEqualTimes() {
    List<SessionRow> rows =
        Arrays.asList(row(0, 10), row(10, 20), row(5, 12), row(RequestLog.NO_TIME, 0));

    assertThat(SessionTable.peakLive(rows)).isEqualTo(2);
  }

  private static SessionRow row(long from, long to) {
    return new SessionRow(
        0, "s", 1, 1, from, to, RequestStatus.COMPLETED, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, false);
  }
}

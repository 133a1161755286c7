package dev.turnstile.policies.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RecentPrefixesTest {
  private static final int WORKERS = 4;
  private static final int PROMPTS = 30;
  private static final long NEVER = -1;

  private long nowNanos;

  static List<Long> seeds() {
    long first = Long.getLong("sim.test.seed", 1);
    List<Long> seeds = new ArrayList<>();
    for (long seed = first; seed < first + 20; seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  private static TestPrompts randomPrompts(SplittableRandom random) {
    long[][] chains = new long[PROMPTS][];
    for (int prompt = 0; prompt < PROMPTS; prompt++) {
      chains[prompt] = new long[random.nextInt(13)];
      for (int block = 0; block < chains[prompt].length; block++) {
        chains[prompt][block] = random.nextInt(6) == 0 ? 2 : 1;
      }
    }
    return TestPrompts.of(4, chains);
  }

  private static int block(BlockTree tree, TestRequest request, int index) {
    return (int) tree.blockNumber(tree.nodeAt(request.promptNode(), index), index);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aBlockCountsForATimeAfterItsLastUse(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TestPrompts prompts = randomPrompts(random);
    long ttl = 50;
    RecentPrefixes recent = new RecentPrefixes(WORKERS, prompts.tree(), ttl, () -> nowNanos);
    long[][] lastUse = new long[WORKERS][(int) prompts.tree().blockCount()];
    Arrays.stream(lastUse).forEach(row -> Arrays.fill(row, NEVER));

    for (int round = 0; round < 400; round++) {
      nowNanos += random.nextInt(10);
      TestRequest sent = prompts.request(round, random.nextInt(PROMPTS), 0);
      int worker = random.nextInt(WORKERS);
      recent.use(sent, worker);
      for (int index = 0; index < sent.hashedBlocks(); index++) {
        lastUse[worker][block(prompts.tree(), sent, index)] = nowNanos;
      }
      TestRequest asked = prompts.request(round, random.nextInt(PROMPTS), 1);
      long[] all = new long[WORKERS];
      recent.blocks(asked, KvTier.HBM, all);
      for (int w = 0; w < WORKERS; w++) {
        int expected = 0;
        while (expected < asked.hashedBlocks()) {
          long used = lastUse[w][block(prompts.tree(), asked, expected)];
          if (used == NEVER || nowNanos - used >= ttl) {
            break;
          }
          expected++;
        }
        assertThat(recent.blocks(asked, w, KvTier.HBM)).isEqualTo(expected);
        assertThat(all[w]).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aTrimKeepsTheMostRecentlyUsedBlocks(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TestPrompts prompts = randomPrompts(random);
    BlockTree tree = prompts.tree();
    RecentPrefixes recent = new RecentPrefixes(1, tree, RecentPrefixes.FOR_EVER, () -> nowNanos);
    long[] lastUse = new long[(int) tree.blockCount()];
    Arrays.fill(lastUse, NEVER);

    for (int round = 0; round < 200; round++) {
      nowNanos++;
      TestRequest sent = prompts.request(round, random.nextInt(PROMPTS), 0);
      recent.use(sent, 0);
      for (int index = 0; index < sent.hashedBlocks(); index++) {
        lastUse[block(tree, sent, index)] = nowNanos;
      }
      if (random.nextInt(10) == 0) {
        long limit = 5L + random.nextInt(30);
        recent.trim(limit);
        forgetWhatIsGone(recent, prompts, lastUse, limit);
      }
    }
  }

  /** Checks a trim against all last uses: the gone blocks are older, or as old and deeper. */
  private static void forgetWhatIsGone(
      RecentPrefixes recent, TestPrompts prompts, long[] lastUse, long limit) {
    boolean[] kept = new boolean[lastUse.length];
    for (int prompt = 0; prompt < PROMPTS; prompt++) {
      TestRequest request = prompts.request(0, prompt, 0);
      long reach = recent.blocks(request, 0, KvTier.HBM);
      for (int index = 0; index < reach; index++) {
        kept[block(prompts.tree(), request, index)] = true;
      }
    }
    long oldestKept = Long.MAX_VALUE;
    long newestGone = NEVER;
    long keptBlocks = 0;
    for (int block = 0; block < kept.length; block++) {
      if (kept[block]) {
        keptBlocks++;
        oldestKept = Math.min(oldestKept, lastUse[block]);
      } else if (lastUse[block] != NEVER) {
        newestGone = Math.max(newestGone, lastUse[block]);
        lastUse[block] = NEVER;
      }
    }
    assertThat(keptBlocks).isEqualTo(recent.heldBlocks(0)).isLessThanOrEqualTo(limit);
    assertThat(oldestKept).isGreaterThanOrEqualTo(newestGone);
  }

  @Test
  void olderDepthsGoFirst() {
    TestPrompts prompts = TestPrompts.of(4, TestPrompts.chain(10, 0, 0));
    RecentPrefixes recent =
        new RecentPrefixes(1, prompts.tree(), RecentPrefixes.FOR_EVER, () -> nowNanos);
    TestRequest deep = prompts.request(0, 0, 0);
    recent.use(deep, 0);
    nowNanos = 1;
    recent.use(TestRequest.number(1).prompt(16, deep.promptNode(), 4), 0);

    // ten blocks: 4 used at 1, the 6 behind them at 0
    recent.trim(10);
    assertThat(recent.blocks(deep, 0, KvTier.HBM)).isEqualTo(10);
    recent.trim(9);
    assertThat(recent.blocks(deep, 0, KvTier.HBM)).isEqualTo(4);
    recent.trim(3);
    assertThat(recent.blocks(deep, 0, KvTier.HBM)).isZero();
    assertThat(recent.heldBlocks(0)).isZero();
  }

  @Test
  void aRemovedWorkerGotNothing() {
    TestPrompts prompts = TestPrompts.of(4, TestPrompts.chain(10, 0, 0));
    RecentPrefixes recent =
        new RecentPrefixes(2, prompts.tree(), RecentPrefixes.FOR_EVER, () -> nowNanos);
    TestRequest request = prompts.request(0, 0, 0);
    recent.use(request, 0);
    recent.use(request, 1);

    recent.onWorkerRemoved(0);
    recent.use(TestRequest.number(1).prompt(8, request.promptNode(), 2), 0);

    assertThat(recent.blocks(request, 0, KvTier.HBM)).isEqualTo(2);
    assertThat(recent.blocks(request, 1, KvTier.HBM)).isEqualTo(10);
    assertThat(recent.blocks(request, 1, KvTier.DRAM)).isZero();
  }
}

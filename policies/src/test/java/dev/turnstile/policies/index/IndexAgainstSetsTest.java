package dev.turnstile.policies.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The incremental books equal plain sets of blocks, on random prompts and orders. */
final class IndexAgainstSetsTest {
  private static final int WORKERS = 5;
  private static final int BLOCK_TOKENS = 4;
  private static final int PROMPTS = 40;

  static List<Long> seeds() {
    long first = Long.getLong("sim.test.seed", 1);
    List<Long> seeds = new ArrayList<>();
    for (long seed = first; seed < first + 20; seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  /** Chains over a small alphabet, so that they branch early, late and end inside others. */
  private static TestPrompts randomPrompts(SplittableRandom random) {
    long[][] chains = new long[PROMPTS][];
    for (int prompt = 0; prompt < PROMPTS; prompt++) {
      chains[prompt] = new long[random.nextInt(13)];
      for (int block = 0; block < chains[prompt].length; block++) {
        chains[prompt][block] = random.nextInt(8) == 0 ? 2 : 1;
      }
    }
    return TestPrompts.of(BLOCK_TOKENS, chains);
  }

  private static long block(BlockTree tree, TestRequest request, int index) {
    return tree.blockNumber(tree.nodeAt(request.promptNode(), index), index);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void loadTrackerCountsEachActiveBlockOnce(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TestPrompts prompts = randomPrompts(random);
    LoadTracker tracker = new LoadTracker(WORKERS, prompts.tree());
    List<TestRequest> inFlight = new ArrayList<>();
    int[] workerOf = new int[300];

    for (int number = 0; number < 300; number++) {
      TestRequest request = prompts.request(number, random.nextInt(PROMPTS), random.nextInt(4));
      int worker = random.nextInt(WORKERS);
      long[] added = new long[WORKERS];
      tracker.addedBlocks(request, added);
      long before = tracker.activeBlocks(worker);
      for (int w = 0; w < WORKERS; w++) {
        assertThat(tracker.addedBlocks(request, w)).isEqualTo(added[w]);
      }
      tracker.onDispatch(request, worker, request.inputTokens());
      assertThat(tracker.activeBlocks(worker) - before).isEqualTo(added[worker]);
      inFlight.add(request);
      workerOf[number] = worker;
      while (inFlight.size() > 12 || (random.nextInt(3) == 0 && !inFlight.isEmpty())) {
        tracker.onComplete(inFlight.remove(random.nextInt(inFlight.size())));
      }
      for (int w = 0; w < WORKERS; w++) {
        assertThat(tracker.activeBlocks(w))
            .isEqualTo(distinctBlocks(prompts.tree(), inFlight, workerOf, w));
      }
    }

    inFlight.forEach(tracker::onComplete);
    tracker.checkIdle();
  }

  private static long distinctBlocks(
      BlockTree tree, List<TestRequest> inFlight, int[] workerOf, int worker) {
    TreeSet<Long> hashed = new TreeSet<>();
    long own = 0;
    for (TestRequest request : inFlight) {
      if (workerOf[request.number()] == worker) {
        for (int index = 0; index < request.hashedBlocks(); index++) {
          hashed.add(block(tree, request, index));
        }
        own += request.inputTokens() % BLOCK_TOKENS == 0 ? 0 : 1;
      }
    }
    return hashed.size() + own;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void prefixIndexFindsTheLongestHeldPrefix(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TestPrompts prompts = randomPrompts(random);
    BlockTree tree = prompts.tree();
    PrefixIndex index = new PrefixIndex(WORKERS, tree);
    boolean[][] held = new boolean[WORKERS][(int) tree.blockCount()];

    for (int round = 0; round < 400; round++) {
      int worker = random.nextInt(WORKERS);
      TestRequest request = prompts.request(round, random.nextInt(PROMPTS), 0);
      if (random.nextInt(5) < 3) {
        store(index, tree, held[worker], worker, request, random.nextBoolean());
      } else {
        shrink(index, tree, held[worker], worker, random);
      }
      TestRequest asked = prompts.request(round, random.nextInt(PROMPTS), random.nextInt(4));
      long[] all = new long[WORKERS];
      index.blocks(asked, KvTier.HBM, all);
      for (int w = 0; w < WORKERS; w++) {
        int expected = 0;
        while (expected < asked.hashedBlocks() && held[w][(int) block(tree, asked, expected)]) {
          expected++;
        }
        assertThat(index.deviceBlocks(asked, w)).isEqualTo(expected);
        assertThat(all[w]).isEqualTo(expected);
      }
    }
  }

  /** Announces what a worker lacks of a prompt, as runs or block by block. */
  private static void store(
      PrefixIndex index,
      BlockTree tree,
      boolean[] held,
      int worker,
      TestRequest request,
      boolean asRuns) {
    int block = 0;
    while (block < request.hashedBlocks()) {
      int node = tree.nodeAt(request.promptNode(), block);
      int end = Math.min(tree.end(node), request.hashedBlocks());
      int to = asRuns ? end : block + 1;
      if (!held[(int) tree.blockNumber(node, to - 1)]) {
        int from = block;
        while (held[(int) tree.blockNumber(node, from)]) {
          from++;
        }
        index.onStored(worker, KvTier.HBM, node, from, to);
      }
      for (; block < to; block++) {
        held[(int) tree.blockNumber(node, block)] = true;
      }
    }
  }

  /** Evicts from the tail of some node that has no held child. */
  private static void shrink(
      PrefixIndex index, BlockTree tree, boolean[] held, int worker, SplittableRandom random) {
    for (int node = tree.nodeCount() - 1; node >= 0; node--) {
      int reach = tree.start(node);
      while (reach < tree.end(node) && held[(int) tree.blockNumber(node, reach)]) {
        reach++;
      }
      if (reach > tree.start(node) && !hasHeldChild(tree, held, node) && random.nextBoolean()) {
        int from = tree.start(node) + random.nextInt(reach - tree.start(node));
        index.onRemoved(worker, KvTier.HBM, node, from, reach);
        for (int block = from; block < reach; block++) {
          held[(int) tree.blockNumber(node, block)] = false;
        }
        return;
      }
    }
  }

  private static boolean hasHeldChild(BlockTree tree, boolean[] held, int node) {
    for (int child = node + 1; child < tree.nodeCount(); child++) {
      if (tree.parent(child) == node
          && tree.start(child) < tree.end(child)
          && held[(int) tree.blockNumber(child, tree.start(child))]) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aRemovedWorkerHoldsNothing() {
    TestPrompts prompts = TestPrompts.of(BLOCK_TOKENS, TestPrompts.chain(2, 2, 1));
    PrefixIndex index = new PrefixIndex(2, prompts.tree());
    TestRequest request = prompts.request(0, 0, 0);
    index.onStored(0, KvTier.HBM, request.promptNode(), 0, 4);
    index.onStored(1, KvTier.HBM, request.promptNode(), 0, 3);

    index.onWorkerRemoved(0);

    assertThat(index.deviceBlocks(request, 0)).isZero();
    assertThat(index.deviceBlocks(request, 1)).isEqualTo(3);
  }
}

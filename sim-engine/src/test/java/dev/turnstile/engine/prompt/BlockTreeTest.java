package dev.turnstile.engine.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.prompt.Chains.Frozen;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BlockTreeTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);

  @Test
  void aBlockThatStraddlesABranchBelongsToTheLowerNode() {
    // Trace blocks of 6 tokens: [1 2] then [3] or [4]; 12 tokens before the branch, 18 in all.
    Frozen frozen =
        new Chains(1, new int[2], List.of(new long[] {1, 2, 3}, new long[] {1, 2, 4})).build(6);

    BlockTree blocks = new BlockTree(frozen.tree(), 5);

    // Blocks end at 5, 10 | 15: the third, tokens 10 to 14, depends on the branch.
    assertThat(blocks.start(1)).isZero();
    assertThat(blocks.end(1)).isEqualTo(2);
    assertThat(blocks.start(2)).isEqualTo(2);
    assertThat(blocks.end(2)).isEqualTo(3);
    assertThat(blocks.nodeAt(3, 2)).isEqualTo(3);
    assertThat(blocks.nodeAt(3, 1)).isEqualTo(1);
    assertThat(blocks.blockCount()).isEqualTo(4);
  }

  @Test
  void aNodeShorterThanABlockIsEmpty() {
    Frozen frozen =
        new Chains(1, new int[2], List.of(new long[] {1, 2, 3}, new long[] {1, 4, 5})).build(16);

    BlockTree blocks = new BlockTree(frozen.tree(), 32);

    // The shared run has 16 tokens, no whole block; each branch ends at 48 and holds one block.
    assertThat(blocks.end(1)).isEqualTo(blocks.start(1)).isZero();
    assertThat(blocks.end(2)).isEqualTo(1);
    assertThat(blocks.nodeAt(2, 0)).isEqualTo(2);
    assertThat(blocks.nodeCount()).isEqualTo(4);
    assertThat(blocks.parent(1)).isZero();
    assertThat(blocks.blockTokens()).isEqualTo(32);
  }

  @Test
  void refusesBlocksWithoutTokens() {
    PromptTree tree = new PromptTreeBuilder(64).freeze(new int[0], new int[0]);

    assertThatThrownBy(() -> new BlockTree(tree, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blockTokens must be >= 1, got 0");
  }

  /** Trace and engine block: smaller, equal, larger, dividing and not. */
  @ParameterizedTest
  @CsvSource({"8,2", "8,3", "8,5", "8,7", "8,8", "8,16", "8,24", "8,12", "8,13", "1,4", "6,4"})
  void namesTheSameBlocksAsTheTokenLists(int traceBlock, int engineBlock) {
    SplittableRandom random = new SplittableRandom(SEED + 100L * traceBlock + engineBlock);
    for (int round = 0; round < 40; round++) {
      Chains chains = Chains.random(random, 1 + random.nextInt(20));
      Frozen frozen = chains.build(traceBlock);
      BlockTree blocks = new BlockTree(frozen.tree(), engineBlock);
      for (int a = 0; a < chains.count(); a++) {
        for (int b = 0; b <= a; b++) {
          assertThat(sharedByTree(chains, frozen, blocks, a, b))
              .as("seed %d round %d prompts %d, %d", SEED, round, a, b)
              .isEqualTo(sharedByTokens(chains, a, b, traceBlock, engineBlock));
        }
      }
      assertThat(numbersOf(chains, frozen, blocks)).hasSize((int) blocks.blockCount());
    }
  }

  /** Every id of a prompt, repeated for each token of its trace block. */
  private static long[] tokens(Chains chains, int prompt, int traceBlock) {
    return Arrays.stream(chains.hashes().get(prompt))
        .flatMap(id -> Arrays.stream(new long[traceBlock]).map(unused -> id))
        .toArray();
  }

  /** Whole engine blocks with equal tokens from the start. */
  private static int sharedByTokens(Chains chains, int a, int b, int traceBlock, int engineBlock) {
    if (chains.roots()[a] != chains.roots()[b]) {
      return 0;
    }
    long[] left = tokens(chains, a, traceBlock);
    long[] right = tokens(chains, b, traceBlock);
    int mismatch = Arrays.mismatch(left, right);
    return (mismatch < 0 ? left.length : mismatch) / engineBlock;
  }

  private static int sharedByTree(Chains chains, Frozen frozen, BlockTree blocks, int a, int b) {
    int shorter = Math.min(chains.hashes().get(a).length, chains.hashes().get(b).length);
    int whole = shorter * frozen.tree().blockTokens() / blocks.blockTokens();
    int shared = 0;
    while (shared < whole
        && blocks.nodeAt(frozen.nodes()[a], shared) == blocks.nodeAt(frozen.nodes()[b], shared)) {
      shared++;
    }
    return shared;
  }

  /** The dense numbers of all blocks of all prompts. */
  private static Set<Long> numbersOf(Chains chains, Frozen frozen, BlockTree blocks) {
    Set<Long> numbers = new HashSet<>();
    for (int i = 0; i < chains.count(); i++) {
      int tokens = chains.hashes().get(i).length * frozen.tree().blockTokens();
      for (int block = 0; block < tokens / blocks.blockTokens(); block++) {
        int node = blocks.nodeAt(frozen.nodes()[i], block);
        long number = blocks.blockNumber(node, block);
        assertThat(number).isBetween(0L, blocks.blockCount() - 1);
        numbers.add(number);
      }
    }
    return numbers;
  }
}

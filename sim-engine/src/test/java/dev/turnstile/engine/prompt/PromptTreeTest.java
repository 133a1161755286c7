package dev.turnstile.engine.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.prompt.Chains.Frozen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PromptTreeTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int ROUNDS = 300;

  private static Chains chains(long[]... hashes) {
    return new Chains(1, new int[hashes.length], List.of(hashes));
  }

  private static long[] chain(long... hashes) {
    return hashes;
  }

  @Test
  void sharesOneNodePerRunThatNoPromptLeavesHalfWay() {
    // 1 2 3 4 5      root - [1 2 3] - [4 5]
    // 1 2 3 6                       - [6]
    // 1 2            stops inside the first run
    Frozen frozen = chains(chain(1, 2, 3, 4, 5), chain(1, 2, 3, 6), chain(1, 2)).build(64);
    PromptTree tree = frozen.tree();

    assertThat(frozen.nodes()).containsExactly(2, 3, 1);
    assertThat(tree.nodeCount()).isEqualTo(4);
    assertThat(tree.parents()).containsExactly(PromptTree.NO_NODE, 0, 1, 1);
    assertThat(tree.startBlock(1)).isZero();
    assertThat(tree.endBlock(1)).isEqualTo(3);
    assertThat(tree.startBlock(2)).isEqualTo(3);
    assertThat(tree.endBlock(2)).isEqualTo(5);
    assertThat(tree.nodeAt(2, 2)).isEqualTo(1);
    assertThat(tree.nodeAt(2, 3)).isEqualTo(2);
    assertThat(tree.hash(3, 3)).isEqualTo(6);
    assertThat(tree.distinctBlocks()).isEqualTo(6);
    assertThat(tree.blockTokens()).isEqualTo(64);
  }

  @Test
  void anAgentSessionIsOneNodeHoweverManyTurnsItHas() {
    long[] whole = new long[500];
    Arrays.setAll(whole, i -> i);
    long[][] turns = new long[100][];
    Arrays.setAll(turns, turn -> Arrays.copyOf(whole, 5 * (turn + 1)));

    Frozen frozen = chains(turns).build(64);

    assertThat(frozen.tree().nodeCount()).isEqualTo(2);
    assertThat(frozen.nodes()).containsOnly(1);
  }

  @Test
  void anIdThatRecursElsewhereIsAnotherBlock() {
    Frozen frozen = chains(chain(7, 7, 7, 8), chain(7, 9), chain(7, 7, 9)).build(512);

    // [7] - [7] - [7 8]; [7] - [9]; [7 7] - [9]: the distinct blocks are 7, 77, 777, 7778, 79, 779.
    assertThat(frozen.tree().distinctBlocks()).isEqualTo(6);
  }

  @Test
  void promptsUnderDifferentRootsShareNothing() {
    Chains chains = new Chains(2, new int[] {0, 1}, List.of(chain(1, 2), chain(1, 2)));

    Frozen frozen = chains.build(64);

    assertThat(frozen.tree().distinctBlocks()).isEqualTo(4);
    assertThat(frozen.nodes()[0]).isNotEqualTo(frozen.nodes()[1]);
  }

  @Test
  void promptWithoutBlocksIsAtItsRoot() {
    Frozen frozen = chains(chain(), chain(1)).build(64);

    assertThat(frozen.nodes()).containsExactly(0, 1);
    assertThat(frozen.tree().chain(0, 0)).isEmpty();
  }

  @Test
  void forgetsChainsThatNoPromptUses() {
    PromptTreeBuilder builder = new PromptTreeBuilder(64);
    int root = builder.newRoot();
    int kept = builder.insert(root, chain(1, 2, 3), 3);
    builder.insert(root, chain(1, 9), 2);
    int[] nodes = {-1, kept};

    PromptTree tree = builder.freeze(nodes, new int[] {0, 3});

    assertThat(nodes).containsExactly(-1, 1);
    assertThat(tree.nodeCount()).isEqualTo(2);
    assertThat(tree.chain(1, 3)).containsExactly(1, 2, 3);
  }

  @Test
  void refusesBlocksWithoutTokens() {
    assertThatThrownBy(() -> new PromptTreeBuilder(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blockTokens must be >= 1, got 0");
  }

  @Test
  void keepsEveryChainOnRandomPrompts() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      Chains chains = Chains.random(random, 1 + random.nextInt(60));
      Frozen frozen = chains.build(64);

      Set<List<Long>> distinct = new HashSet<>();
      for (int i = 0; i < chains.count(); i++) {
        long[] chain = chains.hashes().get(i);
        assertThat(frozen.tree().chain(frozen.nodes()[i], chain.length))
            .as("seed %d round %d", SEED, round)
            .isEqualTo(chain);
        for (int depth = 1; depth <= chain.length; depth++) {
          List<Long> prefix = new ArrayList<>(List.of((long) chains.roots()[i]));
          Arrays.stream(chain, 0, depth).forEach(prefix::add);
          distinct.add(prefix);
        }
      }
      assertThat(frozen.tree().distinctBlocks()).isEqualTo(distinct.size());
    }
  }

  @Test
  void twoPromptsHaveTheSameNodeExactlyInTheirCommonPrefix() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < ROUNDS / 3; round++) {
      Chains chains = Chains.random(random, 1 + random.nextInt(25));
      Frozen frozen = chains.build(64);
      for (int a = 0; a < chains.count(); a++) {
        for (int b = 0; b < a; b++) {
          assertThat(sharedBlocks(frozen, chains, a, b))
              .as("seed %d round %d prompts %d, %d", SEED, round, a, b)
              .isEqualTo(chains.common(a, b));
        }
      }
    }
  }

  private static int sharedBlocks(Frozen frozen, Chains chains, int a, int b) {
    int shorter = Math.min(chains.hashes().get(a).length, chains.hashes().get(b).length);
    int shared = 0;
    while (shared < shorter
        && frozen.tree().nodeAt(frozen.nodes()[a], shared)
            == frozen.tree().nodeAt(frozen.nodes()[b], shared)) {
      shared++;
    }
    return shared;
  }

  @Test
  void doesNotDependOnTheOrderOfInsertion() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      Chains chains = Chains.random(random, 1 + random.nextInt(60));
      Frozen expected = chains.build(64);
      Frozen shuffled = chains.build(64, Chains.shuffled(random, chains.count()));

      assertThat(shuffled.nodes()).as("seed %d round %d", SEED, round).isEqualTo(expected.nodes());
      assertThat(shuffled.tree()).usingRecursiveComparison().isEqualTo(expected.tree());
    }
  }

  @Test
  void isAsSmallAsAPathCompressedTreeCanBe() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      PromptTree tree = Chains.random(random, 1 + random.nextInt(60)).build(64).tree();
      int[] children = new int[tree.nodeCount()];
      for (int node = 0; node < tree.nodeCount(); node++) {
        int parent = tree.parent(node);
        if (parent == PromptTree.NO_NODE) {
          assertThat(tree.endBlock(node)).isZero();
        } else {
          assertThat(parent).isLessThan(node);
          assertThat(tree.startBlock(node)).isEqualTo(tree.endBlock(parent));
          assertThat(tree.endBlock(node)).isGreaterThan(tree.startBlock(node));
          children[parent]++;
        }
      }
      for (int node = 0; node < tree.nodeCount(); node++) {
        boolean root = tree.parent(node) == PromptTree.NO_NODE;
        assertThat(!root && children[node] == 1).as("only child of node %d", node).isFalse();
      }
    }
  }
}

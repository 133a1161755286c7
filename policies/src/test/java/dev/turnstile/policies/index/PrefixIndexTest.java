package dev.turnstile.policies.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import org.junit.jupiter.api.Test;

final class PrefixIndexTest {
  // One run of four blocks, stored under one node.
  private final TestPrompts prompts = TestPrompts.of(16, TestPrompts.chain(4, 0, 0));
  private final PrefixIndex index = new PrefixIndex(2, prompts.tree());
  private final TestRequest request = prompts.request(0, 0, 3);
  private final int node = request.promptNode();

  @Test
  void rangesMayArriveBlockByBlockOrAtOnce() {
    index.onStored(0, KvTier.HBM, node, 0, 1);
    index.onStored(0, KvTier.HBM, node, 1, 2);
    index.onStored(1, KvTier.HBM, node, 0, 4);

    assertThat(index.deviceBlocks(request, 0)).isEqualTo(2);
    assertThat(index.deviceBlocks(request, 1)).isEqualTo(4);
  }

  @Test
  void removalShrinksFromTheTail() {
    index.onStored(0, KvTier.HBM, node, 0, 4);

    index.onRemoved(0, KvTier.HBM, node, 3, 4);
    index.onRemoved(0, KvTier.HBM, node, 1, 3);

    assertThat(index.deviceBlocks(request, 0)).isEqualTo(1);
  }

  @Test
  void slowerTiersCountOnlyTheContinuation() {
    index.onStored(0, KvTier.HBM, node, 0, 1);
    index.onStored(0, KvTier.DRAM, node, 0, 3);
    index.onStored(0, KvTier.DISK, node, 0, 4);
    index.onStored(1, KvTier.DISK, node, 0, 2);
    long[] disk = new long[2];

    index.blocks(request, KvTier.DISK, disk);

    assertThat(index.blocks(request, 0, KvTier.HBM)).isEqualTo(1);
    assertThat(index.blocks(request, 0, KvTier.DRAM)).isEqualTo(2);
    assertThat(index.blocks(request, 0, KvTier.DISK)).isEqualTo(1);
    assertThat(disk).containsExactly(1, 2);
    assertThat(index.blocks(request, 0, KvTier.REMOTE)).isZero();
  }

  @Test
  void aPromptWithoutFullBlockIsNowhere() {
    index.onStored(0, KvTier.HBM, node, 0, 4);
    TestRequest shorter = TestRequest.number(1).prompt(15, node, 0);
    long[] all = {7, 7};

    index.blocks(shorter, KvTier.HBM, all);

    assertThat(index.deviceBlocks(shorter, 0)).isZero();
    assertThat(all).containsExactly(0, 0);
  }

  @Test
  void refusesARangeWithAGapBeforeIt() {
    assertThatThrownBy(() -> index.onStored(0, KvTier.HBM, node, 2, 4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("worker 0 stored blocks [2,4) of node " + node + " in hbm, but holds [0,0)");
  }

  @Test
  void refusesToRemoveWhatIsNotTheTail() {
    index.onStored(0, KvTier.HBM, node, 0, 4);

    assertThatThrownBy(() -> index.onRemoved(0, KvTier.HBM, node, 1, 2))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> index.onRemoved(1, KvTier.HBM, node, 1, 2))
        .isInstanceOf(IllegalStateException.class);
    assertThat(index.deviceBlocks(request, 0)).isEqualTo(4);
  }

  @Test
  void refusesRangesOutsideTheNode() {
    assertThatThrownBy(() -> index.onStored(0, KvTier.HBM, node, 0, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> index.onStored(0, KvTier.HBM, node, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> index.onStored(2, KvTier.HBM, node, 0, 4))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> index.onStored(0, KvTier.REMOTE, node, 0, 4))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

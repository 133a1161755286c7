package dev.turnstile.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import org.junit.jupiter.api.Test;

final class WorkerConfigTest {

  private static WorkerConfig config(int blockTokens, long kvBlocks, long maxModelLen) {
    return config(blockTokens, kvBlocks, maxModelLen, true);
  }

  private static WorkerConfig config(
      int blockTokens, long kvBlocks, long maxModelLen, boolean chunked) {
    return new WorkerConfig(
        blockTokens,
        kvBlocks,
        8192,
        256,
        0,
        chunked,
        true,
        0,
        true,
        QueueOrder.FCFS,
        PreemptionMode.LIFO,
        FreeOrder.FREE_FIRST,
        maxModelLen,
        1000,
        false);
  }

  @Test
  void lastSampledTokenNeedsNoKv() {
    WorkerConfig config = config(64, 8, 0);

    assertThat(config.neededBlocks(130, 0)).isEqualTo(3);
    assertThat(config.neededBlocks(130, 1)).isEqualTo(3);
    assertThat(config.neededBlocks(130, 63)).isEqualTo(3); // 192 tokens
    assertThat(config.neededBlocks(130, 64)).isEqualTo(4);
  }

  @Test
  void requestThatGrowsBeyondThePoolIsNeverServed() {
    WorkerConfig config = config(64, 8, 0);

    assertThat(config.canEverServe(512, 1)).isTrue();
    assertThat(config.canEverServe(448, 65)).isTrue(); // 512 tokens
    assertThat(config.canEverServe(448, 100)).isFalse(); // 547 tokens, 9 blocks
    assertThat(config.canEverServe(640, 1)).isFalse();
    assertThat(config(64, WorkerConfig.UNLIMITED, 0).canEverServe(1L << 40, 1L << 40)).isTrue();
  }

  @Test
  void hugeOutputsDoNotOverflow() {
    // 600 + 3,000,000,000 - 1 tokens
    assertThat(config(512, 100_000, 0).neededBlocks(600, 3_000_000_000L)).isEqualTo(5_859_377);
    // 600 + (2^63 - 1) - 1 = 2^63 + 598 tokens, 2^54 full blocks and a part of another
    assertThat(config(512, 100_000, 0).neededBlocks(600, Long.MAX_VALUE)).isEqualTo((1L << 54) + 2);
    assertThat(config(512, 100_000, 0).canEverServe(600, Long.MAX_VALUE)).isFalse();
    assertThat(config(1, 100_000, 0).canEverServe(600, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void outputIsCutAtTheModelsLength() {
    WorkerConfig config = config(64, 8, 500);

    assertThat(config.cappedOutput(480, 10)).isEqualTo(10);
    assertThat(config.cappedOutput(480, 1000)).isEqualTo(20);
    assertThat(config.canEverServe(480, 1000)).isTrue(); // 499 tokens, 8 blocks
    assertThat(config.canEverServe(500, 1)).isFalse();
  }

  @Test
  void withoutChunkingAPromptAboveTheBudgetIsNeverServed() {
    WorkerConfig whole = config(64, WorkerConfig.UNLIMITED, 0, false);

    assertThat(whole.canEverServe(8192, 500)).isTrue(); // each output token is a step of its own
    assertThat(whole.canEverServe(8193, 1)).isFalse();
    assertThat(config(64, WorkerConfig.UNLIMITED, 0, true).canEverServe(8193, 1)).isTrue();
  }

  @Test
  void namesTheSettingThatIsOutOfRange() {
    assertThatThrownBy(() -> config(0, 8, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blockTokens must be >= 1, got 0");
    assertThatThrownBy(() -> config(64, 0, 0)).hasMessage("kvBlocks must be >= 1, got 0");
    assertThatThrownBy(() -> config(64, 8, -1)).hasMessage("maxModelLen must be >= 0, got -1");
  }
}

package dev.turnstile.replay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SessionSplitTest {
  @Test
  void countsOverlappingToolsOnce() {
    // two turns 0..42 and 1042..1059, tools 52..442 and 242..942: union 890
    SessionSplit split = new SessionSplit();
    split.add(SessionSplit.LLM, 0, 42);
    split.add(SessionSplit.LLM, 1042, 1059);
    split.add(SessionSplit.TOOL, 52, 442);
    split.add(SessionSplit.TOOL, 242, 942);

    split.split(0, 1059);

    assertThat(split.nanos).containsExactly(59, 0, 890, 110);
  }

  @Test
  void resolvesOverlapsInTheOrderLlmPausedToolIdle() {
    SessionSplit split = new SessionSplit();
    split.add(SessionSplit.TOOL, 0, 100);
    split.add(SessionSplit.PAUSED, 20, 60);
    split.add(SessionSplit.LLM, 50, 70);

    split.split(0, 120);

    assertThat(split.nanos).containsExactly(20, 30, 50, 20);
  }

  @Test
  void equalsCountingEveryTick() {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 200; round++) {
      SessionSplit split = new SessionSplit();
      int[] best = new int[300];
      java.util.Arrays.fill(best, 3);
      for (int i = 0; i < 12; i++) {
        int kind = random.nextInt(3);
        int from = random.nextInt(250);
        int to = from + random.nextInt(50);
        split.add(kind, from, to);
        for (int t = from; t < to; t++) {
          best[t] = Math.min(best[t], kind);
        }
      }
      long[] expected = new long[4];
      for (int t = 0; t < 300; t++) {
        expected[best[t]]++;
      }

      split.split(0, 300);

      assertThat(split.nanos).as("round %d", round).containsExactly(expected);
    }
  }
}

package dev.turnstile.engine.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.worker.Evictions;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EvictedBlocksTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int NODES = 3;
  private static final int BLOCKS = 12;

  private final EvictedBlocks evicted = new EvictedBlocks();

  private String list(int node, int from, int to) {
    Evictions evictions = new Evictions();
    evicted.addTo(evictions, node, from, to);
    return text(evictions);
  }

  private static String text(Evictions evictions) {
    StringBuilder text = new StringBuilder();
    for (int run = 0; run < evictions.size(); run++) {
      text.append(evictions.blocks(run))
          .append(" by ")
          .append(evictions.request(run))
          .append(" at ")
          .append(evictions.timeNanos(run))
          .append("; ");
    }
    return text.toString();
  }

  @Test
  void joinsNeighboursOfOneRequestAndTime() {
    evicted.setNow(5);
    evicted.add(0, 6, 8, 1);
    evicted.add(0, 4, 6, 1);
    evicted.add(0, 3, 4, 2);
    evicted.setNow(6);
    evicted.add(0, 2, 3, 2);

    assertThat(list(0, 0, 9)).isEqualTo("1 by 2 at 6; 1 by 2 at 5; 4 by 1 at 5; ");
    assertThat(list(0, 3, 6)).isEqualTo("1 by 2 at 5; 2 by 1 at 5; ");
    assertThat(list(1, 0, 9)).isEmpty();
  }

  @Test
  void cutsWhatIsHereAgain() {
    evicted.add(0, 0, 10, 1);
    evicted.remove(0, 0, 2);
    evicted.remove(0, 5, 6);

    assertThat(list(0, 0, 5)).isEqualTo("3 by 1 at 0; ");
    assertThat(list(0, 5, 6)).isEmpty();
    assertThat(list(0, 5, 10)).isEqualTo("4 by 1 at 0; ");
  }

  @Test
  void equalsABookPerBlock() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 200; round++) {
      EvictedBlocks blocks = new EvictedBlocks();
      int[][] by = new int[NODES][BLOCKS];
      long[][] at = new long[NODES][BLOCKS];
      for (int action = 0; action < 100; action++) {
        int node = random.nextInt(NODES);
        int from = random.nextInt(BLOCKS);
        int to = from + 1 + random.nextInt(BLOCKS - from);
        long now = action / 4;
        blocks.setNow(now);
        if (random.nextBoolean()) {
          blocks.remove(node, from, to);
          Arrays.fill(by[node], from, to, 0);
        } else if (Arrays.stream(by[node], from, to).allMatch(request -> request == 0)) {
          int request = 1 + random.nextInt(3);
          blocks.add(node, from, to, request);
          Arrays.fill(by[node], from, to, request);
          Arrays.fill(at[node], from, to, now);
        }
        assertThat(listed(blocks, node, from, to))
            .as("seed %d round %d action %d", SEED, round, action)
            .isEqualTo(expected(by[node], at[node], from, to));
      }
    }
  }

  private static String listed(EvictedBlocks blocks, int node, int from, int to) {
    Evictions evictions = new Evictions();
    blocks.addTo(evictions, node, from, to);
    return text(evictions);
  }

  private static String expected(int[] by, long[] at, int from, int to) {
    Evictions evictions = new Evictions();
    for (int block = from; block < to; block++) {
      if (by[block] > 0) {
        evictions.add(by[block], 1, at[block]);
      }
    }
    return text(evictions);
  }
}

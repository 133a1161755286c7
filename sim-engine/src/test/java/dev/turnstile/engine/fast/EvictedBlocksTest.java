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
  private int list = EvictedBlocks.NONE;

  private void add(int from, int to, int request) {
    list = evicted.add(list, from, to, request);
  }

  private String told(int from, int to) {
    Evictions evictions = new Evictions();
    evicted.tell(list, from, to, evictions);
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
    add(6, 8, 1);
    add(4, 6, 1);
    add(3, 4, 2);
    evicted.setNow(6);
    add(2, 3, 2);

    assertThat(told(0, 9)).isEqualTo("1 by 2 at 6; 1 by 2 at 5; 4 by 1 at 5; ");
    assertThat(told(3, 6)).isEqualTo("1 by 2 at 5; 2 by 1 at 5; ");
  }

  @Test
  void cutsWhatIsHereAgain() {
    add(0, 10, 1);
    list = evicted.remove(list, 0, 2);
    list = evicted.remove(list, 5, 6);

    assertThat(told(0, 5)).isEqualTo("3 by 1 at 0; ");
    assertThat(told(5, 6)).isEmpty();
    assertThat(told(5, 10)).isEqualTo("4 by 1 at 0; ");
  }

  @Test
  void equalsABookPerBlock() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 200; round++) {
      EvictedBlocks blocks = new EvictedBlocks();
      int[] lists = new int[NODES];
      Arrays.fill(lists, EvictedBlocks.NONE);
      int[][] by = new int[NODES][BLOCKS];
      long[][] at = new long[NODES][BLOCKS];
      for (int action = 0; action < 100; action++) {
        int node = random.nextInt(NODES);
        int from = random.nextInt(BLOCKS);
        int to = from + 1 + random.nextInt(BLOCKS - from);
        long now = action / 4;
        blocks.setNow(now);
        if (random.nextBoolean()) {
          lists[node] = blocks.remove(lists[node], from, to);
          Arrays.fill(by[node], from, to, 0);
        } else if (Arrays.stream(by[node], from, to).allMatch(request -> request == 0)) {
          int request = 1 + random.nextInt(3);
          lists[node] = blocks.add(lists[node], from, to, request);
          Arrays.fill(by[node], from, to, request);
          Arrays.fill(at[node], from, to, now);
        }
        Evictions told = new Evictions();
        int gone = blocks.tell(lists[node], from, to, told);
        String where = "seed %d round %d action %d".formatted(SEED, round, action);
        assertThat(text(told)).as(where).isEqualTo(expected(by[node], at[node], from, to));
        assertThat(gone)
            .as(where)
            .isEqualTo((int) Arrays.stream(by[node], from, to).filter(r -> r > 0).count());
      }
    }
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

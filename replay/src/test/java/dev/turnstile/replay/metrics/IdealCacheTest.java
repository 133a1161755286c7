package dev.turnstile.replay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class IdealCacheTest {
  private static final int BLOCK = ChainRequests.BLOCK;

  @Test
  void recomputesTheLastBlockOfAnAlignedPrompt() {
    ChainRequests prompts =
        ChainRequests.of(List.of(new long[] {1, 2, 3}, new long[] {1, 2, 3}), 0);
    IdealCache cache = new IdealCache(prompts);

    assertThat(cache.hitTokens(0, cache.take(0, 1))).isZero();
    assertThat(cache.take(1, 1)).isEqualTo(3);
    assertThat(cache.hitTokens(1, 3)).isEqualTo(2 * BLOCK);
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
      ChainRequests prompts = ChainRequests.of(chains, random.nextInt(BLOCK));
      IdealCache cache = new IdealCache(prompts);
      Set<List<Long>> seen = new HashSet<>();
      for (int i = 0; i < chains.size(); i++) {
        assertThat(cache.hitTokens(i, cache.take(i, 1)))
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
        0, "s", 1, 1, from, to, RequestStatus.COMPLETED, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, false);
  }
}

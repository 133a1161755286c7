package dev.turnstile.replay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

final class ClairvoyantCacheTest {
  private static final long BLOCK = ChainRequests.BLOCK;

  private static RequestLog completed(int requests) {
    RequestLog log = new RequestLog(requests, ChainRequests.BLOCK);
    Arrays.fill(log.worker, 0);
    Arrays.fill(log.status, RequestStatus.COMPLETED);
    return log;
  }

  /** Each request ends before the next one comes. */
  private static IntArrayList oneByOne(int requests) {
    IntArrayList order = new IntArrayList();
    for (int r = 0; r < requests; r++) {
      order.add(r);
      order.add(~r);
    }
    return order;
  }

  @Test
  void keepsWhatIsAskedForNext() {
    // A = 1 2, B = 3 4, C = 5 6, each with 5 tokens more; order A B C A B, room for 2 idle blocks.
    // After A: keep A (next at 4th). After B: A is next, B goes. After C: never again, goes.
    // A: 2 hits. Then B is gone: 0 hits. LRU would hit nothing. Without limit: A 2, B 2.
    long[] a = {1, 2};
    long[] b = {3, 4};
    long[] c = {5, 6};
    ChainRequests requests = ChainRequests.of(List.of(a, b, c, a, b), 5);

    ClairvoyantCache cache = new ClairvoyantCache(requests, completed(5));

    assertThat(cache.hits(oneByOne(5), new long[] {2}))
        .isEqualTo(new ClairvoyantCache.Hits(2 * BLOCK, 4 * BLOCK));
    // 3 blocks: of B the first one stays, its tail goes.
    assertThat(cache.hits(oneByOne(5), new long[] {3}))
        .isEqualTo(new ClairvoyantCache.Hits(3 * BLOCK, 4 * BLOCK));
    assertThat(cache.hits(oneByOne(5), new long[] {4}))
        .isEqualTo(new ClairvoyantCache.Hits(4 * BLOCK, 4 * BLOCK));
  }

  @Test
  void findsBlocksOfRunningRequestsWithoutRoom() {
    long[] chain = {1, 2, 3};
    ChainRequests requests = ChainRequests.of(List.of(chain, chain), 1);
    IntArrayList together = IntArrayList.of(0, 1, ~0, ~1);

    assertThat(new ClairvoyantCache(requests, completed(2)).hits(together, new long[] {0}))
        .isEqualTo(new ClairvoyantCache.Hits(3 * BLOCK, 3 * BLOCK));
  }

  @Test
  void findsNothingOnAnotherWorker() {
    long[] chain = {1, 2, 3};
    ChainRequests requests = ChainRequests.of(List.of(chain, chain, chain), 1);
    RequestLog log = completed(3);
    log.worker[1] = 1;

    // The third one is on the first one's worker.
    assertThat(new ClairvoyantCache(requests, log).hits(oneByOne(3), new long[] {9, 9}))
        .isEqualTo(new ClairvoyantCache.Hits(3 * BLOCK, 3 * BLOCK));
  }

  @Test
  void isTheBestOfAllChoicesAndNeverWorseThanLru() {
    SplittableRandom random = new SplittableRandom(11);
    int better = 0;
    for (int round = 0; round < 1500; round++) {
      CacheCase one = CacheCase.random(random);
      int capacity = random.nextInt(6);

      ClairvoyantCache.Hits bounds = one.bounds(capacity);

      String name = "round " + round + ", " + capacity + " blocks: " + one;
      assertThat(bounds.pooledTokens()).as(name).isEqualTo(one.best(capacity));
      assertThat(bounds.unlimitedTokens()).as(name).isEqualTo(one.leastRecentlyUsed(32));
      long lru = one.leastRecentlyUsed(capacity);
      assertThat(bounds.pooledTokens()).as(name).isGreaterThanOrEqualTo(lru);
      better += bounds.pooledTokens() > lru ? 1 : 0;
    }
    assertThat(better).isGreaterThan(100);
  }

  @Test
  void judgesManyRequestsQuickly() {
    // 1,000 sessions of 100 turns, taking turns; contexts grow by 4 blocks, 400 at the end.
    int sessions = 1000;
    int turns = 100;
    List<ChainRequests.Prompt> prompts = new ArrayList<>();
    for (int session = 0; session < sessions; session++) {
      long[] chain = new long[4 * turns];
      Arrays.fill(chain, session);
      for (int turn = 1; turn <= turns; turn++) {
        prompts.add(new ChainRequests.Prompt(Arrays.copyOf(chain, 4 * turn), 4 * turn, 1, 1));
      }
    }
    ChainRequests requests = new ChainRequests(prompts);
    IntArrayList order = new IntArrayList();
    for (int turn = 0; turn < turns; turn++) {
      for (int session = 0; session < sessions; session++) {
        order.add(session * turns + turn);
        order.add(~(session * turns + turn));
      }
    }
    RequestLog log = completed(prompts.size());

    // A turn finds the one before: 4 * (0 + 1 + ... + 99) blocks per session.
    long all = 4L * (turns * (turns - 1) / 2) * sessions * BLOCK;
    ClairvoyantCache.Hits hits =
        Assertions.assertTimeout(
            Duration.ofSeconds(20),
            () -> new ClairvoyantCache(requests, log).hits(order, new long[] {20_000}));
    assertThat(hits.unlimitedTokens()).isEqualTo(all);
    assertThat(hits.pooledTokens()).isBetween(all / 20, all / 2);
  }
}

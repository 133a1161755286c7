package dev.turnstile.workload.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.Workloads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrefixSharingTest {
  @Test
  void countsLeadingBlocksSeenBefore() {
    // The chains [7,7,7,8], [7,9], [7,7,9]: identity is the chain, so hits are 0, 1 and 2 of 9.
    Workload workload =
        Workloads.prompts(List.of(List.of(7, 7, 7, 8), List.of(7, 9), List.of(7, 7, 9)));

    Inspection.Sharing sharing = Inspection.of(workload).sharing();

    assertThat(sharing.blocks()).isEqualTo(9);
    assertThat(sharing.prefixHitBlocks()).isEqualTo(3);
    assertThat(sharing.distinctBlocks()).isEqualTo(6);
    assertThat(sharing.prefixHitRatio()).isCloseTo(3 / 9.0, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void equalsABlockByBlockCacheOfEachSize(long seed) {
    Workload workload = Workloads.randomPrompts(seed, 60, 12, 3);

    Inspection.Sharing sharing = Inspection.of(workload).sharing();

    assertThat(sharing.cacheCurve()).isNotEmpty();
    for (Inspection.CachePoint point : sharing.cacheCurve()) {
      long hits = lruHits(workload, (int) point.blocks());
      assertThat(point.hitRatio()).isCloseTo((double) hits / sharing.blocks(), within(1e-12));
    }
  }

  /** A cache of single blocks, the most recent first; a block is its chain from the start. */
  private static long lruHits(Workload workload, int capacity) {
    Deque<List<Long>> cache = new ArrayDeque<>();
    long hits = 0;
    for (int r = 0; r < workload.graph().requestCount(); r++) {
      var prompt = workload.graph().request(r).prompt();
      List<Long> chain = new ArrayList<>();
      for (long hash : workload.prompts().chain(prompt.node(), prompt.blocks())) {
        chain.add(hash);
      }
      int depth = 0;
      while (depth < chain.size() && cache.contains(chain.subList(0, depth + 1))) {
        depth++;
      }
      hits += depth;
      for (int d = chain.size(); d > 0; d--) {
        List<Long> block = List.copyOf(chain.subList(0, d));
        cache.remove(block);
        cache.addFirst(block);
        if (cache.size() > capacity) {
          cache.removeLast();
        }
      }
    }
    return hits;
  }
}

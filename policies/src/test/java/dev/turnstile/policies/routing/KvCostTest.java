package dev.turnstile.policies.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestOverlap;
import dev.turnstile.policies.fixtures.TestPolicies;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.PolicyParams;
import it.unimi.dsi.fastutil.ints.IntList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The worked examples of policies.md 2.5: blocks of 16 tokens, a prompt of 160 tokens in 10 blocks,
 * none of them active anywhere.
 */
final class KvCostTest {
  private static final TestRequest REQUEST = TestRequest.number(0).tokens(160);

  private final TestLoads twoLoads = TestLoads.requests(0, 0);

  private static double[] costs(String policy, TestLoads loads, TestOverlap overlap, int workers) {
    TestContext context = TestContext.workers(workers).with(loads).with(overlap);
    PolicyParams params = PolicyRegistry.builtIn().select(policy).router().params();
    KvBooks books = new KvBooks(params, context, KvBooks.Overlap.EVENTS);
    KvCost cost = new KvCost(params, context, books);
    int[] all = java.util.stream.IntStream.range(0, workers).toArray();
    cost.compute(REQUEST, IntList.of(all));
    return java.util.Arrays.stream(all).mapToDouble(cost::of).toArray();
  }

  private static int worker(String policy, TestLoads loads, TestOverlap overlap, int workers) {
    TestContext context = TestContext.workers(workers).with(loads).with(overlap);
    return TestPolicies.place(TestPolicies.router(policy, context), REQUEST);
  }

  @Test
  @DisplayName("KV-1: load beats cache")
  void kv1LoadBeatsCache() {
    TestLoads loads = twoLoads.worker(0, 0, 20).worker(1, 320, 25);
    TestOverlap overlap = TestOverlap.device(0, 8);

    // (0 + 160)/16 + 20 + 10 = 40; (320 + 160)/16 - 8 + 25 + 10 = 57
    assertThat(costs("kv", loads, overlap, 2)).containsExactly(40, 57);
    assertThat(worker("kv", loads, overlap, 2)).isEqualTo(0);
  }

  @Test
  @DisplayName("KV-2: cache wins")
  void kv2CacheWins() {
    TestLoads loads = twoLoads.worker(0, 0, 20).worker(1, 0, 25);
    TestOverlap overlap = TestOverlap.device(0, 8);

    assertThat(costs("kv", loads, overlap, 2)).containsExactly(40, 37);
    assertThat(worker("kv", loads, overlap, 2)).isEqualTo(1);
  }

  @Test
  @DisplayName("KV-3: tiers")
  void kv3TiersHaveWeightsOfTheirOwn() {
    TestLoads loads = TestLoads.requests(0, 0, 0);
    TestOverlap overlap =
        TestOverlap.device(2, 0, 5).and(KvTier.DRAM, 4, 0, 0).and(KvTier.DISK, 0, 10, 0);

    // 10 - (2 + 0.75*4) + 10 = 15; 10 - 0.25*10 + 10 = 17.5; 10 - 5 + 10 = 15
    assertThat(costs("kv", loads, overlap, 3)).containsExactly(15, 17.5, 15);
    assertThat(worker("kv", loads, overlap, 3)).isEqualTo(0);
  }

  @Test
  @DisplayName("KV-4: shared pool")
  void kv4TheSharedPoolIsCreditedBeyondTheDevice() {
    TestLoads loads = TestLoads.requests(0, 0, 0);
    // the pool holds blocks [0,8): beyond a device prefix of 6, 0 and 9 blocks these are 2, 8, 0
    TestOverlap overlap = TestOverlap.device(6, 0, 9).and(KvTier.REMOTE, 2, 8, 0);

    assertThat(costs("kv", loads, overlap, 3)).containsExactly(13, 16, 11);
    assertThat(worker("kv", loads, overlap, 3)).isEqualTo(2);
  }

  @Test
  @DisplayName("KV-5: credit clamp")
  void kv5CreditNeverCancelsDecode() {
    TestOverlap overlap = TestOverlap.device(8, 0);

    // credit 16 > raw 10: prefill is 0 and 10 decode blocks are left
    assertThat(costs("kv:overlap_score_credit=2.0", twoLoads, overlap, 2)).containsExactly(10, 20);
  }

  @Test
  @DisplayName("KV-6: decay")
  void kv6CreditDecaysWithExcessPrefill() {
    TestLoads loads = twoLoads.worker(1, 320, 0);
    TestOverlap overlap = TestOverlap.device(0, 8);

    // excess 20 blocks: 1/(1 + 0.5*20/10) = 0.5, so 8 blocks are credited as 4: 30 - 4 + 10
    assertThat(costs("kv:overlap_score_credit_decay=0.5", loads, overlap, 2))
        .containsExactly(20, 36);
    assertThat(costs("kv", loads, overlap, 2)).containsExactly(20, 32);
  }

  @Test
  @DisplayName("KV-8: request term")
  void kv8ActiveRequestsCost() {
    TestLoads loads = TestLoads.requests(3, 0);
    TestOverlap overlap = TestOverlap.device(5, 0);

    // 10 - 5 + 10 + 2*3 = 21; 10 + 10 = 20
    assertThat(costs("kv:decode_active_request_weight=2", loads, overlap, 2))
        .containsExactly(21, 20);
    assertThat(worker("kv:decode_active_request_weight=2", loads, overlap, 2)).isEqualTo(1);
    assertThat(worker("kv", loads, overlap, 2)).isEqualTo(0);
  }

  @Test
  void prefillIsNotRoundedToBlocks() {
    TestLoads loads = twoLoads.worker(0, 8, 0);

    assertThat(costs("kv", loads, TestOverlap.device(0, 0), 2)).containsExactly(20.5, 20);
  }

  @Test
  void prefillCanBeScaled() {
    assertThat(costs("kv:prefill_load_scale=0.5", twoLoads, TestOverlap.device(0, 8), 2))
        .containsExactly(15, 11);
  }

  @Test
  void withoutPrefillTokensThereIsNeitherPrefillNorCredit() {
    TestLoads loads = twoLoads.worker(0, 320, 3);

    assertThat(costs("kv:track_prefill_tokens=false", loads, TestOverlap.device(0, 8), 2))
        .containsExactly(13, 10);
  }

  @Test
  void withoutActiveBlocksThereIsNoDecodeTerm() {
    TestLoads loads = twoLoads.worker(0, 0, 30);

    assertThat(costs("kv:track_active_blocks=false", loads, TestOverlap.device(1, 0), 2))
        .containsExactly(9, 10);
  }
}

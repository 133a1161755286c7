package dev.turnstile.policies.routing;

import static dev.turnstile.policies.fixtures.TestPolicies.place;
import static dev.turnstile.policies.fixtures.TestPolicies.router;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestOverlap;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Router;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SGLang's gateway, policies.md 3.6. */
final class TwoTierTest {
  private static final TestRequest TEN_BLOCKS = TestRequest.number(0).tokens(160);
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    // load 0, load 1, match 1 of 10 blocks, worker
    "0, 4, 6, 1",
    // 0.5 is not more than 0.5
    "0, 4, 5, 0",
    // 40 - 0 > 32 and 40 > 1.1 * 0: the load decides
    "0, 40, 10, 0",
    // 64 > 32, but 704 is not more than 1.1 * 640 = 704
    "640, 704, 10, 1",
    "640, 705, 10, 0",
  })
  void followsTheCacheWhileTheLoadIsEven(int load0, int load1, int match1, int worker) {
    TestContext context =
        TestContext.workers(2)
            .with(TestLoads.requests(load0, load1))
            .with(TestOverlap.device(0, match1));

    assertThat(place(router("two-tier:variant=exact", context), TEN_BLOCKS)).isEqualTo(worker);
  }

  @Test
  void theLeastLoadedOfEqualMatchesIsTaken() {
    TestContext context =
        TestContext.workers(3).with(TestLoads.requests(1, 5, 4)).with(TestOverlap.device(2, 8, 8));

    assertThat(place(router("two-tier:variant=exact", context), TEN_BLOCKS)).isEqualTo(2);
  }

  @Test
  void theGatewayPresetChangesTheThresholds() {
    var params = PolicyRegistry.builtIn().select("two-tier:preset=gateway").router().params();

    assertThat(params.text("cache_threshold")).isEqualTo("0.3");
    assertThat(params.text("balance_abs_threshold")).isEqualTo("64");
    assertThat(params.text("balance_rel_threshold")).isEqualTo("1.5");
    assertThat(params.text("eviction_interval")).isEqualTo("120");
    assertThat(params.integer("max_tree_size")).isEqualTo(67_108_864);
  }

  @Test
  void aGivenValueWinsOverThePreset() {
    var params =
        PolicyRegistry.builtIn()
            .select("two-tier:preset=gateway,cache_threshold=0.4")
            .router()
            .params();

    assertThat(params.text("cache_threshold")).isEqualTo("0.4");
  }

  @Test
  void theApproximateTreeRemembersWhereAPromptWent() {
    // two prompts of ten blocks that share eight
    TestPrompts prompts =
        TestPrompts.of(16, TestPrompts.chain(8, 2, 1), TestPrompts.chain(8, 2, 2));
    TestLoads loads = TestLoads.requests(1, 0);
    TestContext context = TestContext.workers(2, prompts.tree()).with(loads);
    Router router = router("two-tier", context);

    assertThat(place(router, prompts.request(0, 0, 0))).isEqualTo(1);
    loads.set(0, 1);
    assertThat(place(router, prompts.request(1, 1, 0))).isEqualTo(1);
  }

  @Test
  void theTreeIsTrimmedAfterEachInterval() {
    TestPrompts prompts =
        TestPrompts.of(16, TestPrompts.chain(0, 10, 1), TestPrompts.chain(0, 10, 2));
    TestLoads loads = TestLoads.requests(1, 0);
    TestContext context = TestContext.workers(2, prompts.tree()).with(loads);
    Router router = router("two-tier:max_tree_size=160,eviction_interval=10", context);
    place(router, prompts.request(0, 0, 0));
    context.at(SECOND);
    place(router, prompts.request(1, 1, 0));
    loads.set(0, 1);

    // 20 blocks are remembered; the trim after 10 s leaves the newer 10
    context.at(10 * SECOND);
    assertThat(place(router, prompts.request(2, 0, 0))).isEqualTo(1);
    context.at(10 * SECOND + 1);
    assertThat(place(router, prompts.request(3, 1, 0))).isEqualTo(0);
    assertThat(place(router, prompts.request(4, 0, 0))).isEqualTo(1);
  }

  @Test
  void theLogShowsLoadAndMatch() {
    TestContext context =
        TestContext.workers(2).with(TestLoads.requests(0, 4)).with(TestOverlap.device(0, 6));
    context.testLog().turnOn();

    place(router("two-tier:variant=exact", context), TEN_BLOCKS);

    assertThat(context.testLog().lines())
        .containsExactly(
            "route request_id=r0 worker=1 rule=best_match candidates=2 w0.active_requests=0"
                + " w0.match_blocks=0 w1.active_requests=4 w1.match_blocks=6");
  }
}

package dev.turnstile.policies.routing;

import static dev.turnstile.policies.fixtures.TestPolicies.place;
import static dev.turnstile.policies.fixtures.TestPolicies.router;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestOverlap;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Router;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The KV router over the real books: where it knows loads and overlaps from. */
final class KvRouterTest {
  private static final long SECOND = 1_000_000_000L;

  // Prompts of ten blocks of 16 tokens: 0 and 1 share eight, 2 shares nothing.
  private final TestPrompts prompts =
      TestPrompts.of(
          16, TestPrompts.chain(8, 2, 1), TestPrompts.chain(8, 2, 2), TestPrompts.chain(0, 10, 3));
  private final TestContext context = TestContext.workers(2, prompts.tree());
  private int number;

  private TestRequest request(int prompt) {
    return prompts.request(number++, prompt, 0);
  }

  private void dispatch(Router router, TestRequest request, int worker) {
    router.onDispatch(request, worker);
  }

  @Test
  void followsTheEventsOfTheWorkers() {
    Router router = router("kv", context);
    TestRequest stored = request(0);
    assertThat(place(router, stored)).isEqualTo(0);
    context.prefixIndex().onStored(1, KvTier.HBM, prompts.nodes()[2], 0, 10);

    assertThat(place(router, request(2))).isEqualTo(1);
    assertThat(place(router, request(0))).isEqualTo(0);
  }

  @Test
  void sharedActiveBlocksAreNotCountedTwice() {
    Router router = router("kv:overlap_score_credit=0", context);
    context.loadTracker().onDispatch(request(0), 1, 0);
    context.loadTracker().onDispatch(request(2), 0, 0);

    // Worker 0: 10 active + 10 new; worker 1: 10 active + 2 new, since eight are active there.
    assertThat(place(router, request(1))).isEqualTo(1);
  }

  @Test
  void withoutEventsItGuessesFromItsOwnDispatchesForAWhile() {
    Router router = router("kv:use_kv_events=false,approx_ttl_seconds=120", context);
    TestRequest first = request(0);
    dispatch(router, first, 1);
    router.onComplete(first, 1, 160);

    context.at(120 * SECOND - 1);
    assertThat(place(router, request(1))).isEqualTo(1);
    context.at(120 * SECOND);
    assertThat(place(router, request(1))).isEqualTo(0);
  }

  @Test
  void withoutEventsItChargesWhatItGuesses() {
    Router router = router("kv:use_kv_events=false,track_active_blocks=false", context);
    TestRequest first = request(0);
    dispatch(router, first, 1);
    router.onFirstToken(first, 1);
    // 160 tokens less eight guessed blocks: 32 tokens of prefill are charged to worker 1
    dispatch(router, request(1), 1);

    // worker 1: (32 + 160)/16 - 10 = 2 cached in full; worker 0: 10
    context.testLog().turnOn();
    assertThat(place(router, request(1))).isEqualTo(1);
    assertThat(context.testLog().lines().get(0))
        .contains("w0.cost=10.0 w0.prefill_tokens=0 w0.hbm_blocks=0")
        .contains("w1.cost=2.0 w1.prefill_tokens=32 w1.hbm_blocks=10");
  }

  @Test
  void loadAwareIgnoresCachesAndChargesWholePrompts() {
    Router router = router("load-aware:track_active_blocks=false", context);
    context.prefixIndex().onStored(0, KvTier.HBM, prompts.nodes()[2], 0, 10);
    dispatch(router, request(2), 0);
    context.testLog().turnOn();

    assertThat(place(router, request(2))).isEqualTo(1);
    assertThat(context.testLog().lines().get(0))
        .contains("w0.cost=20.0 w0.prefill_tokens=160")
        .contains("w1.cost=10.0 w1.prefill_tokens=0");
  }

  @Test
  void outputBlocksCountWhenTheyAreBegun() {
    TestContext plain =
        TestContext.workers(2).with(TestLoads.requests(0, 0)).with(TestOverlap.device(0, 0));
    Router router = router("kv:track_output_blocks=true", plain);
    // 20 tokens end in the second block, which holds 12 more
    TestRequest running = TestRequest.number(number++).tokens(20);
    dispatch(router, running, 0);

    plain.generated(running, 12);
    assertThat(place(router, TestRequest.number(number++).tokens(16))).isEqualTo(0);
    plain.generated(running, 13);
    assertThat(place(router, TestRequest.number(number++).tokens(16))).isEqualTo(1);
    router.onComplete(running, 0, 33);
    assertThat(place(router, TestRequest.number(number++).tokens(16))).isEqualTo(0);
  }

  @Test
  void aPrefillBacklogMeltsAtTheAssumedRate() {
    Router router =
        router(
            "kv:prefill_load_model=rate,prefill_load_tokens_per_second=10,overlap_score_credit=0,"
                + "track_active_blocks=false",
            context);
    context.testLog().turnOn();
    TestRequest oldest = request(0);
    TestRequest second = request(2);
    sendThroughTheBooks(router, oldest, 0);
    context.at(5 * SECOND);
    sendThroughTheBooks(router, second, 0);

    // 320 tokens wait; 10 per second have melted since the oldest was sent
    assertThat(prefillOnWorkerZero(router)).isEqualTo("270");
    context.at(7 * SECOND);
    assertThat(prefillOnWorkerZero(router)).isEqualTo("250");
    // the oldest is done: 160 wait, and they melt from now on
    context.loadTracker().onFirstToken(oldest);
    router.onFirstToken(oldest, 0);
    assertThat(prefillOnWorkerZero(router)).isEqualTo("160");
    context.at(9 * SECOND + 50_000_000);
    assertThat(prefillOnWorkerZero(router)).isEqualTo("140");
    context.at(100 * SECOND);
    assertThat(prefillOnWorkerZero(router)).isEqualTo("0");
    // with none active, nothing melts
    context.loadTracker().onFirstToken(second);
    router.onFirstToken(second, 0);
    sendThroughTheBooks(router, request(1), 0);
    assertThat(prefillOnWorkerZero(router)).isEqualTo("160");
  }

  private void sendThroughTheBooks(Router router, TestRequest request, int worker) {
    context.loadTracker().onDispatch(request, worker, request.inputTokens());
    router.onDispatch(request, worker);
  }

  private String prefillOnWorkerZero(Router router) {
    place(router, request(1));
    List<String> lines = context.testLog().lines();
    return lines.get(lines.size() - 1).replaceAll(".* w0.prefill_tokens=(\\d+) .*", "$1");
  }

  @Test
  void anAdvisoryTargetDoesNotChangeTheChoice() {
    Router router = router("kv", context);

    assertThat(router.route(request(0), 1, 0).worker()).isEqualTo(0);
  }

  @Test
  void theLogShowsTheTermsOfEveryCandidate() {
    Router router = router("kv", context);
    context.loadTracker().onDispatch(request(2), 1, 160);
    context.prefixIndex().onStored(1, KvTier.HBM, prompts.nodes()[2], 0, 10);
    context.testLog().turnOn();

    place(router, prompts.request(7, 2, 0).session(3));

    // worker 1: (160 + 160)/16 - 10 cached + 10 active blocks, none of them new
    assertThat(context.testLog().lines())
        .containsExactly(
            "route request_id=r7 session_id=s3 worker=0 rule=least_cost candidates=2"
                + " w0.cost=20.0 w0.prefill_tokens=0 w0.hbm_blocks=0 w0.decode_blocks=10"
                + " w0.active_requests=0"
                + " w1.cost=20.0 w1.prefill_tokens=160 w1.hbm_blocks=10 w1.decode_blocks=10"
                + " w1.active_requests=1");
  }
}

package dev.turnstile.policies.routing;

import static dev.turnstile.policies.fixtures.TestPolicies.place;
import static dev.turnstile.policies.fixtures.TestPolicies.router;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestOverlap;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Router;
import org.junit.jupiter.api.Test;

/** Session affinity of the KV router, policies.md 2.7. */
final class SessionAffinityTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String HARD =
      "kv:session_affinity_ttl_seconds=10,session_affinity_mode=hard";

  private final TestLoads loads = TestLoads.requests(0, 0);
  private final TestContext context =
      TestContext.workers(2).with(loads).with(TestOverlap.device(0, 0));
  private int number;

  private TestRequest turnOf(int session) {
    return TestRequest.number(number++).session(session);
  }

  private TestRequest dispatch(Router router, TestRequest request) {
    router.onDispatch(request, place(router, request));
    return request;
  }

  private void makeWorkerZeroExpensive() {
    loads.worker(0, 100_000, 0);
  }

  @Test
  void aHardBindingHoldsWhateverTheCost() {
    Router router = router(HARD, context);
    dispatch(router, turnOf(1));
    makeWorkerZeroExpensive();

    assertThat(place(router, turnOf(1))).isEqualTo(0);
    assertThat(place(router, turnOf(2))).isEqualTo(1);
  }

  @Test
  void onlyADispatchBinds() {
    Router router = router(HARD, context);
    place(router, turnOf(1));
    makeWorkerZeroExpensive();

    assertThat(place(router, turnOf(1))).isEqualTo(1);
  }

  @Test
  void aHardBindingToAMissingWorkerFailsTheRequestAndFreesTheSession() {
    Router router = router(HARD, context);
    dispatch(router, turnOf(1));
    context.setLive(0, false);

    assertThat(router.route(turnOf(1), -1, 0).kind()).isEqualTo(Placement.Kind.REJECT);
    assertThat(place(router, turnOf(1))).isEqualTo(1);
  }

  @Test
  void theIdleTimeRunsFromTheEndOfTheLastRequest() {
    Router router = router(HARD, context);
    TestRequest first = dispatch(router, turnOf(1));
    TestRequest second = dispatch(router, turnOf(1));
    makeWorkerZeroExpensive();
    context.at(5 * SECOND);
    router.onComplete(first, 0, 1);
    context.at(60 * SECOND);
    assertThat(place(router, turnOf(1))).isEqualTo(0);
    router.onComplete(second, 0, 1);

    context.at(70 * SECOND - 1);
    assertThat(place(router, turnOf(1))).isEqualTo(0);
    context.at(70 * SECOND);
    assertThat(place(router, turnOf(1))).isEqualTo(1);
  }

  @Test
  void aSoftBindingIsOnlyShownInTheLog() {
    Router router = router("kv:session_affinity_ttl_seconds=10", context);
    dispatch(router, turnOf(1));
    makeWorkerZeroExpensive();
    context.testLog().turnOn();

    assertThat(place(router, turnOf(1))).isEqualTo(1);
    assertThat(context.testLog().lines().get(0))
        .contains("worker=1 rule=least_cost candidates=2")
        .contains("bound_worker=0");
  }

  @Test
  void subAgentsMayShareTheBindingOfTheOutermostParent() {
    Router router = router(HARD + ",session_affinity_key=parent-group", context);
    dispatch(router, turnOf(1));
    makeWorkerZeroExpensive();

    assertThat(place(router, turnOf(2).parent(1))).isEqualTo(0);
    assertThat(place(router, turnOf(3).parent(2))).isEqualTo(0);
    assertThat(place(router, turnOf(4))).isEqualTo(1);
  }

  @Test
  void subAgentsHaveBindingsOfTheirOwnByDefault() {
    Router router = router(HARD, context);
    dispatch(router, turnOf(1));
    makeWorkerZeroExpensive();

    assertThat(place(router, turnOf(2).parent(1))).isEqualTo(1);
  }

  @Test
  void requestsWithoutSessionAreNotBound() {
    Router router = router(HARD, context);
    dispatch(router, TestRequest.number(0));
    makeWorkerZeroExpensive();

    assertThat(place(router, TestRequest.number(1))).isEqualTo(1);
  }

  @Test
  void theQueueWaitsForTheBoundWorkerOnly() {
    Router router = router(HARD + ",router_queue_threshold=0.5", context);
    dispatch(router, turnOf(1));
    loads.worker(0, 5000, 0);

    assertThat(router.route(turnOf(1), -1, 0)).isEqualTo(Placement.park());
  }
}

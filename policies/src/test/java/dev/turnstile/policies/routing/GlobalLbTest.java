package dev.turnstile.policies.routing;

import static dev.turnstile.policies.fixtures.TestPolicies.place;
import static dev.turnstile.policies.fixtures.TestPolicies.router;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Router;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** Sticky least-loaded, policies.md 3.2. */
final class GlobalLbTest {
  private final TestLoads loads = TestLoads.requests(0, 9);
  private final TestContext context = TestContext.workers(2).with(loads);
  private int number;

  private TestRequest turnOf(int session) {
    return TestRequest.number(number++).session(session);
  }

  @Test
  void aSessionStaysWhereItBeganUntilItsWorkerLeaves() {
    Router router = router("global-lb", context);

    assertThat(place(router, turnOf(1))).isEqualTo(0);
    loads.set(90, 0);
    assertThat(place(router, turnOf(1))).isEqualTo(0);
    context.setLive(0, false);
    router.onWorkerRemoved(0);
    assertThat(place(router, turnOf(1))).isEqualTo(1);
    context.setLive(0, true);
    loads.set(0, 90);
    assertThat(place(router, turnOf(1))).isEqualTo(1);
  }

  @Test
  void aBoundSessionAsksOnlyItsWorker() {
    TestContext many = TestContext.workers(1000);
    Router router = router("global-lb", many);

    for (int turn = 0; turn < 100; turn++) {
      assertThat(place(router, turnOf(1))).isZero();
    }

    // All workers at the first turn, then the one.
    assertThat(many.eligibilityQuestions()).isEqualTo(1000 + 99);
  }

  @Test
  void aTieGoesToTheFirstWorker() {
    loads.set(4, 4);

    assertThat(place(router("global-lb:tie_break=random", context), turnOf(1))).isZero();
  }

  @Test
  void aRequestWithoutSessionIsNotBound() {
    Router router = router("global-lb", context);

    assertThat(place(router, TestRequest.number(0))).isEqualTo(0);
    loads.set(1, 0);
    assertThat(place(router, TestRequest.number(1))).isEqualTo(1);
  }

  @Test
  void theLeastRecentlyUsedSessionIsForgotten() {
    Router router = router("global-lb:max_entries=2", context);
    place(router, turnOf(1));
    place(router, turnOf(2));
    place(router, turnOf(1));
    place(router, turnOf(3));
    loads.set(9, 0);

    // 1 was used after 2, so 3 pushed 2 out
    assertThat(place(router, turnOf(1))).isEqualTo(0);
    assertThat(place(router, turnOf(3))).isEqualTo(0);
    assertThat(place(router, turnOf(2))).isEqualTo(1);
  }

  @Test
  void theHashVariantTakesTheHashOfTheSessionModuloTheWorkers() {
    TestContext three = TestContext.workers(3);
    Router router = router("global-lb:hash=true", three);

    for (int session = 0; session < 100; session++) {
      int expected =
          HashOracle.fnv1a64(("s" + session).getBytes(java.nio.charset.StandardCharsets.UTF_8))
              .mod(BigInteger.valueOf(3))
              .intValueExact();
      assertThat(place(router, turnOf(session))).isEqualTo(expected);
    }
  }
}

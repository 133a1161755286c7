package dev.turnstile.policies.routing;

import static dev.turnstile.policies.fixtures.TestPolicies.place;
import static dev.turnstile.policies.fixtures.TestPolicies.router;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.policies.spi.Router;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The routers of policies.md 3.1. */
final class SimpleRoutersTest {
  private final TestContext context = TestContext.workers(3);
  private int number;

  private TestRequest next() {
    return TestRequest.number(number++);
  }

  @Test
  void roundRobinTakesTheWorkersInTurn() {
    Router router = router("round-robin", context);

    assertThat(place(router, next())).isEqualTo(0);
    assertThat(place(router, next())).isEqualTo(1);
    assertThat(place(router, next())).isEqualTo(2);
    assertThat(place(router, next())).isEqualTo(0);
  }

  @Test
  void roundRobinKeepsItsPositionWhenAWorkerLeaves() {
    Router router = router("round-robin", context);
    place(router, next());

    context.setLive(0, false);

    assertThat(place(router, next())).isEqualTo(1);
    assertThat(place(router, next())).isEqualTo(2);
    assertThat(place(router, next())).isEqualTo(1);
  }

  @Test
  void roundRobinAsksOnlyTheWorkerWhoseTurnItIs() {
    TestContext many = TestContext.workers(1000);
    Router router = router("round-robin", many);

    for (int i = 0; i < 2000; i++) {
      assertThat(place(router, next())).isEqualTo(i % 1000);
    }

    assertThat(many.eligibilityQuestions()).isEqualTo(2000);
  }

  @Test
  void roundRobinDoesNotMoveForAnAdvisoryTarget() {
    Router router = router("round-robin", context);

    assertThat(router.route(next(), 2, 0)).isEqualTo(Placement.on(0));
    assertThat(router.route(next(), 2, 0)).isEqualTo(Placement.on(1));
  }

  @Test
  void randomTakesTheDrawnPositionAmongTheCandidates() {
    Router router = router("random", context);
    context.setLive(1, false);
    SplittableRandom stream = new SplittableRandom(1);

    for (int i = 0; i < 50; i++) {
      int position = stream.nextInt(2);
      assertThat(place(router, next())).isEqualTo(position == 0 ? 0 : 2);
    }
  }

  @Test
  void leastLoadedCountsActiveRequests() {
    Router router = router("least-loaded", context.with(TestLoads.requests(3, 1, 2)));

    assertThat(place(router, next())).isEqualTo(1);
  }

  @Test
  void leastLoadedTakesTheFirstOfATie() {
    Router router = router("least-loaded", context.with(TestLoads.requests(2, 1, 1)));

    assertThat(place(router, next())).isEqualTo(1);
  }

  @Test
  void aRandomTieWalksTheTiedWorkersInOrder() {
    Router router =
        router("least-loaded:tie_break=random", context.with(TestLoads.requests(1, 1, 1)));
    SplittableRandom stream = new SplittableRandom(1);

    for (int i = 0; i < 50; i++) {
      // the second replaces the choice if nextInt(2) is 0, then the third if nextInt(3) is 0
      int expected = stream.nextInt(2) == 0 ? 1 : 0;
      expected = stream.nextInt(3) == 0 ? 2 : expected;
      assertThat(place(router, next())).isEqualTo(expected);
    }
  }

  @Test
  void aRandomTieDrawsNothingForTheWorkersThatLost() {
    // 5 5 1 1: the tie at 5 is no tie of the decision, so one draw is made and not two.
    TestContext four = TestContext.workers(4).with(TestLoads.requests(5, 5, 1, 1));
    Router router = router("least-loaded:tie_break=random", four);
    SplittableRandom stream = new SplittableRandom(1);

    for (int i = 0; i < 20; i++) {
      assertThat(place(router, next())).isEqualTo(stream.nextInt(2) == 0 ? 3 : 2);
    }
  }

  @Test
  void powerOfTwoTakesTheLighterOfTwoDifferentDraws() {
    Router router = router("power-of-two", context.with(TestLoads.requests(9, 5, 7)));
    SplittableRandom stream = new SplittableRandom(1);

    for (int i = 0; i < 50; i++) {
      int first = stream.nextInt(3);
      int other = stream.nextInt(2);
      int second = other >= first ? other + 1 : other;
      int[] loads = {9, 5, 7};
      assertThat(place(router, next())).isEqualTo(loads[second] < loads[first] ? second : first);
    }
  }

  @Test
  void powerOfTwoGivesATieToTheFirstDraw() {
    Router router = router("power-of-two", context.with(TestLoads.requests(4, 4, 4)));
    SplittableRandom stream = new SplittableRandom(1);

    for (int i = 0; i < 20; i++) {
      int first = stream.nextInt(3);
      stream.nextInt(2);
      assertThat(place(router, next())).isEqualTo(first);
    }
  }

  @Test
  void powerOfTwoTakesASingleWorkerWithoutADraw() {
    TestContext one = TestContext.workers(1);
    Router router = router("power-of-two", one);

    assertThat(place(router, next())).isZero();
    assertThat(one.random().nextLong()).isEqualTo(new SplittableRandom(1).nextLong());
  }

  @Test
  void directGoesWhereTheRequestSays() {
    Router router = router("direct", context);

    assertThat(place(router, next().pinned(2))).isEqualTo(2);
  }

  @Test
  void directEndsTheRunIfTheRequestNamesNoWorker() {
    Router router = router("direct", context);
    context.at(2_500_000);

    assertThatThrownBy(() -> place(router, next()))
        .isInstanceOf(PolicyException.class)
        .hasMessage("policy direct at 2.500000 ms: request r0 names no worker");
  }

  @Test
  void directEndsTheRunIfTheWorkerIsNotThereOrTooSmall() {
    Router router = router("direct", context);
    context.setLive(1, false);

    assertThatThrownBy(() -> place(router, next().pinned(1)))
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("request r0 names worker 1, which is not there or cannot serve it");
    assertThatThrownBy(() -> place(router, next().pinned(7))).isInstanceOf(PolicyException.class);
    assertThatThrownBy(() -> place(router, next().tokens(16_001).pinned(0)))
        .isInstanceOf(PolicyException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "round-robin",
        "random",
        "least-loaded",
        "power-of-two",
        "global-lb",
        "global-lb:hash=true",
        "session-hash",
        "session-hrw",
        "two-tier",
        "kv",
        "load-aware",
      })
  void onlyLiveWorkersAreCandidates(String policy) {
    context.setLive(0, false);
    context.setLive(2, false);
    Router router = router(policy, context);

    for (int i = 0; i < 5; i++) {
      assertThat(place(router, next().session(i))).isEqualTo(1);
    }
  }

  @Test
  void theLogShowsTheDecisionWithTheLoads() {
    context.testLog().turnOn();
    Router router = router("least-loaded", context.with(TestLoads.requests(2, 1, 1)));

    place(router, next().session(4));

    assertThat(context.testLog().lines())
        .containsExactly(
            "route request_id=r0 session_id=s4 worker=1 rule=least_loaded candidates=3"
                + " w0.active_requests=2 w1.active_requests=1 w2.active_requests=1");
  }

  @Test
  void theLogShowsAtMostSixteenCandidatesAndTheChosenOne() {
    int[] loads = new int[40];
    java.util.Arrays.fill(loads, 5);
    loads[30] = 0;
    TestContext many = TestContext.workers(40).with(TestLoads.requests(loads));
    many.testLog().turnOn();

    place(router("least-loaded", many), next());

    assertThat(many.testLog().lines().get(0))
        .contains(" w15.active_requests=5 w30.active_requests=0")
        .doesNotContain("w16.", "w31.");
  }
}

package dev.turnstile.policies.routing;

import static dev.turnstile.policies.fixtures.TestPolicies.router;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestOverlap;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Router;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The router queue, policies.md 2.6; the step budget of the workers is 8192 tokens. */
final class KvQueueTest {
  private static final long SECOND = 1_000_000_000L;

  private final TestLoads loads = TestLoads.requests(0, 0);
  private final TestContext context =
      TestContext.workers(2).with(loads).with(TestOverlap.device(0, 0).and(KvTier.DRAM, 0, 0));
  private int number;

  private TestRequest next() {
    TestRequest request = TestRequest.number(number).tokens(160).arrival(number * SECOND);
    number++;
    return request;
  }

  private Placement route(Router router, TestRequest request) {
    context.at(request.arrivalNanos());
    return router.route(request, -1, request.prioritySeconds());
  }

  private void busy() {
    loads.worker(0, 5000, 0).worker(1, 5000, 0);
  }

  private void idle() {
    loads.worker(0, 0, 0).worker(1, 0, 0);
  }

  /** Tells the router that load fell and each of its placements was carried out. */
  private List<Integer> drain(Router router) {
    router.onFirstToken(TestRequest.number(9999), 0);
    for (int done = 0; done < context.places().size(); done++) {
      TestContext.Place place = context.places().get(done);
      router.onDispatch(place.request(), place.where().worker());
    }
    return context.places().stream().map(place -> place.request().number()).toList();
  }

  @Test
  void parksOnlyWhileEveryWorkerIsAboveTheLine() {
    Router router = router("kv:router_queue_threshold=0.5", context);

    // 0.5 * 8192 = 4096: 4000 is not above it
    loads.worker(0, 4000, 0).worker(1, 5000, 0);
    assertThat(route(router, next())).isEqualTo(Placement.on(0));
    loads.worker(0, 4096, 0);
    assertThat(route(router, next())).isEqualTo(Placement.on(0));
    loads.worker(0, 4100, 0);
    assertThat(route(router, next())).isEqualTo(Placement.park());
  }

  @Test
  void neverParksWithoutAThreshold() {
    Router router = router("kv", context);
    busy();

    assertThat(route(router, next()).kind()).isEqualTo(Placement.Kind.PLACE);
  }

  @Test
  void placesTheHeadWhenLoadFalls() {
    Router router = router("kv:router_queue_threshold=0.5", context);
    busy();
    TestRequest parked = next();
    route(router, parked);

    router.onComplete(TestRequest.number(9999), 1, 0);
    assertThat(context.places()).isEmpty();
    loads.worker(1, 4096, 0);
    router.onComplete(TestRequest.number(9999), 1, 0);

    assertThat(context.places()).containsExactly(new TestContext.Place(parked, Placement.on(1)));
  }

  @Test
  void placesOneAtATimeSoThatEachSeesTheLoadOfTheOneBefore() {
    Router router = router("kv:router_queue_threshold=0.5", context);
    busy();
    TestRequest first = next();
    route(router, first);
    route(router, next());
    idle();

    router.onFirstToken(TestRequest.number(9999), 0);
    router.onFirstToken(TestRequest.number(9998), 0);
    assertThat(context.places()).hasSize(1);

    busy();
    router.onDispatch(first, 0);
    assertThat(context.places()).hasSize(1);
  }

  @Test
  void anArrivalDoesNotOvertakeABacklog() {
    Router router = router("kv:router_queue_threshold=0.5", context);
    busy();
    route(router, next());
    idle();

    assertThat(route(router, next())).isEqualTo(Placement.park());
    assertThat(drain(router)).containsExactly(0, 1);
    assertThat(route(router, next()).kind()).isEqualTo(Placement.Kind.PLACE);
  }

  @Test
  void fcfsGoesByArrivalLessPriority() {
    Router router = router("kv:router_queue_threshold=0.5", context);
    busy();
    route(router, next()); // 0 s, score 0
    route(router, next().priority(-50, 0)); // 1 s, negative counts as 0: -1
    route(router, next().priority(2.5, 0)); // 2 s: 0.5
    route(router, next().priority(0, 1)); // 3 s, strict tier 1
    idle();

    assertThat(drain(router)).containsExactly(3, 2, 0, 1);
  }

  @Test
  void lcfsGoesByArrivalPlusPriority() {
    Router router = router("kv:router_queue_threshold=0.5,router_queue_policy=lcfs", context);
    busy();
    route(router, next().priority(1.5, 0)); // 1.5
    route(router, next()); // 1
    route(router, next()); // 2
    idle();

    assertThat(drain(router)).containsExactly(2, 0, 1);
  }

  @Test
  void wsptGoesByPriorityPerUncachedToken() {
    context.with(TestOverlap.device(0, 8).and(KvTier.DRAM, 1, 0));
    Router router = router("kv:router_queue_threshold=0.5,router_queue_policy=wspt", context);
    busy();
    // the best worker caches 8 blocks = 128 tokens
    route(router, next()); // 1 / 32
    route(router, next().tokens(1000)); // 1 / 872
    route(router, next().tokens(100)); // 1 / 1
    route(router, next().tokens(1000).priority(99, 0)); // 100 / 872
    idle();

    assertThat(drain(router)).containsExactly(2, 3, 0, 1);
  }

  @Test
  void anAbortedRequestLeavesTheQueue() {
    Router router = router("kv:router_queue_threshold=0.5", context);
    busy();
    TestRequest gone = next();
    route(router, gone);
    route(router, next());

    router.onAbort(gone);
    idle();

    assertThat(drain(router)).containsExactly(1);
  }

  @Test
  void theJumpOfTheGateCounts() {
    Router router = router("kv:router_queue_threshold=0.5", context);
    busy();
    route(router, next());
    TestRequest later = next();
    context.at(later.arrivalNanos());
    router.route(later, -1, 1.5);
    idle();

    assertThat(drain(router)).containsExactly(1, 0);
  }
}

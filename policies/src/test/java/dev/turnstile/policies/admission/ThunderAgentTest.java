package dev.turnstile.policies.admission;

import static dev.turnstile.policies.admission.GateRun.HELD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.admission.GateRun.Session;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.WorkerView;
import org.junit.jupiter.api.Test;

/** Admission, session order, pins, lost workers and placement of the native profile. */
final class ThunderAgentTest {

  @Test
  void letsARequestWithoutASessionPass() {
    GateRun run = GateRun.of(100, 1);
    TestRequest request = TestRequest.number(0).tokens(100_000);

    run.arrive(request);
    run.complete(request, 100_010);

    assertThat(run.counter("programs_created")).isZero();
    assertThat(run.used(0)).isZero();
  }

  @Test
  void runsTheRequestsOfASessionOneByOneInOrderOfArrival() {
    GateRun run = GateRun.of(10_000, 1);
    Session s = run.session("s");
    TestRequest first = s.next(100);
    TestRequest second = s.next(200);
    TestRequest third = s.next(300);

    run.arrive(first);
    run.arrive(second);
    run.arrive(third);
    assertThat(run.place(first)).isZero();
    assertThat(run.place(second)).isEqualTo(HELD);
    assertThat(run.gauge("queued_requests")).isEqualTo(2);
    assertThat(run.used(0)).as("the ones behind do not count").isEqualTo(200);

    run.complete(first, 110);
    assertThat(run.place(second)).isZero();
    assertThat(run.place(third)).isEqualTo(HELD);
    assertThat(run.used(0)).isEqualTo(300);

    run.abort(second);
    assertThat(run.place(third)).isZero();
    assertThat(run.counter("requests_held")).as("queueing is no pause").isZero();
  }

  @Test
  void holdsTheNextRequestOfASessionThatIsPausedAtTheEndOfItsTurn() {
    GateRun run = GateRun.of(10_000, 1);
    Session s = run.session("s");
    TestRequest first = s.next(9500);
    TestRequest second = s.next(9600);
    run.arrive(first);
    run.arrive(second);
    run.tick(5); // 9600 > 9500: marked

    run.at(7);
    run.complete(first, 9550);

    assertThat(run.place(second)).isEqualTo(HELD);
    assertThat(run.counter("pauses_marked")).isEqualTo(1);
    assertThat(run.program(second).deferredSinceNanos).isEqualTo(7_000_000_000L);
    assertThat(run.program(second).steps).isEqualTo(2);
  }

  @Test
  void seesTheTokensThatHaveBeenGeneratedSoFar() {
    GateRun run = GateRun.of(10_000, 2);
    Session x = run.session("x");
    x.send(4000);
    Session y = run.session("y");
    y.send(4100);
    run.context.generated(x.turn, 200); // W0 4300, W1 4200

    assertThat(run.session("z").send(10)).isEqualTo(1);
  }

  @Test
  void bindsASessionToTheWorkerThatReallyServes() {
    TestContext context =
        TestContext.of(
            TestPrompts.of(1, new long[0]).tree(),
            new WorkerView(0, 1000, 1, 0, 8192, 256),
            new WorkerView(1, 1000, 1, 0, 8192, 256));
    GateRun run = new GateRun(context);
    Session s = run.session("s");

    assertThat(s.send(s.next(100).pinned(1))).isEqualTo(1);
    assertThat(run.used(0)).isZero();
    assertThat(run.used(1)).isEqualTo(200);
    s.complete(150);
    assertThat(s.send(200)).isEqualTo(1);
  }

  @Test
  void holdsARequestWhosePinnedWorkerWouldOverflow() {
    GateRun run = GateRun.of(1000, 2);
    Session x = run.session("x");
    x.send(700); // W0: 800

    Session fits = run.session("fits");
    assertThat(fits.send(fits.next(100).pinned(0))).isZero(); // 1000

    Session s = run.session("s");
    assertThat(s.send(s.next(1).pinned(0))).isEqualTo(HELD); // 1101 > 1000, though W1 is empty
    run.tick(5);
    assertThat(s.place()).as("it does not come back elsewhere").isEqualTo(HELD);

    x.complete(10); // 110 + 200: room 850 - 310 = 540
    run.tick(10);
    assertThat(s.place()).isZero();
  }

  @Test
  void holdsABoundSessionToItsPinnedWorkersCapacity() {
    GateRun run = GateRun.of(1000, 1);
    Session s = run.session("s");
    s.run(500, 500);

    assertThat(s.send(s.next(900).pinned(0))).isZero(); // 900 + 100 = 1000
    s.complete(900);
    assertThat(s.send(s.next(901).pinned(0))).isEqualTo(HELD);
    assertThat(s.paused()).isTrue();
  }

  @Test
  void unbindsTheSessionsOfAWorkerThatLeaves() {
    GateRun run = GateRun.of(10_000, 2);
    Session s = run.session("s");
    s.run(100, 110);
    Session flying = run.session("t");
    flying.send(50);
    assertThat(flying.place()).isEqualTo(1);

    run.context.setLive(0, false);
    run.gate.onWorkerRemoved(0);
    assertThat(run.used(0)).isZero();
    assertThat(s.send(200)).isEqualTo(1);

    run.context.setLive(0, true);
    run.context.setLive(1, false);
    run.gate.onWorkerRemoved(1);
    run.arrive(flying.turn); // the cluster hands it back
    assertThat(flying.place()).isZero();
    assertThat(flying.program().steps).isEqualTo(1);
    assertThat(run.used(0)).isEqualTo(150);
  }

  @Test
  void placesARequestWithoutTargetByPrefillAndDecodeWork() {
    // Blocks of one token; a request of 10 tokens adds one block by these estimates:
    // 100 + 51 = 151, 140 + 11 = 151, 0 + 301
    GateRun run =
        new GateRun(
            TestContext.of(
                    TestPrompts.of(1, new long[0]).tree(), unlimited(0), unlimited(1), unlimited(2))
                .with(
                    TestLoads.requests(0, 0, 0)
                        .worker(0, 100, 50)
                        .worker(1, 140, 10)
                        .worker(2, 0, 300)));
    Session s = run.session("s");
    assertThat(s.send(10)).isZero();
    s.complete(20);
    run.context.setLive(0, false);
    run.gate.onWorkerRemoved(0);
    assertThat(s.send(30)).isEqualTo(1);
    s.complete(40);
    assertThat(s.send(50)).as("bound, whatever the load").isEqualTo(1);
  }

  private static WorkerView unlimited(int id) {
    return new WorkerView(id, WorkerView.UNKNOWN, 1, 0, 8192, 256);
  }

  @Test
  void refusesToHearOfRequestsItHasNotLetGo() {
    GateRun run = GateRun.of(100, 1);
    Session s = run.session("s");
    s.send(50);

    assertThatThrownBy(() -> run.gate.onComplete(s.next(1), 0, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("request r1 runs, but the gate has not let it go");
  }
}

package dev.turnstile.policies.admission;

import static dev.turnstile.policies.admission.GateRun.ENDED;
import static dev.turnstile.policies.admission.GateRun.HELD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.admission.GateRun.Session;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.WorkerView;
import org.junit.jupiter.api.Test;

/** Admission, session order, session end, bounds and placement of the native profile. */
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
    assertThat(run.gate.program(second).deferredSinceNanos).isEqualTo(7_000_000_000L);
    assertThat(run.gate.program(second).steps).isEqualTo(2);
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
  void letsAFinalRequestWaitBehindThoseOfItsSession() {
    GateRun run = GateRun.of(10_000, 1, "session_end=flag");
    Session s = run.session("s");
    TestRequest first = s.next(100);
    TestRequest last = s.next(200).flaggedFinal();
    run.arrive(first);
    run.arrive(last);
    assertThat(run.place(last)).isEqualTo(HELD);

    run.complete(first, 150);

    assertThat(run.place(last)).isZero();
    assertThat(run.gate.program(last)).isNull();
    run.complete(last, 210);
    assertThat(run.counter("programs_ended")).isEqualTo(1);
  }

  @Test
  void doesNotBringARecordBackWhenAFinalRequestIsCancelled() {
    GateRun run = GateRun.of(10_000, 1, "session_end=final_request");
    Session s = run.session("s");
    s.run(100, 150);
    s.send(s.next(1).flaggedFinal());

    run.abort(s.turn);

    assertThat(s.known()).isFalse();
    assertThat(run.used(0)).isZero();
  }

  @Test
  void endsASessionWithItsLastRequestOfTheTrace() {
    GateRun run = GateRun.of(10_000, 1);
    Session s = run.session("s");
    s.run(100, 150);
    s.send(s.next(9500).turn(1, true).flaggedFinal());
    assertThat(s.known()).as("flags are not looked at").isTrue();
    run.tick(5);
    assertThat(s.program().marked).isTrue();

    s.complete(9510);

    assertThat(s.known()).isFalse();
    assertThat(run.counter("pauses")).as("a mark is dropped").isZero();
    assertThat(run.gauge("marked_programs")).isZero();
  }

  @Test
  void keepsASessionOfWhichARequestStillWaits() {
    GateRun run = GateRun.of(10_000, 1);
    Session s = run.session("s");
    TestRequest last = s.next(100).turn(1, true);
    TestRequest late = s.next(100).turn(0, false);
    run.arrive(last);
    run.arrive(late);

    run.complete(last, 110);
    assertThat(run.place(late)).isZero();
    run.complete(late, 110);

    assertThat(run.gate.program(late)).isNotNull();
    assertThat(run.counter("programs_ended")).isZero();
  }

  @Test
  void neverEndsASessionWithoutASignal() {
    GateRun run = GateRun.of(10_000, 1, "session_end=none");
    Session s = run.session("s");
    s.send(s.next(100).turn(0, true).flaggedFinal());
    s.complete(110);

    assertThat(s.known()).isTrue();
  }

  @Test
  void forgetsAnIdleSessionAfterTheRetentionTime() {
    GateRun run = GateRun.of(10_000, 1, "session_retention_seconds=100");
    Session s = run.session("s");
    run.at(3);
    s.run(100, 110);
    run.tick(100);
    assertThat(s.known()).isTrue();

    run.at(102.999999999);
    run.session("x").run(1, 2);
    assertThat(s.known()).isTrue();
    run.at(103);
    run.session("y").run(1, 2); // native looks at every arrival
    assertThat(s.known()).isFalse();
    assertThat(run.counter("programs_expired")).isEqualTo(1);
  }

  @Test
  void forgetsAPausedSessionToo() {
    GateRun run = GateRun.of(10_000, 1, "session_retention_seconds=10");
    Session s = run.session("s");
    s.send(9400);
    run.at(1);
    run.pauseAfterTurn(5, s);
    assertThat(s.paused()).isTrue();

    run.tick(15);

    assertThat(s.known()).isFalse();
    assertThat(run.gauge("paused_programs")).isZero();
  }

  @Test
  void dropsTheLongestIdleSessionForANewOneWhenTheTableIsFull() {
    GateRun run = GateRun.of(10_000, 1, "max_tracked_requests=2");
    Session a = run.session("a");
    Session b = run.session("b");
    run.at(1);
    b.run(10, 20);
    run.at(2);
    a.run(10, 20);
    run.at(3);
    a.run(10, 20);

    assertThat(run.session("c").send(10)).isZero();

    assertThat(b.known()).isFalse();
    assertThat(a.known()).isTrue();
    assertThat(run.gauge("programs")).isEqualTo(2);
  }

  @Test
  void refusesRequestsBeyondTheBound() {
    GateRun run = GateRun.of(10_000, 1, "max_tracked_requests=2");
    run.session("a").send(10);
    run.session("b").send(10);
    Session c = run.session("c");

    assertThat(c.send(10)).isEqualTo(ENDED);
    assertThat(run.answer(c.turn).kind()).isEqualTo(Admission.Kind.REJECT);
    assertThat(run.answer(c.turn).reason())
        .isEqualTo("too many tracked requests (max_tracked_requests)");
  }

  @Test
  void refusesANewSessionWhenNoneOfTheKnownIsIdle() {
    GateRun run = GateRun.of(10_000, 1, "max_tracked_requests=3", "session_end=flag");
    Session a = run.session("a");
    a.send(10);
    a.complete(20);
    a.send(a.next(10).flaggedFinal()); // in flight, but no longer a program
    run.session("b").send(10);
    run.session("c").run(10, 20);
    run.session("d").run(10, 20);
    assertThat(run.gauge("programs")).isEqualTo(3);
    assertThat(run.session("e").run(10, 20)).as("c is dropped").isZero();
    assertThat(run.gauge("programs")).isEqualTo(3);
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

  @Test
  void writesItsDecisionsWithTheNumbersBehindThem() {
    GateRun run = GateRun.of(1000, 1);
    run.context.testLog().turnOn();
    Session a = run.session("a");
    a.send(800);
    run.at(1);
    Session b = run.session("b");
    b.send(200);
    run.at(2);
    a.complete(860);
    run.tick(5);
    run.tick(10);

    assertThat(run.context.testLog().lines())
        .containsExactly(
            "admit policy=thunderagent reason=fits worker=0 used_tokens=900 capacity_tokens=1000"
                + " paused_programs=0 session=a request=r0 tokens=800 need_tokens=900 step=1",
            "hold policy=thunderagent reason=full paused_programs=1"
                + " session=b request=r1 tokens=200 need_tokens=300 step=1 held_ns=0 w0.used_tokens=900",
            "pause policy=thunderagent reason=pressure worker=0 used_tokens=0"
                + " capacity_tokens=1000 paused_programs=2 session=a tokens=860 need_tokens=960 step=1"
                + " idle_ns=3000000000",
            "resume policy=thunderagent worker=0 used_tokens=0 capacity_tokens=1000"
                + " paused_programs=2 session=b request=r1 tokens=200 need_tokens=300 step=1 held_ns=9000000000",
            "release policy=thunderagent reason=resume worker=0 used_tokens=300"
                + " capacity_tokens=1000 paused_programs=1 session=b request=r1 tokens=200 need_tokens=300 step=1");
  }

  @Test
  void countsWhatItDoes() {
    GateRun run = GateRun.of(1000, 2);
    Session a = run.session("a");
    a.run(700, 860); // W0: 960 > 950
    Session b = run.session("b");
    b.send(700); // W1: 800
    run.tick(5); // a is paused
    a.send(600); // held
    run.tick(10); // room 850 on W0, 50 on W1

    assertThat(run.counter("programs_created")).isEqualTo(2);
    assertThat(run.counter("requests_admitted")).isEqualTo(3);
    assertThat(run.counter("requests_held")).isEqualTo(1);
    assertThat(run.counter("pauses")).isEqualTo(1);
    assertThat(run.counter("pauses_pressure")).isEqualTo(1);
    assertThat(run.counter("resumes")).isEqualTo(1);
    assertThat(run.counter("resumes_greedy")).isEqualTo(1);
    assertThat(run.counter("forced_resumes")).isZero();
    assertThat(run.counter("worker_assignments")).isEqualTo(3);
    assertThat(run.counter("resumes_to_other_worker")).isZero();
    assertThat(run.gauge("programs")).isEqualTo(2);
    assertThat(run.gauge("acting_programs")).isZero();
    b.complete(700);
    assertThat(run.gauge("acting_programs")).isEqualTo(1);
    assertThat(run.gate.workerGaugeNames())
        .containsExactly(
            "capacity",
            "used",
            "used_decayed",
            "resident_programs",
            "acting_programs",
            "in_flight_programs");
    run.at(11); // b's 700 tokens have halved
    assertThat(gauges(run, 0)).containsExactly(1000, 700, 700, 1, 0, 1);
    assertThat(gauges(run, 1)).containsExactly(1000, 800, 450, 1, 1, 0);
  }

  private static long[] gauges(GateRun run, int worker) {
    long[] values = new long[run.gate.workerGaugeNames().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = run.gate.workerGauge(i, worker);
    }
    return values;
  }

  @Test
  void countsTheProgramsThatOnlyForceBringsBack() {
    GateRun run = GateRun.of(10_000, 2);
    Session fits = run.session("fits");
    fits.run(8400, 8400); // 8500 = the ceiling
    assertThat(run.counter("programs_over_ceiling")).isZero();

    Session grows = run.session("grows");
    grows.run(8000, 8401);
    grows.run(8500, 8600);

    assertThat(run.counter("programs_over_ceiling")).isEqualTo(1);
  }
}

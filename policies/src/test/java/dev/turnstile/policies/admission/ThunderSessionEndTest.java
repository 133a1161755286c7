package dev.turnstile.policies.admission;

import static dev.turnstile.policies.admission.GateRun.ENDED;
import static dev.turnstile.policies.admission.GateRun.HELD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.admission.GateRun.Session;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Admission;
import org.junit.jupiter.api.Test;

/** How records of sessions go: end, expiry and the bounds of the tables. */
final class ThunderSessionEndTest {

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
  void boundsRequestsAndProgramsSeparately() {
    GateRun run = GateRun.of(10_000, 1, "max_tracked_requests=3", "session_end=flag");
    Session a = run.session("a");
    a.send(10);
    a.complete(20);
    a.send(a.next(10).flaggedFinal()); // in flight, but no longer a program
    run.session("b").send(10);
    Session c = run.session("c");
    c.run(10, 20);
    run.session("d").run(10, 20);
    assertThat(run.gauge("programs")).isEqualTo(3);

    assertThat(run.session("e").send(10)).as("the third request").isZero();
    assertThat(c.known()).isFalse();
    assertThat(run.gauge("programs")).isEqualTo(3);
    assertThat(run.session("f").send(10)).as("a fourth request").isEqualTo(ENDED);
  }
}

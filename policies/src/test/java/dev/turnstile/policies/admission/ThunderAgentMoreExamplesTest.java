package dev.turnstile.policies.admission;

import static dev.turnstile.policies.admission.GateRun.HELD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.admission.GateRun.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The worked examples TA-10 to TA-16: admission, decay, session end, cancellation and the order of
 * a tick. Native profile and defaults unless said otherwise; TA-17 is in {@link
 * SharedPrefixBudgetTest}.
 */
final class ThunderAgentMoreExamplesTest {

  /** A session between turns with a context. */
  private static Session acting(GateRun run, String id, long contextTokens) {
    Session session = run.session(id);
    session.run(contextTokens, contextTokens);
    return session;
  }

  /** A session with a turn in flight. */
  private static Session reasoning(GateRun run, String id, long inputTokens) {
    Session session = run.session(id);
    session.send(inputTokens);
    return session;
  }

  @Test
  @DisplayName("TA-10 a new session goes to the least used worker with room, or waits")
  void ta10() {
    assertThat(admission(2500)).isZero();
    assertThat(admission(4500)).isEqualTo(HELD);

    GateRun run = ta10State();
    Session fits = reasoning(run, "n", 3850);
    assertThat(fits.place()).isZero();
    assertThat(run.used(0)).isEqualTo(9950);
    assertThat(fits.program().marked).isFalse();
    run.tick(5);
    assertThat(fits.program().marked).isTrue(); // 9950 > 9500

    GateRun full = ta10State();
    assertThat(reasoning(full, "n", 4500).place()).isEqualTo(HELD);
    assertThat(reasoning(full, "tiny", 10).place()).isEqualTo(HELD);
  }

  private static GateRun ta10State() {
    GateRun run = GateRun.of(10_000, 2);
    reasoning(run, "x", 5900); // W0: 6000
    reasoning(run, "y", 6900); // W1: 7000
    return run;
  }

  private static int admission(long inputTokens) {
    return reasoning(ta10State(), "n", inputTokens).place();
  }

  @Test
  @DisplayName("TA-11 a bound session's next turn passes whatever the pressure")
  void ta11() {
    GateRun run = GateRun.of(10_000, 1);
    Session s = acting(run, "S", 5000);
    Session other = acting(run, "other", 4700);
    assertThat(run.used(0)).isEqualTo(9900);

    assertThat(s.send(5300)).isZero();
    assertThat(run.used(0)).isEqualTo(10_200);

    run.tick(5); // 10200 > 9500: other is paused, 5400 <= 8000
    assertThat(other.paused()).isTrue();
    assertThat(s.program().marked).isFalse();
  }

  @Test
  @DisplayName("TA-12 idle tokens halve every second where they decay")
  void ta12() {
    GateRun run = GateRun.of(10_000, 2);
    Session a = run.session("a");
    a.send(7900);
    reasoning(run, "b", 2000); // W1: 2100
    Session held = run.session("held");
    held.send(9950); // fits nowhere
    assertThat(held.place()).isEqualTo(HELD);
    run.at(1797);
    a.complete(8000);

    run.at(1800);
    assertThat(run.gate.ledger().decayed(0, 1_800_000_000_000L)).isEqualTo(1000 + 100);
    assertThat(run.gate.ledger().decayed(0, 1_807_000_000_000L)).isEqualTo(7 + 100);
    assertThat(run.used(0)).isEqualTo(8100);

    run.tick(1800); // W0 10000 - 1100 = 8900, W1 10000 - 2100 = 7900
    assertThat(held.place()).isZero();
  }

  @Test
  @DisplayName("TA-13 a final request deletes the record and needs no room; others wait for a tick")
  void ta13() {
    GateRun run = GateRun.of(250, 1, "buffer_per_program=0", "session_end=flag");
    Session s1 = acting(run, "S1", 200);
    Session s2 = reasoning(run, "S2", 100);
    assertThat(s2.place()).isEqualTo(HELD); // 250 - 200 < 100

    assertThat(s1.send(s1.next(1).flaggedFinal())).isZero();
    assertThat(s1.known()).isFalse();
    assertThat(s2.place()).isEqualTo(HELD);
    s1.complete(2);
    assertThat(s1.known()).isFalse();

    run.tick(5); // 100 <= floor(0.85 * 250) = 212
    assertThat(s2.place()).isZero();
  }

  @Test
  @DisplayName("TA-14 the original drains to its full capacity only")
  void ta14() {
    GateRun run = GateRun.of(10_000, 1, "profile=original");
    Session p1 = reasoning(run, "P1", 5800);
    Session p2 = acting(run, "P2", 2500);
    Session p3 = acting(run, "P3", 1400);
    run.context.generated(p1.turn, 200); // 6000 + 2500 + 1400 + 300 = 10200

    run.tick(5);
    assertThat(p3.paused()).isTrue(); // 10000 - 8700 = 1300 >= 0
    assertThat(p2.paused()).isFalse();
    assertThat(p1.program().marked).isFalse();

    GateRun both = GateRun.of(10_000, 1, "profile=original");
    Session r1 = reasoning(both, "R1", 5800);
    Session r2 = reasoning(both, "R2", 4000);
    both.context.generated(r1.turn, 200);
    both.tick(5);
    assertThat(r1.program().marked).isTrue();
    assertThat(r2.program().marked).isTrue();
  }

  @Test
  @DisplayName("TA-15 a cancelled turn leaves the record as it was before")
  void ta15() {
    GateRun run = GateRun.of(10_000, 1);
    Session s = run.session("S");
    for (int step = 1; step <= 4; step++) {
      run.at(step);
      s.run(3000, 3000);
    }
    run.at(6);
    s.send(3500);
    assertThat(run.used(0)).isEqualTo(3600);

    run.at(7);
    run.abort(s.turn);

    Program program = s.program();
    assertThat(program.acting).isTrue();
    assertThat(program.paused).isFalse();
    assertThat(program.tokens).isEqualTo(3000);
    assertThat(program.steps).isEqualTo(4);
    assertThat(program.worker).isZero();
    assertThat(program.actingSinceNanos).isEqualTo(4_000_000_000L);
    assertThat(run.used(0)).isEqualTo(3100);
    assertThat(run.counter("admissions_cancelled")).isEqualTo(1);
  }

  @Test
  @DisplayName("TA-15 a new session cancelled while held blocks nobody any more")
  void ta15New() {
    GateRun run = GateRun.of(10_000, 1);
    reasoning(run, "x", 5900);
    Session held = reasoning(run, "held", 4500);
    assertThat(held.place()).isEqualTo(HELD);

    run.abort(held.turn);

    assertThat(held.known()).isFalse();
    assertThat(run.gauge("paused_programs")).isZero();
    assertThat(reasoning(run, "tiny", 10).place()).isZero();
  }

  @Test
  @DisplayName("TA-16 what a tick pauses comes back with the next tick at the earliest")
  void ta16() {
    GateRun run = GateRun.of(10_000, 2);
    Session big = run.session("big");
    big.send(7100);
    Session block = run.session("block");
    block.send(block.next(9900).turn(0, true)); // W1 is full, so that the idle ones go to W0
    Session a = acting(run, "a", 900);
    Session b = acting(run, "b", 1500);
    assertThat(run.used(0)).isEqualTo(9800);
    block.complete(9900);
    assertThat(run.used(1)).isZero();

    run.tick(5);
    assertThat(a.paused()).isTrue();
    assertThat(b.paused()).isTrue();

    run.tick(10); // W1 has room 8500
    assertThat(a.program().worker).isEqualTo(1);
    assertThat(b.program().worker).isEqualTo(1);
    assertThat(run.counter("resumes_to_other_worker")).isEqualTo(2);
  }
}

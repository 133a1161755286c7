package dev.turnstile.policies.admission;

import static dev.turnstile.policies.admission.GateRun.HELD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.admission.GateRun.Session;
import org.junit.jupiter.api.Test;

/** The options for studies, and the lone program that no ceiling admits. */
final class ThunderOptionsTest {

  @Test
  void marksOnlyAsManyAsItTakesWithUntilTarget() {
    GateRun run = GateRun.of(10_000, 1, "mark_mode=until_target");
    Session a = sends(run, "a", 900);
    Session b = sends(run, "b", 1000);
    Session c = sends(run, "c", 7600);
    run.tick(5); // 9800; without a 8800, without b 7700 <= 8000

    assertThat(a.program().marked).isTrue();
    assertThat(b.program().marked).isTrue();
    assertThat(c.program().marked).isFalse();

    run.tick(10); // the marks of a and b still suffice
    assertThat(c.program().marked).isFalse();
    run.context.generated(c.turn, 301);
    run.tick(15);
    assertThat(c.program().marked).isTrue();
  }

  @Test
  void bringsAProgramBackToItsLastWorkerWithOriginFirst() {
    assertThat(workerAfterPause("resume_locality=origin_first")).isZero();
    assertThat(workerAfterPause("resume_locality=none")).isEqualTo(1);
  }

  private static int workerAfterPause(String setting) {
    GateRun run = GateRun.of(10_000, 2, setting);
    Session s = sends(run, "s", 100); // W0
    sends(run, "y", 500); // W1
    run.pauseAfterTurn(5, s);
    Session x = sends(run, "x", 1000);
    Session z = run.session("z");
    z.send(z.next(800).pinned(0));
    assertThat(x.place()).as("behind the paused one").isEqualTo(HELD);
    // Rooms 8500 and 7900. x 1100 -> W0 (7400), z 900 -> W0 (6500), s 200 -> W1, the roomiest.
    run.tick(10);
    return s.program().worker;
  }

  @Test
  void takesNewSessionsByArrivalIfToldSo() {
    assertThat(firstOfTwoNew("new_order=size")).isEqualTo("late");
    assertThat(firstOfTwoNew("new_order=arrival")).isEqualTo("early");
  }

  private static String firstOfTwoNew(String setting) {
    GateRun run = GateRun.of(10_000, 1, setting);
    sends(run, "x", 4000); // room 8500 - 4100 = 4400
    Session full = sends(run, "full", 5900);
    Session early = sends(run, "early", 4200);
    Session late = sends(run, "late", 4000);
    run.abort(full.turn);
    assertThat(early.place()).isEqualTo(HELD);
    assertThat(late.place()).isEqualTo(HELD);
    run.tick(5);
    return late.place() == 0 ? "late" : "early";
  }

  @Test
  void looksAtDecayedUsageIfToldSo() {
    for (String view : new String[] {"full", "decayed"}) {
      GateRun run = GateRun.of(10_000, 1, "admission_view=" + view);
      run.session("a").run(8000, 8000);
      run.at(3); // 8100 in full, 1000 + 100 decayed
      boolean decayed = view.equals("decayed");

      assertThat(sends(run, "fits", 5000).place()).isEqualTo(decayed ? 0 : HELD);
      // The next: 1100 + 5100 + 3900 > 10000, and at 7.9 s the old one has faded to 33.
      Session next = sends(run, "next", 4700);
      assertThat(next.place()).isEqualTo(HELD);
    }
  }

  @Test
  void findsRoomByDecayedUsageAtTicks() {
    GateRun run = GateRun.of(10_000, 1, "admission_view=decayed", "pause_threshold=0.95");
    run.session("a").run(8000, 8000);
    Session held = sends(run, "held", 5000);
    assertThat(held.place()).isEqualTo(HELD); // at once, nothing has decayed

    run.tick(5); // 8500 - (250 + 100) >= 5100
    assertThat(held.place()).isZero();
  }

  @Test
  void letsNewSessionsOvertakePausedOnesWithoutTheFairnessGate() {
    GateRun run = GateRun.of(10_000, 1, "fairness_gate=false");
    sends(run, "x", 5900);
    assertThat(sends(run, "big", 4500).place()).isEqualTo(HELD);

    assertThat(sends(run, "tiny", 10).place()).isZero();
  }

  @Test
  void feedsAnIdleWorkerWhateverTheSizeWhenWorkConserving() {
    GateRun run = GateRun.of(10_000, 2, "work_conserving=true");
    Session a = sends(run, "a", 9800);
    Session b = sends(run, "b", 9900);
    run.pauseAfterTurn(5, a, b);
    b.send(9900);
    run.tick(10);
    assertThat(b.place()).as("the first worker without a program").isZero();
    assertThat(a.paused()).as("nobody waits for it").isTrue();

    a.send(9800);
    run.tick(15);
    assertThat(a.place()).isEqualTo(1);
    assertThat(run.counter("resumes_work_conserving")).isEqualTo(2);
  }

  @Test
  void countsAnIdleProgramAsWorkWhenWorkConserving() {
    GateRun run = GateRun.of(10_000, 1, "work_conserving=true");
    Session a = sends(run, "a", 9000);
    run.pauseAfterTurn(5, a);
    Session small = run.session("small");
    small.send(10);
    run.tick(10); // small fits
    small.complete(20);
    a.send(9000);

    run.tick(15);

    assertThat(a.place()).isEqualTo(HELD);
  }

  /**
   * One session of 960 + 20 and 1000 + 20 tokens on 1024 tokens; the second turn comes at 8.286.
   */
  @Test
  void releasesALoneProgramOverTheCeilingInEveryVariant() {
    // 980 of 1024 is over the pause line 972 and over the ceiling 870.
    assertThat(loneProgram("profile=native")).isEqualTo(1810);
    assertThat(loneProgram("profile=python")).isEqualTo(1808.286);
    assertThat(loneProgram("work_conserving=true")).isEqualTo(10);
    // The original and the paper pause above the full capacity only.
    assertThat(loneProgram("profile=original")).isEqualTo(8.286);
    assertThat(loneProgram("profile=paper")).isEqualTo(8.286);
  }

  private static double loneProgram(String setting) {
    GateRun run = GateRun.of(1024, 1, setting, "buffer_per_program=0");
    Session a = run.session("A");
    assertThat(a.send(960)).isZero();
    run.at(0.286);
    a.complete(980);
    run.tick(5);
    run.at(8.286);
    a.send(1000);
    double released = 8.286;
    for (int tick = 2; a.place() == HELD && tick < 400; tick++) {
      for (long wakeNanos : run.context.wakes()) {
        if (wakeNanos <= tick * 5_000_000_000L && a.place() == HELD) {
          released = wakeNanos / 1e9;
          run.wake(released);
        }
      }
      if (a.place() == HELD) {
        released = tick * 5;
        run.tick(released);
      }
    }
    assertThat(a.place()).isZero();
    return released;
  }

  @Test
  void releasesALoneProgramByForceWhenTheGrowthReserveIsTooMuch() {
    GateRun run = GateRun.of(1024, 1, "profile=native-shared", "buffer_per_program=0");
    Session a = sends(run, "A", 960);
    assertThat(a.place()).isEqualTo(HELD); // 960 + 256 > 1024

    run.tick(1795);
    assertThat(a.place()).isEqualTo(HELD);
    run.tick(1800);
    assertThat(a.place()).isZero();
  }

  @Test
  void releasesALoneProgramTwiceByForceWithTheDefaultBuffer() {
    GateRun run = GateRun.of(1024, 1);
    Session a = run.session("A");
    assertThat(a.send(960)).isEqualTo(HELD); // 1060 > 1024
    for (int tick = 1; tick < 360; tick++) {
      run.tick(5.0 * tick);
      assertThat(a.place()).isEqualTo(HELD);
    }
    run.tick(1800);
    assertThat(a.place()).isZero();
    run.at(1800.286);
    a.complete(980);
    run.tick(1805);
    assertThat(a.paused()).isTrue();
    run.at(1808.286);
    a.send(1000);
    for (int tick = 362; tick < 722; tick++) {
      run.tick(5.0 * tick);
      assertThat(a.place()).isEqualTo(HELD);
    }
    run.tick(3610);
    assertThat(a.place()).isZero();
    assertThat(run.counter("forced_resumes")).isEqualTo(2);
  }

  private static Session sends(GateRun run, String id, long inputTokens) {
    Session session = run.session(id);
    session.send(inputTokens);
    return session;
  }
}

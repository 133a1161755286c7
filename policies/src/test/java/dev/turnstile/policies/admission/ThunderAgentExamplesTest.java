package dev.turnstile.policies.admission;

import static dev.turnstile.policies.admission.GateRun.HELD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.admission.GateRun.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The worked examples TA-1 to TA-9, the rules of the tick: native profile and defaults. A capacity
 * of 10,000 gives the pause line 9,500, the target 8,000 and the resume ceiling 8,500; every
 * program is charged 100 tokens more than its context.
 */
final class ThunderAgentExamplesTest {

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
  @DisplayName("TA-1 utilisation counts running and idle programs")
  void ta1() {
    GateRun run = GateRun.of(10_000, 1, "fairness_gate=false");
    Session tiny = reasoning(run, "tiny", 1);
    run.pauseAfterTurn(5, tiny);
    reasoning(run, "P1", 3000);
    acting(run, "P2", 4000);
    acting(run, "P3", 1500);

    // 3000 + 4000 + 1500 + 3 * 100
    assertThat(run.used(0)).isEqualTo(8800);
    run.tick(10);
    assertThat(run.counter("pauses")).as("tiny's").isEqualTo(1);
    assertThat(tiny.paused()).as("8500 - 8800 < 0, although 10000 - 8800 is room").isTrue();
  }

  @Test
  @DisplayName("TA-2 the smallest idle program is paused first")
  void ta2() {
    GateRun run = GateRun.of(10_000, 1);
    reasoning(run, "P1", 3000);
    Session p2 = acting(run, "P2", 4000);
    Session p3 = acting(run, "P3", 1500);
    Session p4 = acting(run, "P4", 900);
    assertThat(run.used(0)).isEqualTo(9800);

    run.tick(5);

    // 9800 - 1000 = 8800 > 8000; - 1600 = 7200 <= 8000
    assertThat(p4.paused()).isTrue();
    assertThat(p3.paused()).isTrue();
    assertThat(p2.paused()).isFalse();
    assertThat(run.used(0)).isEqualTo(7200);
  }

  @Test
  @DisplayName("TA-3 all running programs are marked once the idle ones are exhausted")
  void ta3() {
    GateRun run = GateRun.of(10_000, 1);
    Session p1 = reasoning(run, "P1", 5000);
    Session p2 = reasoning(run, "P2", 3600);
    Session p3 = acting(run, "P3", 900);
    assertThat(run.used(0)).isEqualTo(9800);

    run.tick(5);

    assertThat(p3.paused()).isTrue();
    assertThat(p1.program().marked).isTrue();
    assertThat(p2.program().marked).isTrue();
    assertThat(run.used(0)).isEqualTo(8800);
    assertThat(run.counter("programs_marked")).isEqualTo(2);

    p2.complete(3700);
    assertThat(p2.paused()).isTrue();
    assertThat(run.used(0)).isEqualTo(5100);

    p1.complete(5200);
    assertThat(p1.paused()).isTrue();
    assertThat(run.used(0)).isZero();

    // Room 8500, all idle: P3 1000, P2 3800 (4800) are selected, P1 5300 is not (10100 > 8500).
    run.tick(10);
    assertThat(p3.paused()).isFalse();
    assertThat(p2.paused()).isFalse();
    assertThat(p1.paused()).isTrue();
  }

  @Test
  @DisplayName("TA-4 the pause line itself is safe, one token more is not")
  void ta4PauseLine() {
    GateRun run = GateRun.of(10_000, 1);
    Session idle = acting(run, "idle", 1000);
    Session running = reasoning(run, "running", 8300);
    assertThat(run.used(0)).isEqualTo(9500);

    run.tick(5);
    assertThat(idle.paused()).isFalse();

    run.context.generated(running.turn, 1);
    run.tick(10);
    assertThat(idle.paused()).isTrue();
  }

  @Test
  @DisplayName("TA-4 room of exactly the buffer is none, one token more is enough for one token")
  void ta4Room() {
    assertThat(tinyComesBack(8300)).isFalse(); // 8500 - 8400 = 100
    assertThat(tinyComesBack(8299)).isTrue(); // 8500 - 8399 = 101 = 1 + 100
  }

  private static boolean tinyComesBack(long residentTokens) {
    GateRun run = GateRun.of(10_000, 1);
    reasoning(run, "resident", residentTokens);
    Session tiny = reasoning(run, "tiny", 1);
    run.pauseAfterTurn(5, tiny);
    assertThat(tiny.paused()).isTrue();
    run.tick(10);
    return !tiny.paused();
  }

  @Test
  @DisplayName("TA-5 selection by total room, placement largest first on the roomiest worker")
  void ta5() {
    GateRun run = GateRun.of(301, 2, "pause_threshold=1.0", "resume_hysteresis=0");
    Session large = acting(run, "large", 201);
    Session medium = acting(run, "medium", 100);
    Session small = acting(run, "small", 1);
    large.send(201);
    medium.send(100);
    small.send(1);
    assertThat(large.place()).isZero();
    assertThat(medium.place()).isEqualTo(1);
    assertThat(small.place()).isEqualTo(1);
    run.pauseAfterTurn(5, large, medium, small);
    assertThat(run.gauge("paused_programs")).isEqualTo(3);

    run.tick(10);

    // needs 301, 200, 101: 602 <= 602; large -> the first of two equal workers, which is full then
    assertThat(large.program().worker).isZero();
    assertThat(medium.program().worker).isEqualTo(1);
    assertThat(small.program().worker).isEqualTo(1);
    assertThat(run.counter("resumes_greedy")).isEqualTo(3);
  }

  @Test
  @DisplayName("TA-6 continuations before new sessions before idle ones; a large one is skipped")
  void ta6() {
    GateRun run = GateRun.of(10_000, 1);
    reasoning(run, "X", 2900);
    Session p = run.session("P");
    Session q = run.session("Q");
    Session s = run.session("S");
    for (int step = 1; step < 4; step++) {
      p.run(100, 100);
    }
    for (int step = 1; step < 3; step++) {
      q.run(500, 500);
      s.run(100, 100);
    }
    p.send(100);
    q.send(500);
    s.send(100);
    run.pauseAfterTurn(5, p, q, s);
    p.send(4000); // step 5
    Session n = run.session("N");
    n.send(1000);
    s.send(1500); // step 4
    assertThat(run.used(0)).isEqualTo(3000);
    assertThat(q.program().steps).isEqualTo(3);

    run.context.testLog().turnOn();
    run.tick(10);

    // room 5500: S 1600, P 4100 -> 5700 no, N 1100 -> 2700, Q 600 -> 3300
    assertThat(s.place()).isZero();
    assertThat(n.place()).isZero();
    assertThat(q.paused()).isFalse();
    assertThat(p.place()).isEqualTo(HELD);
    assertThat(run.context.testLog().lines())
        .filteredOn(line -> line.startsWith("resume "))
        .extracting(line -> line.replaceAll(".*session_id=(\\S+).*", "$1"))
        .containsExactly("S", "N", "Q");
  }

  @Test
  @DisplayName("TA-7 placement over two workers")
  void ta7() {
    GateRun run = GateRun.of(10_000, 2);
    reasoning(run, "x", 3400); // W0: 3500
    reasoning(run, "y", 5400); // W1: 5500
    Session a = run.session("a");
    Session b = run.session("b");
    Session c = run.session("c");
    Session d = run.session("d");
    for (Session session : new Session[] {a, b, c, d}) {
      session.send(10);
    }
    run.pauseAfterTurn(5, a, b, c, d);
    a.send(2800);
    b.send(2600);
    c.send(1900);
    d.send(400);
    assertThat(run.used(0)).isEqualTo(3500);
    assertThat(run.used(1)).isEqualTo(5500);

    run.tick(10);

    // d 500, c 2500, b 5200, a 8100 > 8000; then b -> W0 (2300), c -> W1 (1000), d -> W0 (1800)
    assertThat(b.place()).isZero();
    assertThat(c.place()).isEqualTo(1);
    assertThat(d.place()).isZero();
    assertThat(a.place()).isEqualTo(HELD);
  }

  @Test
  @DisplayName("TA-8 what fits on no single worker stays paused although it was selected")
  void ta8() {
    GateRun run = GateRun.of(10_000, 2);
    reasoning(run, "x", 5900);
    reasoning(run, "y", 6900);
    Session p = run.session("p");
    p.send(10);
    run.pauseAfterTurn(5, p);
    p.send(3000); // needs 3100: 2500 + 1500 together, but on neither

    run.tick(10);

    assertThat(p.place()).isEqualTo(HELD);
  }

  @Test
  @DisplayName("TA-9 a context above the ceiling is released by force, 1800 s after it was held")
  void ta9() {
    GateRun run = GateRun.of(10_000, 1);
    Session p = run.session("p");
    p.send(9400);
    run.pauseAfterTurn(5, p);
    run.at(12);
    p.send(9500);
    assertThat(p.place()).isEqualTo(HELD);

    for (int tick = 3; tick <= 362; tick++) {
      run.tick(5.0 * tick);
      assertThat(p.place()).as("tick at %d s", 5 * tick).isEqualTo(HELD);
    }
    run.tick(1815); // 1815 - 12 = 1803 >= 1800; 1810 - 12 = 1798

    assertThat(p.place()).isZero();
    assertThat(run.counter("forced_resumes")).isEqualTo(1);
  }
}

package dev.turnstile.policies.admission;

import static dev.turnstile.policies.admission.GateRun.HELD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.admission.GateRun.Session;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.spi.WorkerView;
import org.junit.jupiter.api.Test;

/** Where the profiles python, original and paper differ from native. */
final class ThunderProfilesTest {

  @Test
  void pythonPrefersTheWorkerWhoseProgramsHaveFaded() {
    assertThat(workerOfNewSession("python")).isZero();
    assertThat(workerOfNewSession("native")).isEqualTo(1);
  }

  /** W0 has an idle program of 4000 tokens, W1 a running one of 3000. */
  private static int workerOfNewSession(String profile) {
    GateRun run = GateRun.of(10_000, 2, "profile=" + profile);
    Session idle = sends(run, "idle", 4000);
    sends(run, "running", 3000);
    idle.complete(4000);
    run.at(4); // 4000 / 16 = 250 < 3000
    return sends(run, "new", 100).place();
  }

  @Test
  void pythonSkipsWorkersWithoutAFreeTurn() {
    GateRun run = turns(2, 2);
    sends(run, "a", 100); // W0
    sends(run, "b", 110); // W1
    sends(run, "c", 100); // W0, has two turns now
    Session d = sends(run, "d", 1);
    assertThat(d.place()).as("although W0 has 400 and W1 210").isEqualTo(1);
    assertThat(sends(run, "e", 1).place()).as("all turns are taken").isEqualTo(HELD);
  }

  private static GateRun turns(int workers, int maxTurns, String... settings) {
    WorkerView[] views = new WorkerView[workers];
    for (int id = 0; id < workers; id++) {
      views[id] = new WorkerView(id, 100_000, 1, 0, 8192, maxTurns);
    }
    String[] all = new String[settings.length + 1];
    all[0] = "profile=python";
    System.arraycopy(settings, 0, all, 1, settings.length);
    return new GateRun(TestContext.of(TestPrompts.of(1, new long[0]).tree(), views), all);
  }

  @Test
  void pythonMarksButDoesNotPauseWhenAWorkerHasTooManyTurns() {
    GateRun run = turns(1, 4);
    Session idle = sends(run, "idle", 100);
    idle.complete(100);
    Session[] running = new Session[4];
    for (int i = 0; i < 4; i++) {
      running[i] = sends(run, "s" + i, 100);
    }

    run.tick(5); // 4 turns > 3.8

    assertThat(idle.paused()).isFalse();
    assertThat(run.counter("programs_marked")).isEqualTo(4);
    for (Session session : running) {
      session.complete(110);
      assertThat(session.paused()).isTrue();
    }
    running[0].send(120);
    running[1].send(120);
    running[2].send(120);
    running[3].send(120);
    run.tick(10); // floor(4 * 0.85) = 3 turns may start

    assertThat(run.gauge("held_requests")).isEqualTo(1);
    assertThat(run.gate.ledger().turns(0)).isEqualTo(3);
  }

  @Test
  void pythonMarksJustEnoughTurnsWithUntilTarget() {
    GateRun run = turns(1, 10, "mark_mode=until_target");
    for (int i = 0; i < 10; i++) {
      sends(run, "s" + i, 100);
    }

    run.tick(5); // 10 > 9.5; target 8

    assertThat(run.counter("programs_marked")).isEqualTo(2);
  }

  @Test
  void pythonReleasesAHeldRequestAtTheExactTimeout() {
    GateRun run = GateRun.of(10_000, 1, "profile=python", "resume_timeout_seconds=100");
    Session p = sends(run, "p", 9400);
    run.pauseAfterTurn(5, p);
    run.at(12.000000001);
    p.send(9900);
    assertThat(run.context.wakes()).containsExactly(112_000_000_001L);

    for (int tick = 3; tick <= 22; tick++) {
      run.tick(5.0 * tick);
      assertThat(p.place()).isEqualTo(HELD);
    }
    run.wake(112.000000001);

    assertThat(p.place()).isZero();
    assertThat(run.counter("forced_resumes")).isEqualTo(1);
    // From a pause: boosted.
    assertThat(run.answer(p.turn).priorityJumpSeconds()).isEqualTo(1.0);
  }

  @Test
  void pythonDemotesSoftlyBetweenTheThresholds() {
    GateRun run = GateRun.of(10_000, 1, "profile=python");
    Session s = sends(run, "s", 7899); // 7999 < 8000
    run.tick(5);
    s.complete(7899);
    s.send(7899);
    assertThat(run.answer(s.turn).priorityJumpSeconds()).isZero();

    s.complete(7900);
    run.tick(10); // 8000
    s.send(7900);
    assertThat(run.answer(s.turn).priorityJumpSeconds()).isEqualTo(-2.0);
    s.complete(7900);
    s.send(100);
    s.complete(100);
    run.at(17.4); // until 10 + 7.5
    s.send(100);
    assertThat(run.answer(s.turn).priorityJumpSeconds()).isEqualTo(-2.0);
    s.complete(100);
    run.at(17.5);
    s.send(100);
    assertThat(run.answer(s.turn).priorityJumpSeconds()).isZero();
  }

  @Test
  void pythonAddsTheBoostAndTheDemotion() {
    GateRun run = GateRun.of(10_000, 1, "profile=python");
    Session s = sends(run, "s", 8100);
    run.tick(5); // 8200: demoted until 12.5
    run.pauseAfterTurn(10, s); // over the pause line: no new demotion
    s.send(100);

    run.tick(10.5);

    assertThat(run.answer(s.turn).priorityJumpSeconds()).isEqualTo(-1.0);
  }

  @Test
  void pythonDoesNotDemoteAtOrAboveThePauseThreshold() {
    GateRun run = GateRun.of(10_000, 1, "profile=python");
    Session s = sends(run, "s", 9400); // 9500 is not below 0.95 and not above it either
    run.tick(5);
    s.complete(9400);
    s.send(9400);

    assertThat(run.answer(s.turn).priorityJumpSeconds()).isZero();
    assertThat(s.program().marked).isFalse();
  }

  @Test
  void pythonLetsAKnownSessionRunUnplacedWhenNothingFits() {
    GateRun run = GateRun.of(10_000, 2, "profile=python");
    Session s = sends(run, "s", 100);
    s.complete(110);
    sends(run, "x", 9000); // W1
    run.context.setLive(0, false);
    run.gate.onWorkerRemoved(0);

    assertThat(s.send(5000)).as("9100 + 5100 > 10000").isEqualTo(1);
    assertThat(run.used(1)).isEqualTo(14_200);
  }

  @Test
  void nativeHoldsAKnownSessionWhenNothingFits() {
    GateRun run = GateRun.of(10_000, 2);
    Session s = sends(run, "s", 100);
    s.complete(110);
    sends(run, "x", 9000);
    run.context.setLive(0, false);
    run.gate.onWorkerRemoved(0);

    assertThat(s.send(5000)).isEqualTo(HELD);
  }

  @Test
  void pythonExpiresAtTicksOnlyAndCanBeToldNotTo() {
    GateRun run = GateRun.of(10_000, 1, "profile=python", "program_idle_ttl_seconds=10");
    Session s = sends(run, "s", 100);
    s.complete(110);
    run.at(12);
    sends(run, "x", 1);
    assertThat(s.known()).isTrue();
    run.tick(15);
    assertThat(s.known()).isFalse();

    GateRun never = GateRun.of(10_000, 1, "profile=python", "program_idle_ttl_seconds=0");
    Session t = sends(never, "t", 100);
    t.complete(110);
    never.tick(1_000_000);
    assertThat(t.known()).isTrue();
  }

  @Test
  void pythonCountsTheHostTier() {
    GateRun run = new GateRun(GateRun.hostTier(1000, 2000), "profile=python");

    for (String id : new String[] {"a", "b", "c"}) {
      assertThat(sends(run, id, 900).place()).isZero();
    }
    assertThat(sends(run, "d", 900).place()).as("3000 of 3000 are used").isEqualTo(HELD);
  }

  @Test
  void pythonPlacesWhatIsUnplacedByTheKvRoutersCost() {
    // 10 tokens in blocks of one; by the estimates the request adds one block. Native compares
    // 4 + 51 with 20 + 32. The KV router credits the 10 blocks that worker 0 holds: 4 + 10 - 10 +
    // 51
    // against 20 + 10 + 32.
    assertThat(workerOfUnlimited("python")).isZero();
    assertThat(workerOfUnlimited("native")).isEqualTo(1);
    // No program yet on either.
    assertThat(workerOfUnlimited("original")).isZero();
  }

  private static int workerOfUnlimited(String profile) {
    TestPrompts prompts = TestPrompts.of(1, TestPrompts.chain(10, 0, 1));
    TestContext context =
        TestContext.of(
            prompts.tree(),
            new WorkerView(0, WorkerView.UNKNOWN, 1, 0, 8192, WorkerView.UNPUBLISHED),
            new WorkerView(1, WorkerView.UNKNOWN, 1, 0, 8192, WorkerView.UNPUBLISHED));
    context.with(TestLoads.requests(0, 0).worker(0, 4, 50).worker(1, 20, 31));
    context.prefixIndex().onStored(0, KvTier.HBM, prompts.nodes()[0], 0, 10);
    GateRun run = new GateRun(context, "profile=" + profile);
    return run.session("s").send(prompts.request(0, 0, 0).session(0));
  }

  @Test
  void originalSeesTwentyTokensAtATime() {
    GateRun run = GateRun.of(10_000, 1, "profile=original");
    Session s = sends(run, "s", 1000);
    run.context.generated(s.turn, 39);
    run.tick(5);
    assertThat(run.used(0)).isEqualTo(1120);
    run.context.generated(s.turn, 40);
    run.tick(10);
    assertThat(run.used(0)).isEqualTo(1140);
    s.complete(1041);
    assertThat(run.used(0)).isEqualTo(1141);
  }

  @Test
  void originalForcesASessionBackToItsOriginAndANewOneToTheEmptiestBackend() {
    GateRun run = GateRun.of(1000, 2, "profile=original", "resume_timeout_seconds=10");
    Session s = sends(run, "s", 500); // W0
    sends(run, "x", 850); // W1
    run.pauseAfterTurn(1, s);
    s.send(990); // 1090 > 1000
    Session fresh = sends(run, "fresh", 950);
    Session young = sends(run, "young", 10);
    run.wake(11);

    assertThat(fresh.place()).as("W0 has no program, W1 one").isZero();
    assertThat(s.place()).as("its last worker").isZero();
    assertThat(young.place()).as("W0 has two programs, W1 one").isEqualTo(1);
  }

  @Test
  void originalNeverExpires() {
    GateRun run = GateRun.of(10_000, 1, "profile=original");
    Session s = sends(run, "s", 100);
    s.complete(110);
    run.tick(1_000_000);
    assertThat(s.known()).isTrue();
  }

  @Test
  void originalDecaysForResumeOnlyIfToldSo() {
    for (boolean decay : new boolean[] {false, true}) {
      GateRun run = GateRun.of(10_000, 1, "profile=original", "use_acting_token_decay=" + decay);
      run.session("a").run(8000, 8000);
      run.at(4);
      Session s = sends(run, "s", 3000);
      assertThat(s.place()).as("admission sees everything").isEqualTo(HELD);
      run.tick(5); // 10000 - (250 + 100)
      assertThat(s.place()).isEqualTo(decay ? 0 : HELD);
    }
  }

  @Test
  void paperPausesByDecayedUsage() {
    GateRun run = GateRun.of(10_000, 1, "profile=paper");
    Session idle = sends(run, "idle", 2000);
    Session big = sends(run, "big", 7900);
    idle.complete(2000);
    run.context.generated(big.turn, 1100); // 9000
    run.tick(0.5); // 2000 * 2^-0.5 = 1414: 10414 > 10000
    assertThat(idle.paused()).isTrue();
    assertThat(big.program().marked).isFalse();

    GateRun later = GateRun.of(10_000, 1, "profile=paper");
    Session faded = sends(later, "idle", 2000);
    Session other = sends(later, "big", 7900);
    faded.complete(2000);
    later.context.generated(other.turn, 1100);
    later.tick(5); // 2000 / 32 = 62: 9062
    assertThat(faded.paused()).isFalse();
  }

  @Test
  void paperRestoresWaitingProgramsBySizeNewOrNot() {
    GateRun run = GateRun.of(10_000, 1, "profile=paper");
    sends(run, "x", 4000);
    Session old = sends(run, "old", 10);
    run.pauseAfterTurn(1, old);
    old.send(5000); // continuation
    Session fresh = sends(run, "fresh", 4000); // new
    assertThat(fresh.place()).isEqualTo(HELD);

    run.tick(5); // room 6000: the smaller one, though it is new

    assertThat(fresh.place()).isZero();
    assertThat(old.place()).isEqualTo(HELD);
  }

  private static Session sends(GateRun run, String id, long inputTokens) {
    Session session = run.session(id);
    session.send(inputTokens);
    return session;
  }
}

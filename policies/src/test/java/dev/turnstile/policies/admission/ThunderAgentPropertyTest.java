package dev.turnstile.policies.admission;

import static dev.turnstile.policies.admission.GateRun.HELD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.admission.GateRun.Session;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.WorkerView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every sequence of events; {@link GateRun} also checks the accounts after each. */
final class ThunderAgentPropertyTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int RUNS = 30;
  private static final long CAPACITY = 10_000;
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "profile=native, buffer_per_program=100",
    "profile=native, mark_mode=until_target",
    "profile=native, work_conserving=true",
    "profile=native, resume_locality=origin_first",
    "profile=native, admission_view=decayed",
    "profile=native, acting_token_weight=0.37",
    "profile=native, session_end=none",
    "profile=native, fairness_gate=false",
    "profile=native-shared, acting_token_weight=0.5",
    "profile=python, new_order=arrival",
    "profile=original, use_acting_token_decay=true",
    "profile=paper, work_conserving=false",
  })
  void holdsItsInvariantsOnRandomEvents(String profile, String setting) {
    for (int run = 0; run < RUNS; run++) {
      new Chaos(SEED + run, profile, setting, "resume_timeout_seconds=60").run(400);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "python", "original", "paper"})
  void neverHoldsAnythingOnAnUnlimitedWorker(String profile) {
    for (int seed = 0; seed < RUNS; seed++) {
      GateRun run =
          new GateRun(
              TestContext.of(
                  TestPrompts.of(1, new long[0]).tree(),
                  new WorkerView(0, WorkerView.UNKNOWN, 1, 0, 8192, 256)),
              "profile=" + profile);
      SplittableRandom random = new SplittableRandom(SEED + seed);
      List<Session> sessions = new ArrayList<>();
      for (int event = 1; event <= 200; event++) {
        run.tick(5.0 * event);
        if (sessions.size() < 20) {
          sessions.add(run.session("s" + sessions.size()));
        }
        Session session = sessions.get(random.nextInt(sessions.size()));
        assertThat(session.send(random.nextLong(1, 1_000_000_000))).isZero();
        run.tick(5.0 * event);
        session.complete(session.turn.inputTokens() + 10);
      }
      assertThat(run.counter("pauses")).isZero();
      assertThat(run.counter("requests_held")).isZero();
      assertThat(run.counter("programs_marked")).isZero();
    }
  }

  @Test
  void neverPausesAndIsStickyUnderLowLoad() {
    for (int seed = 0; seed < RUNS; seed++) {
      SplittableRandom random = new SplittableRandom(SEED + seed);
      GateRun run = GateRun.of(CAPACITY, 3);
      Map<Session, Integer> homes = new LinkedHashMap<>();
      // 12 sessions of at most 1500 + 100 tokens: 4 on each of 3 workers are 6400 <= 8000.
      for (int i = 0; i < 12; i++) {
        Session session = run.session("s" + i);
        homes.put(session, session.send(1400));
        session.complete(1400);
      }
      List<Session> sessions = List.copyOf(homes.keySet());
      for (int event = 1; event <= 200; event++) {
        run.tick(event);
        Session session = sessions.get(random.nextInt(sessions.size()));
        assertThat(session.run(random.nextLong(1, 1400), 1500)).isEqualTo(homes.get(session));
      }
      assertThat(run.counter("pauses") + run.counter("programs_marked")).isZero();
    }
  }

  /** A random run: sessions with overlapping turns, cancellations, ticks, time-outs. */
  private static final class Chaos {
    private final long seed;
    private final SplittableRandom random;
    private final TestPrompts prompts;
    private final GateRun run;
    private final boolean checkedLine;
    private final List<Session> sessions = new ArrayList<>();
    private long nowNanos;
    private int created;
    private int ticks;
    private int seenWakes;

    Chaos(long seed, String... settings) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      prompts = TestPrompts.of(1, chains());
      run = new GateRun(TestContext.capacity(CAPACITY, 2, prompts.tree()), settings);
      checkedLine = List.of(settings).contains("profile=native") && usesFullMarking(settings);
    }

    /** Prompts that share the first 100, 200 or 300 blocks. */
    private static long[][] chains() {
      long[][] chains = new long[12][];
      for (int i = 0; i < chains.length; i++) {
        chains[i] = TestPrompts.chain(100 * (1 + i % 3), 50 * i, i);
      }
      return chains;
    }

    private static boolean usesFullMarking(String... settings) {
      return !List.of(settings).contains("mark_mode=until_target");
    }

    void run(int events) {
      for (int event = 0; event < events; event++) {
        int dice = random.nextInt(100);
        if (dice < 40) {
          send();
        } else if (dice < 70) {
          completeOne();
        } else if (dice < 75) {
          abortOne();
        } else if (dice < 85) {
          growAll();
        } else {
          advance(random.nextLong(4 * SECOND));
        }
        check("event " + event);
      }
      drain();
    }

    private void send() {
      Session session;
      if (sessions.size() < 5 || random.nextInt(4) == 0) {
        session = run.session("s" + random.nextInt(1000) + "-" + created++);
        sessions.add(session);
      } else {
        session = sessions.get(random.nextInt(sessions.size()));
      }
      int prompt = random.nextInt(prompts.nodes().length);
      int blocks = prompts.depths()[prompt];
      TestRequest request =
          session
              .next(1)
              .prompt(random.nextLong(blocks, CAPACITY), prompts.nodes()[prompt], blocks);
      if (random.nextInt(8) == 0) {
        request.turn(request.turnIndex(), true);
        sessions.remove(session);
      }
      session.send(request);
    }

    private List<RequestView> inFlight() {
      return run.open().stream().filter(r -> run.place(r) != HELD).toList();
    }

    private void completeOne() {
      List<RequestView> inFlight = inFlight();
      if (!inFlight.isEmpty()) {
        RequestView request = inFlight.get(random.nextInt(inFlight.size()));
        run.complete(request, request.inputTokens() + run.context.generatedTokens(request));
      }
    }

    private void abortOne() {
      List<RequestView> open = run.open();
      if (!open.isEmpty()) {
        run.abort(open.get(random.nextInt(open.size())));
      }
    }

    private void growAll() {
      for (RequestView request : inFlight()) {
        long tokens = run.context.generatedTokens(request) + random.nextLong(300);
        run.context.generated(request, tokens);
      }
    }

    /** Moves time with all wake-ups and ticks on the way. */
    private void advance(long nanos) {
      long end = nowNanos + nanos;
      while (true) {
        long tick = (ticks + 1) * 5L * SECOND;
        long wake =
            run.context.wakes().stream()
                .skip(seenWakes)
                .mapToLong(Long::longValue)
                .min()
                .orElse(Long.MAX_VALUE);
        long next = Math.min(tick, wake);
        if (next > end) {
          break;
        }
        run.context.at(next);
        if (wake <= tick) {
          seenWakes++; // wake-ups are asked for in the order of time, as the timeout is constant
          run.wake(next / 1e9);
        } else {
          ticks++;
          run.tick(next / 1e9);
          checkAfterTick();
        }
      }
      nowNanos = end;
      run.context.at(end);
    }

    private void check(String when) {
      Map<String, Integer> running = new LinkedHashMap<>();
      for (RequestView request : run.open()) {
        Program p = run.program(request);
        int place = run.place(request);
        if (p.paused) {
          assertThat(p.worker).as(where(when)).isEqualTo(Program.NO_WORKER);
        }
        if (place != HELD) {
          assertThat(running.put(request.sessionId(), place)).as(where(when)).isNull();
          assertThat(p.worker).as(where(when)).isEqualTo(place);
          assertThat(p.paused).as(where(when)).isFalse();
        }
      }
      Map<String, Integer> last = new LinkedHashMap<>();
      for (RequestView request : run.dispatched()) {
        Integer before = last.put(request.sessionId(), request.number());
        assertThat(before == null || before < request.number()).as(where(when)).isTrue();
      }
    }

    private void checkAfterTick() {
      for (int worker = 0; checkedLine && worker < 2; worker++) {
        boolean safe = run.used(worker) <= 9500;
        boolean allMarked =
            run.gate.ledger().residents(worker).stream().allMatch(p -> p.marked && !p.acting);
        assertThat(safe || allMarked).as(where("tick " + ticks)).isTrue();
      }
    }

    /** No more arrivals: everything must end by itself. */
    private void drain() {
      for (int round = 0; round < 1000 && !run.open().isEmpty(); round++) {
        for (RequestView request : inFlight()) {
          run.complete(request, request.inputTokens());
        }
        advance(5 * SECOND);
      }
      assertThat(run.open()).as(where("drained")).isEmpty();
      assertThat(run.gauge("held_requests")).isZero();
      assertThat(run.gauge("queued_requests")).isZero();
      run.gate.finished();
    }

    private String where(String when) {
      return when + ", seed " + seed + " (-Dsim.test.seed)";
    }
  }
}

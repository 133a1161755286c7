package dev.turnstile.engine.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.StepPricer.Composition;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerListener;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fast worker runs ahead of its events, and nobody can tell. */
final class RunningAheadTest {
  private static final long MS = 1_000_000;

  private final Scenario scenario = new Scenario();
  private final Simulation simulation = new Simulation();
  private final List<String> told = new ArrayList<>();
  private Worker worker;

  /** Prefill steps take 3 ms, decode steps 2 ms. */
  private RunningAheadTest() {
    scenario.timing = TestTimings.FIXED;
  }

  private void request(long atMillis, long output) {
    Scenario.Request request = new Scenario.Request();
    request.nanos = atMillis * MS;
    request.input = 2;
    request.output = output;
    scenario.requests.add(request);
  }

  private void start() {
    StepPricer pricer = new StepPricer(scenario.timing.timing(), Composition.FUSED, 1, 1);
    worker =
        new FastWorker(
            0, scenario.config(), simulation, new ChainRequests(scenario), pricer, listener());
    for (int r = 0; r < scenario.requests.size(); r++) {
      simulation.schedule(scenario.requests.get(r).nanos, Rank.ARRIVAL, r, worker::submit, r);
    }
  }

  private WorkerListener listener() {
    return (WorkerListener)
        Proxy.newProxyInstance(
            WorkerListener.class.getClassLoader(),
            new Class<?>[] {WorkerListener.class},
            (self, method, arguments) -> {
              boolean scheduled = arguments.length > 2 && arguments[2] instanceof AdmissionFacts;
              if (scheduled || method.getName().equals("onCompleted")) {
                told.add(simulation.nowNanos() / MS + " " + method.getName() + " " + arguments[1]);
              } else if (method.getName().equals("onSteps")) {
                told.add((long) arguments[1] / MS + " steps " + arguments[3]);
              }
              return null;
            });
  }

  private long run() {
    while (simulation.step()) {}
    return simulation.processedEvents();
  }

  private void at(long millis, Rank rank, Runnable action) {
    simulation.schedule(millis * MS, rank, 1, argument -> action.run(), 0);
  }

  @Test
  void putsOneEventForADecision() {
    request(0, 10_000);
    start();

    // The arrival; start and end of the prompt's step, of the second token's, and of plans of 32,
    // 64, 128, 256 and 512 steps, and of as many of 1024 as 9,998 - 992 steps need: 9.
    assertThat(run()).isEqualTo(1 + 2 + 2 + 2 * 5 + 2 * 9);
    assertThat(simulation.nowNanos()).isEqualTo((3 + 2 * 9_999) * MS);
  }

  @Test
  void tellsTheTruthToWhoeverLooksEarlier() {
    request(0, 100);
    start();
    List<Long> generated = new ArrayList<>();
    List<Long> blocks = new ArrayList<>();
    Runnable look =
        () -> {
          worker.advance();
          generated.add(worker.generatedTokens(0));
          blocks.add(worker.activeBlocks());
        };
    // Token 1 comes at 3, token n at 3 + 2 (n - 1) ms; a step that starts with 4 k tokens needs a
    // block. At 9 ms token 4 is out and 2 + 4 - 1 = 5 tokens have KV; the step from there computes
    // the sixth.
    at(8, Rank.TIMER, look);
    at(9, Rank.STORE_END, look);
    at(9, Rank.ARRIVAL, look);
    at(9, Rank.TIMER, look);
    // At 13 ms token 6 is out, 7 tokens have KV, 2 blocks. At 15 ms 8, and the ninth starts a
    // block.
    at(15, Rank.ARRIVAL, look);
    at(15, Rank.TIMER, look);
    run();

    assertThat(generated).containsExactly(3L, 3L, 4L, 4L, 7L, 7L);
    assertThat(blocks).containsExactly(2L, 2L, 2L, 2L, 2L, 3L);
  }

  @Test
  void anArrivalIsSeenAtTheEndOfTheStepUnderWay() {
    request(0, 100);
    request(8, 1);
    start();
    run();

    // 3, 5, 7, 9: the step under way at 8 ends at 9; the next one has a prompt in it, 3 + 2 ms.
    assertThat(told).contains("9 onFirstScheduled 1", "14 onCompleted 1");
    // One more step of 3 ms than without it.
    assertThat(told.get(told.size() - 1)).isEqualTo((3 + 2 * 99 + 3) + " onCompleted 0");
  }

  @Test
  void aQueueThatWaitsAnywayCutsNothing() {
    scenario.maxNumSeqs = 1;
    request(0, 2_000);
    start();
    long alone = run();

    RunningAheadTest crowded = new RunningAheadTest();
    crowded.scenario.maxNumSeqs = 1;
    crowded.request(0, 2_000);
    for (int i = 1; i <= 50; i++) {
      crowded.request(10 + 7 * i, 1);
    }
    crowded.start();
    // The first one cuts the plan to see whether there is room. Each has its arrival and a step.
    assertThat(crowded.run()).isLessThanOrEqualTo(alone + 4 + 2 + 50 * (1 + 2));
  }

  @Test
  void tellsStepsInRunsThatEndWhereBlocksGrow() {
    request(0, 20);
    start();
    run();

    // Blocks of 4: the prompt's step and that of token 2 are told at once; tokens 3 to 20 come from
    // 18 steps that start with 3, 4, ... 20 computed tokens. Blocks fill in the steps that start
    // with 3, 7, ... and are needed in those that start with 4, 8, ...
    assertThat(told)
        .containsExactly(
            "0 onFirstScheduled 0",
            "0 steps 1",
            "3 steps 1",
            "5 steps 1",
            "7 steps 3",
            "13 steps 1",
            "15 steps 3",
            "21 steps 1",
            "23 steps 3",
            "29 steps 1",
            "31 steps 3",
            "37 steps 1",
            "39 steps 1",
            "41 onCompleted 0");
  }
}

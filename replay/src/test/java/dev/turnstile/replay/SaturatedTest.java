package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.TraceInfo;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Single requests of 100 prompt tokens, which one worker computes in 10 ms; a bound of one sequence
 * makes it serve them one after the other, so it serves 100 in a second.
 */
final class SaturatedTest {
  private static final Scenario ONE_BY_ONE =
      Scenarios.base()
          .with("timing.provider", "linear")
          .with("timing.prefill_ms_per_token", "0.1")
          .with("timing.decode_ms_per_step", "0")
          .with("engine.max_num_seqs", "1");

  private static Optional<TraceInfo.Warning> warning(
      Scenario scenario, long outputTokens, double... arrivalsMs) {
    Workloads requests = new Workloads(64);
    for (int r = 0; r < arrivalsMs.length; r++) {
      requests.root("r" + r, arrivalsMs[r], 100, outputTokens, 2 * r, 2 * r + 1);
    }
    RunResult result = new Replayer().run(scenario, requests.build(), RunOptions.SILENT);
    return result.warnings().stream().filter(w -> w.name().equals("saturated")).findFirst();
  }

  /** So many arrivals, with a gap that changes evenly from one length to another. */
  private static double[] arrivals(int count, double firstGapMs, double lastGapMs) {
    double[] times = new double[count];
    for (int r = 1; r < count; r++) {
      times[r] = times[r - 1] + firstGapMs + (lastGapMs - firstGapMs) * r / count;
    }
    return times;
  }

  @Test
  void aBacklogThatGrowsUntilTheTraceEndsIsTold() {
    // 125 arrivals in a second, 100 served: the backlog grows by a request each 40 ms. 400 arrivals
    // take 3,192 ms; halfway through the third quarter 1995 / 40 wait, through the last 2793 / 40.
    assertThat(warning(ONE_BY_ONE, 1, arrivals(400, 8, 8)))
        .map(TraceInfo.Warning::examples)
        .contains(List.of("49.9 requests waited in the third quarter, 69.8 in the last"));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 200, 1000})
  void aLoadThatRisesWithoutOverloadIsNot(int count) {
    // at the end 91 arrivals in a second
    assertThat(warning(ONE_BY_ONE, 1, arrivals(count, 100, 11))).isEmpty();
  }

  @Test
  void moreRequestsInTheSystemAreNoBacklogWhileEachIsServedAtOnce() {
    // up to 256 in a batch, 500 steps of 10 ms each: none waits longer than two steps
    Scenario together =
        ONE_BY_ONE
            .with("engine.max_num_seqs", "256")
            .with("timing.prefill_ms_per_token", "0.001")
            .with("timing.decode_ms_per_step", "10");

    assertThat(warning(together, 500, arrivals(200, 100, 2))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void chanceIsNoGrowth(long seed) {
    // random arrivals that keep the worker busy for 80 % of the time
    SplittableRandom random = new SplittableRandom(seed);
    double[] times = new double[150];
    for (int r = 1; r < times.length; r++) {
      times[r] = times[r - 1] - 12.5 * Math.log(1 - random.nextDouble());
    }

    assertThat(warning(ONE_BY_ONE, 1, times)).isEmpty();
  }

  @Test
  void anOverloadThatIsOverIsNoGrowth() {
    // the first half comes at once, the second with gaps in which the backlog shrinks
    double[] times = arrivals(400, 1, 1);
    for (int r = 200; r < 400; r++) {
      times[r] = 200 + (r - 200) * 25;
    }

    assertThat(warning(ONE_BY_ONE, 1, times)).isEmpty();
  }
}

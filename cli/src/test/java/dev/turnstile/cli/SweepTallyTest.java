package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepPoint;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SweepTallyTest {

  private static final long SECOND = 1_000_000_000L;

  private final SweepTally tally = new SweepTally();

  private static SweepPoint point(int index, String policy) {
    return new SweepPoint(
        index, "id" + index, policy, Map.of("load.concurrency", 4L), index, Scenario.defaults());
  }

  private static Outcome finished(double throughput) {
    return new Outcome.Finished(
        Map.of("output_token_throughput_per_s_per_gpu", throughput),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of());
  }

  @Test
  void tellsRateTimeLeftAndTheBestSoFar() {
    tally.begins(10, 2, 0);
    tally.recorded(point(2, "global-lb"), finished(100));
    tally.recorded(point(3, "kv"), finished(120.5));
    tally.recorded(point(4, "random"), finished(90));

    // 3 points in 6 s are 30 a minute; 5 are left
    assertThat(tally.line(6 * SECOND))
        .isEqualTo("5 of 10 points, 30/min, 10 s left; best 120.5 tok/s/GPU: kv concurrency=4");
  }

  @Test
  void countsWhatRunsInProgressHaveDone() {
    tally.begins(2, 0, SECOND);
    tally.progress(point(0, "kv"), 50, 100);

    // half a point in 10 s: 1.5 points are left
    assertThat(tally.line(11 * SECOND)).isEqualTo("0 of 2 points, 3/min, 30 s left");
  }

  @Test
  void promisesNothingBeforeThereIsSomethingToGoBy() {
    tally.begins(2, 0, SECOND);

    assertThat(tally.line(SECOND)).isEqualTo("0 of 2 points");
  }

  @Test
  void aFailedPointCountsAsDoneAndIsNeverTheBest() {
    tally.begins(2, 0, 0);
    tally.recorded(point(0, "kv"), new Outcome.Failed(Outcome.Reason.STUCK, "stuck"));

    assertThat(tally.line(SECOND)).isEqualTo("1 of 2 points, 60/min, 1 s left");
  }

  @Test
  void fitsOnALine() {
    tally.begins(2, 0, 0);
    tally.recorded(point(0, "thunderagent:profile=python,pause_threshold=0.9+kv"), finished(1e6));

    assertThat(tally.line(3600 * SECOND)).hasSizeLessThanOrEqualTo(79).endsWith("…");
  }
}

package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.Workload;
import org.junit.jupiter.api.Test;

final class ReplayerTest {
  private static RunResult run(Workload workload) {
    return new Replayer().run(Scenarios.base(), workload, RunOptions.SILENT);
  }

  @Test
  void replaysRequestsThroughTheWholeHouse() {
    Workload workload =
        new Workloads(64)
            .root("q1", 0, 192, 5, 11, 12, 13)
            .root("q2", 200, 180, 3, 11, 12, 21)
            .root("q3", 500, 100, 2, 11, 31)
            .build();

    RunResult result = run(workload);

    // q1: 192 tokens at 0.1 ms, then 4 decode steps of 10 ms; q2 hits 128; q3 hits 64
    RequestLog log = result.requests();
    assertThat(log.firstTokenNanos(0)).isEqualTo(19_200_000);
    assertThat(log.endNanos(0)).isEqualTo(59_200_000);
    assertThat(log.hitTokens(1)).isEqualTo(128);
    assertThat(log.endNanos(1)).isEqualTo(225_200_000);
    assertThat(log.hitTokens(2)).isEqualTo(64);
    assertThat(log.endNanos(2)).isEqualTo(513_600_000);
  }

  @Test
  void waitsForTheGapBetweenTurns() {
    Workload workload =
        new Workloads(64)
            .first("s", "a", 0, 128, 1, 1, 2)
            .next("s", "b", 100, 192, 1, 1, 2, 3)
            .build();

    RequestLog log = run(workload).requests();

    assertThat(log.arrivalNanos(1)).isEqualTo(112_800_000);
    assertThat(log.endNanos(1)).isEqualTo(119_200_000);
  }

  @Test
  void rejectsWhatNoWorkerCanEverServeAndSkipsTheRestOfItsPlay() {
    Workload workload =
        new Workloads(64)
            .first("s", "big", 0, 640, 2, Workloads.hashes(1, 10))
            .next("s", "after", 0, 64, 1, 1)
            .root("small", 1, 64, 1, 50)
            .build();

    RunResult result =
        new Replayer()
            .run(Scenarios.base().with("kv.num_gpu_blocks", "8"), workload, RunOptions.SILENT);

    // 640 + 2 - 1 tokens need 11 blocks
    RequestLog log = result.requests();
    assertThat(log.status(0)).isEqualTo(RequestStatus.REJECTED);
    assertThat(log.reason(0)).contains("needed_blocks=11", "pool_blocks=8");
    assertThat(log.endNanos(0)).isZero();
    assertThat(log.status(1)).isEqualTo(RequestStatus.SKIPPED);
    assertThat(log.status(2)).isEqualTo(RequestStatus.COMPLETED);
  }

  @Test
  void stopsSendingAtTheEndOfSimulatedTime() {
    Workload workload =
        new Workloads(64)
            .first("s", "a", 0, 128, 1, 1, 2)
            .next("s", "b", 100, 192, 1, 1, 2, 3)
            .root("late", 60, 64, 1, 9)
            .build();

    RunResult result =
        new Replayer()
            .run(Scenarios.base().with("load.max_sim_time", "50ms"), workload, RunOptions.SILENT);

    RequestLog log = result.requests();
    assertThat(log.status(0)).isEqualTo(RequestStatus.COMPLETED);
    assertThat(log.status(1)).isEqualTo(RequestStatus.INCOMPLETE);
    assertThat(log.status(2)).isEqualTo(RequestStatus.INCOMPLETE);
  }
}

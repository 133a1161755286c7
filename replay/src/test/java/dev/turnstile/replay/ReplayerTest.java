package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CancellationException;
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

  /** The prompt of {@code after} needs 64 new tokens if it hits, and still 704 if it does not. */
  @Test
  void rejectsPromptsThatNoStepTakesWholeWithoutChunkedPrefill() {
    Workload workload =
        new Workloads(64)
            .first("s", "fits", 0, 640, 2, Workloads.hashes(1, 10))
            .next("s", "after", 0, 704, 1, Workloads.hashes(1, 11))
            .root("large", 1, 641, 1, Workloads.hashes(50, 11))
            .root("small", 2, 64, 1, 90)
            .build();

    RequestLog log =
        new Replayer()
            .run(
                Scenarios.base()
                    .with("engine.enable_chunked_prefill", "false")
                    .with("engine.max_num_batched_tokens", "640"),
                workload,
                RunOptions.SILENT)
            .requests();

    assertThat(List.of(0, 1, 2, 3))
        .extracting(log::status)
        .containsExactly(
            RequestStatus.COMPLETED,
            RequestStatus.REJECTED,
            RequestStatus.REJECTED,
            RequestStatus.COMPLETED);
    assertThat(log.reason(2))
        .isEqualTo(
            "prompt larger than a step without chunked prefill: input_length=641"
                + " max_num_batched_tokens=640");
    assertThat(log.endNanos(2)).isEqualTo(Workloads.MS);
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

  @Test
  void warnsWhenEngineBlocksAreNotTheTraces() {
    Workload workload = new Workloads(64).root("a", 0, 128, 1, 1, 2).build();

    RunResult same = run(workload);
    RunResult smaller =
        new Replayer()
            .run(Scenarios.base().with("kv.block_size", "16"), workload, RunOptions.SILENT);

    assertThat(same.warnings()).isEmpty();
    assertThat(smaller.warnings())
        .extracting(TraceInfo.Warning::name)
        .containsExactly("block_size_mismatch");
    assertThat(smaller.warnings().get(0).examples())
        .containsExactly("trace 64, engine 16 tokens per block");
  }

  @Test
  void notesWhatTheCapsHaveCut() {
    Workload workload =
        new Workloads(64)
            .first("s", "a", 0, 64, 1, 1)
            .next("s", "b", 60_000, 64, 1, 1)
            .root("late", 400_000, 64, 1, 9)
            .build();
    Scenario capped = Scenarios.base().with("load.max_gap", "10s").with("load.idle_cap", "20s");

    RunResult result = new Replayer().run(capped, workload, RunOptions.SILENT);

    // b comes 10 s after a; "late" would come 390 s after b and comes after 20
    assertThat(result.notes())
        .containsExactly("max_gap cut 1 gaps by 50 s in all", "idle_cap skipped 369.9872 s");
  }

  @Test
  void stopsWhenAsked() {
    Workloads rows = new Workloads(64);
    for (int r = 0; r < 9_000; r++) {
      rows.root("r" + r, r, 64, 3, r);
    }
    RunOptions impatient = new RunOptions(null, (now, done, all) -> {}, () -> true);

    assertThatThrownBy(() -> new Replayer().run(Scenarios.base(), rows.build(), impatient))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void refusesAnOpenLoopOfATraceWithoutTimes() {
    Workload workload = OutputPaths.nextTurn();
    Scenario open = Scenarios.base();

    assertThat(new Replayer().run(open, workload, RunOptions.SILENT).requests().count())
        .isEqualTo(2);
    Workload untimed = new Workloads(64).untimed("a", 64, 1, 1).build();
    assertThatThrownBy(() -> new Replayer().run(open, untimed, RunOptions.SILENT))
        .isInstanceOf(ScenarioException.class)
        .hasMessage(
            "load.arrival: request a has no recorded start, use a closed loop: --concurrency N");
  }

  @Test
  void blamesNoPolicyForADecisionLogThatCannotBeWritten() {
    UncheckedIOException full = new UncheckedIOException(new IOException("no space left"));
    RunOptions options =
        RunOptions.logging(
            line -> {
              throw full;
            });
    Workload workload = new Workloads(64).root("a", 0, 64, 1, 1).build();

    assertThatThrownBy(() -> new Replayer().run(Scenarios.base(), workload, options))
        .isSameAs(full);
  }

  @Test
  void saysWhichSettingLeavesSimulatedTime() {
    Workload twoSessions =
        new Workloads(64)
            .first("s", "a", 0, 64, 1, 1)
            .next("s", "b", 100, 64, 1, 1)
            .first("t", "c", 5, 64, 1, 2)
            .build();

    // 100 ms / 1e-11 = 1e19 ns; a mean gap of 1e12 s; 64 tokens of 1e12 ms; 2^63 tokens
    assertRefused(
        twoSessions, "load.arrival_speedup", "1e-11", "load: a recorded time of 100000000");
    assertRefused(twoSessions, "load.request_rate", "1e-12", "load: a start at 0 ns plus ");
    assertRefused(
        twoSessions,
        "timing.provider",
        "linear:prefill_ms_per_token=1e12,decode_ms_per_step=0",
        "timing: a step of 6.4E10 s is longer than 292 years");
    assertRefused(
        twoSessions,
        "timing.provider",
        "linear:prefill_ms_per_token=5e10,decode_ms_per_step=0",
        "timing: what takes 3200000000000000000 ns from ");
    assertRefused(
        twoSessions,
        "kv.num_gpu_blocks",
        "144115188075855872",
        "kv.num_gpu_blocks: 144115188075855872 blocks of 64 tokens are 2^63 tokens or more");
  }

  private static void assertRefused(Workload workload, String path, String value, String message) {
    Scenario scenario = Scenarios.base().with(path, value);

    assertThatThrownBy(() -> new Replayer().run(scenario, workload, RunOptions.SILENT))
        .isInstanceOf(ScenarioException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void turnsEndlessPreemptionIntoAStuckRun() {
    // eight blocks of 4 tokens. All three start with two each; when they need nine, c goes. It
    // comes back when a ends, and goes again when b and c need nine: 5 + 4
    Workload workload =
        new Workloads(4)
            .root("a", 0, 7, 6, 1, 2)
            .root("b", 0, 7, 15, 3, 4)
            .root("c", 0, 7, 15, 5, 6)
            .build();
    Scenario scenario =
        Scenarios.base()
            .with("kv.block_size", "4")
            .with("kv.num_gpu_blocks", "8")
            .with("engine.max_num_seqs", "3")
            .with("engine.max_preemptions", "1");

    assertThatThrownBy(() -> new Replayer().run(scenario, workload, RunOptions.SILENT))
        .isInstanceOf(DeadlockException.class)
        .hasMessageContaining("was preempted 2 times on worker 0")
        .hasMessageContaining("too many running requests for the KV pool");
  }
}

package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program-aware gate on real workers. */
final class ThunderAgentRunTest {
  private static final long MS = 1_000_000;
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);

  /**
   * One session on 1024 tokens: 960 + 20, then 1000 + 20 after a gap of 8 s. The first turn takes
   * 96 + 190 ms, the second one hits 960 and takes 4 + 190 ms.
   */
  private static RunResult loneProgram(String policy) {
    long[] second = Workloads.hashes(1, 16);
    second[15] = 99;
    Workload workload =
        new Workloads(64)
            .first("A", "a1", 0, 960, 20, Workloads.hashes(1, 15))
            .next("A", "a2", 8000, 1000, 20, second)
            .build();
    Scenario scenario =
        Scenarios.base().with("policy.spec", policy).with("kv.num_gpu_blocks", "16");
    RunResult result = new Replayer().run(scenario, workload, RunOptions.SILENT);
    assertThat(result.requests().status(1)).isEqualTo(RequestStatus.COMPLETED);
    assertThat(result.requests().hitTokens(1)).as("a pause evicts nothing").isEqualTo(960);
    return result;
  }

  @ParameterizedTest
  @CsvSource({
    // Nothing is ever over the full capacity.
    "thunderagent:profile=original;buffer_per_program=0, 8480, 0",
    "thunderagent:profile=paper, 8480, 0",
    // Paused by the tick at 5 s; the next one at 10 s finds the worker idle.
    "thunderagent:work_conserving=true;buffer_per_program=0, 10194, 0",
    // 8286 ms + 1800 s, exactly or at the next tick.
    "thunderagent:profile=python;buffer_per_program=0, 1808480, 1",
    "thunderagent:buffer_per_program=0, 1810194, 1",
    // Both turns are forced: 960 + 100 > 1024.
    "thunderagent, 3610194, 2",
    "thunderagent+round-robin, 3610194, 2",
  })
  void letsALoneProgramOverTheCeilingFinish(String policy, long endMs, long forced) {
    RunResult result = loneProgram(policy.replace(';', ','));

    assertThat(result.requests().endNanos(1)).isEqualTo(endMs * MS);
    assertThat(result.policyMetrics().get("forced_resumes")).isEqualTo(forced);
  }

  @Test
  void endsSessionsByAnExtraRequestWhenAskedTo() {
    Workload workload =
        new Workloads(64)
            .first("A", "a1", 0, 128, 2, Workloads.hashes(1, 2))
            .next("A", "a2", 100, 192, 2, Workloads.hashes(1, 3))
            .build();
    Scenario scenario =
        Scenarios.base().with("policy.spec", "thunderagent:session_end=final_request");

    RunResult result = new Replayer().run(scenario, workload, RunOptions.SILENT);

    // a1 0..22.8, a2 122.8..139.2 (64 new tokens, one more step), the end 139.2 + 0.1
    RequestLog log = result.requests();
    assertThat(log.count()).isEqualTo(3);
    assertThat(result.workload().graph().request(2).id()).isEqualTo("A::final");
    assertThat(log.arrivalNanos(2)).isEqualTo(log.endNanos(1)).isEqualTo(139_200_000);
    assertThat(log.endNanos(2)).isEqualTo(139_300_000);
    assertThat(result.policyMetrics().get("programs_ended")).isEqualTo(1);
    assertThat(result.summary().get("completed_requests")).isEqualTo(3L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "native-shared", "python", "original", "paper"})
  void equalsRoundRobinOnOneWorkerWithPlentyOfRoom(String profile) {
    Workload workload = sessions(12, 5);
    Scenario scenario = Scenarios.base().with("engine.max_num_seqs", "4");
    for (String blocks : new String[] {"unlimited", "20000"}) {
      Scenario roomy = scenario.with("kv.num_gpu_blocks", blocks);
      RequestLog plain = new Replayer().run(roomy, workload, RunOptions.SILENT).requests();
      RunResult gated =
          new Replayer()
              .run(
                  roomy.with("policy.spec", "thunderagent:profile=" + profile),
                  workload,
                  RunOptions.SILENT);

      assertThat(gated.policyMetrics().get("pauses")).isZero();
      for (int r = 0; r < plain.count(); r++) {
        assertThat(gated.requests().endNanos(r)).isEqualTo(plain.endNanos(r));
        assertThat(gated.requests().hitTokens(r)).isEqualTo(plain.hitTokens(r));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "native-shared", "python", "original", "paper"})
  void finishesEverythingUnderPressure(String profile) {
    Workload workload = sessions(30, 6);
    Scenario tight =
        Scenarios.base()
            .with("engine.max_num_seqs", "4")
            .with("cluster.workers", "2")
            .with("kv.num_gpu_blocks", "120")
            .with("policy.spec", "thunderagent:profile=" + profile);

    RunResult result = new Replayer().run(tight, workload, RunOptions.SILENT);

    for (int r = 0; r < result.requests().count(); r++) {
      assertThat(result.requests().status(r)).isEqualTo(RequestStatus.COMPLETED);
    }
    assertThat(result.policyMetrics().get("pauses")).isPositive();
    assertThat(result.policyMetrics().get("programs_ended"))
        .isEqualTo(result.policyMetrics().get("programs_created"));
  }

  @Test
  void writesItsDecisions() {
    StringBuilder log = new StringBuilder();
    new Replayer()
        .run(
            Scenarios.base().with("policy.spec", "thunderagent").with("kv.num_gpu_blocks", "20000"),
            sessions(2, 2),
            RunOptions.logging(line -> log.append(line).append('\n')));

    assertThat(log.toString()).contains("admit", "session_end", "\"used_tokens\":");
  }

  /** Sessions that start together, grow by up to 700 tokens a turn and pause for some seconds. */
  private static Workload sessions(int count, int turns) {
    SplittableRandom random = new SplittableRandom(SEED);
    Workloads workload = new Workloads(64);
    for (int s = 0; s < count; s++) {
      long input = 64;
      for (int turn = 0; turn < turns; turn++) {
        input += random.nextInt(700);
        long[] hashes = Workloads.hashes(1 + 1000 * s, (int) (input / 64));
        String id = "s" + s + "-" + turn;
        if (turn == 0) {
          workload.first("s" + s, id, s, input, 5, hashes);
        } else {
          workload.next("s" + s, id, random.nextInt(9000), input, 5, hashes);
        }
      }
    }
    return workload.build();
  }
}

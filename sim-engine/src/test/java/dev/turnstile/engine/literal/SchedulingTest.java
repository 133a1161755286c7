package dev.turnstile.engine.literal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.timing.StepPricer.Composition;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Step loop, admission and completion. A step takes 5 ms + 1 ms per new token. */
final class SchedulingTest {

  private static List<String> run(Bench bench, String... words) {
    bench.run();
    return bench.recorder.lines(words);
  }

  @Test
  void requestWithoutOutputCompletesWhenItsPrefillEnds() {
    Bench bench = Bench.of(ConfigBuilder.pool(8).budget(4)).request(0, "abcdefgh", 0);

    assertThat(bench.run())
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 stored abcd",
            "0 step of 9: 1 x 4",
            "9 step end",
            "9 stored abcd|efgh",
            "9 step of 9: 1 x 4",
            "18 finish R1 output 0",
            "18 step end");
  }

  @Test
  void arrivalsDuringAStepAndAtItsEndAreSeenByTheNextStep() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(100))
            .request(0, "abcd", 2)
            .request(5, "efgh", 1)
            .request(9, "ijkl", 1)
            .request(10, "mnop", 1);

    // [0,9) R1; [9,23) R1 1 + R2 4 + R3 4; [23,32) R4.
    assertThat(run(bench, "schedule", "finish"))
        .containsExactly(
            "0 schedule R1 hit 0",
            "9 schedule R2 hit 0",
            "9 schedule R3 hit 0",
            "23 finish R1 output 2 max gap 14",
            "23 finish R2 output 1",
            "23 finish R3 output 1",
            "23 schedule R4 hit 0",
            "32 finish R4 output 1");
  }

  @Test
  void stepsThatTakeNoTimeSettleAtOneTimestamp() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(8))
            .pricer(Bench.instant())
            .request(3, "abcd", 3)
            .request(3, "efgh", 1);

    assertThat(run(bench, "schedule", "token", "finish", "gaps"))
        .containsExactly(
            "3 schedule R1 hit 0",
            "3 schedule R2 hit 0",
            "3 first token R1",
            "3 first token R2",
            "3 finish R2 output 1",
            "3 second token R1",
            "3 gaps 1 x 0",
            "3 finish R1 output 3",
            "3 gaps 1 x 0");
  }

  @Test
  void longPrefillThresholdCapsEachRequestsShareOfAStep() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(8).budget(8).threshold(3))
            .request(0, "abcdefgh", 1)
            .request(0, "ijkl", 1);

    // 3 + 3, 3 + 1, 2
    assertThat(run(bench, "step of", "finish"))
        .containsExactly(
            "0 step of 11: 2 x 6",
            "11 step of 9: 2 x 4",
            "20 finish R2 output 1",
            "20 step of 7: 1 x 2",
            "27 finish R1 output 1");
  }

  @Test
  void withoutChunkingAPromptWaitsForAStepThatTakesItWhole() {
    ConfigBuilder config = ConfigBuilder.pool(8).budget(8).chunked(false);
    Bench bench = Bench.of(config).request(0, "abcdef", 1).request(0, "ghij", 1);

    assertThat(run(bench, "schedule", "step of", "deferred"))
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 step of 11: 1 x 6",
            "11 schedule R2 hit 0",
            "11 step of 9: 1 x 4");
  }

  @Test
  void headOfTheQueueBlocksASmallerRequestBehindIt() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(4))
            .request(0, "abcdefgh", 3)
            .request(0, "ijklmnopqrst", 1)
            .request(0, "0123", 1);

    // R2 needs 3 of 2 free blocks; R3 would fit.
    assertThat(run(bench, "schedule", "deferred", "finish"))
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 deferred",
            "13 deferred",
            "19 deferred",
            "25 finish R1 output 3 max gap 6",
            "25 schedule R2 hit 0",
            "25 schedule R3 hit 0",
            "46 finish R2 output 1",
            "46 finish R3 output 1");
  }

  @Test
  void withoutTheWholeSequenceGateAFirstChunkIsEnough() {
    ConfigBuilder config = ConfigBuilder.pool(3).budget(8).fullSequenceMustFit(false);
    Bench bench = Bench.of(config).request(0, "abcd", 2).request(0, "efghijklmnop", 1);

    // At 13 R1 takes the last block, R2 needs two more and gives way; at 19 it finds efgh again.
    assertThat(run(bench, "schedule", "preempt", "deferred", "step of", "finish"))
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 schedule R2 hit 0",
            "0 step of 13: 2 x 8",
            "13 preempt R2",
            "13 step of 6: 1 x 1",
            "19 finish R1 output 2 max gap 6",
            "19 step of 13: 1 x 8",
            "32 finish R2 output 1 preemptions 1 recomputed 0");
  }

  @Test
  void runningRequestsAreLimited() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(8).maxNumSeqs(1)).request(0, "abcd", 1).request(0, "efgh", 1);

    assertThat(run(bench, "schedule", "deferred"))
        .containsExactly("0 schedule R1 hit 0", "9 schedule R2 hit 0");
  }

  @Test
  void smallerPriorityValuesAreAdmittedFirstThenEarlierArrivals() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(8).maxNumSeqs(1).queueOrder(QueueOrder.PRIORITY))
            .request(0, new LetterRequests.Text("abcd", 1, "", 9))
            .request(1, new LetterRequests.Text("efgh", 1, "", 5))
            .request(2, new LetterRequests.Text("ijkl", 1, "", 1))
            .request(3, new LetterRequests.Text("mnop", 1, "", 5));

    assertThat(run(bench, "schedule"))
        .containsExactly(
            "0 schedule R1 hit 0",
            "9 schedule R3 hit 0",
            "18 schedule R2 hit 0",
            "27 schedule R4 hit 0");
  }

  @Test
  void outputIsCutAtTheModelsLength() {
    Bench bench = Bench.of(ConfigBuilder.pool(8).maxModelLen(10)).request(0, "abcdefgh", 5);

    assertThat(run(bench, "finish")).containsExactly("19 finish R1 output 2 capped max gap 6");
  }

  @Test
  void splitCompositionAddsADecodeForEachSequenceThatEmits() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(8).budget(6))
            .pricer(Bench.pricer(Composition.SPLIT))
            .request(0, "abcdefgh", 3)
            .request(0, "ijk", 2);

    // 6 prefill, nobody emits: 11. 2 + 3 prefill and two emitters: 10 + 7. Two emitters alone: 7.
    // R1's last token: 6.
    assertThat(run(bench, "step of"))
        .containsExactly(
            "0 step of 11: 1 x 6",
            "11 step of 17: 2 x 5",
            "28 step of 7: 2 x 2",
            "35 step of 6: 1 x 1");
  }

  @Test
  void countsTheGapsOfAStepByTheirLength() {
    // R2's prefill is cut by the budget, so its first token comes one step after R1's.
    Bench bench =
        Bench.of(ConfigBuilder.pool(100).budget(8))
            .request(0, "abcdefgh", 3)
            .request(0, "ijklmnop", 3)
            .request(13, "qrst", 2);

    // [0,13) R1; [13,26) R1 1 + R2 7; [26,38) R1 1, R2 1, R3 4: 6 -> 11; ...
    assertThat(run(bench, "first", "gaps"))
        .containsExactly(
            "13 first token R1",
            "26 gaps 1 x 13",
            "37 first token R2",
            "37 first token R3",
            "37 gaps 1 x 11",
            "44 gaps 2 x 7",
            "50 gaps 1 x 6");
  }

  @Test
  void tellsItsCountersBetweenSteps() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(10).maxNumSeqs(1))
            .request(0, "abcdef", 3)
            .request(0, "ghij", 1)
            .start();
    while (bench.simulation.nowNanos() < 11_000_000) {
      bench.simulation.step();
    }

    // The first step, [0,11), has ended.
    Worker worker = bench.worker;
    assertThat(worker.id()).isZero();
    assertThat(worker.runningRequests()).isEqualTo(1);
    assertThat(worker.waitingRequests()).isEqualTo(1);
    assertThat(worker.activeBlocks()).isEqualTo(2);
    assertThat(worker.cachedIdleBlocks()).isZero();
    assertThat(worker.freeBlocks()).isEqualTo(8);
    assertThat(worker.capacityBlocks()).isEqualTo(10);
    assertThat(worker.generatedTokens(0)).isEqualTo(1);
    assertThat(worker.generatedTokens(1)).isZero();
    assertThat(worker.residentPromptBlocks(0)).isEqualTo(1);
    assertThat(worker.residentPromptBlocks(1)).isZero();
  }

  @Test
  void findsWorkOnAWorkerThatShouldBeIdle() {
    Bench bench = Bench.of(ConfigBuilder.pool(10)).request(0, "abcdef", 3).start();
    bench.simulation.step();
    bench.simulation.step();

    assertThatThrownBy(() -> bench.worker.checkInvariants(true))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("worker 0 is idle but has 1 requests and 2 referenced blocks");
  }
}

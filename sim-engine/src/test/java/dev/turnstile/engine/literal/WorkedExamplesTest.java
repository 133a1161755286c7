package dev.turnstile.engine.literal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import org.junit.jupiter.api.Test;

/** The worked examples X1 to X6 of the worker model, section 11, event by event. */
final class WorkedExamplesTest {

  private static Bench x1(FreeOrder order) {
    return Bench.of(ConfigBuilder.pool(6).budget(64).freeOrder(order))
        .request(0, "abcdefgh", 2)
        .request(20, "abcdijklm", 2)
        .request(40, "nopqrstuvwxy", 1)
        .request(70, "abcdefghz", 1);
  }

  @Test
  void x1StrictQueueOverwritesACachedBlockWhileAFreedOneWaits() {
    assertThat(x1(FreeOrder.STRICT_QUEUE).run())
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 stored abcd",
            "0 stored abcd|efgh",
            "0 step of 13: 1 x 8",
            "13 first token R1",
            "13 step end",
            "13 step of 6: 1 x 1",
            "19 second token R1",
            "19 finish R1 output 2 max gap 6",
            "19 gaps 1 x 6",
            "19 step end",
            "20 schedule R2 hit 4",
            "20 stored abcd|ijkl",
            "20 step of 10: 1 x 5",
            "30 first token R2",
            "30 step end",
            "30 step of 6: 1 x 1",
            "36 second token R2",
            "36 finish R2 output 2 max gap 6",
            "36 gaps 1 x 6",
            "36 step end",
            // Used so far: abcd, efgh, R1's third, ijkl, R2's third; released last: those of R2.
            // Takes the sixth block, R1's third and efgh.
            "40 schedule R3 hit 0",
            "40 removed abcd|efgh",
            "40 stored nopq",
            "40 stored nopq|rstu",
            "40 stored nopq|rstu|vwxy",
            "40 evicted 1",
            "40 step of 17: 1 x 12",
            "57 first token R3",
            "57 finish R3 output 1",
            "57 step end",
            // Needs two blocks beyond abcd: R2's third, free, and ijkl.
            "70 schedule R4 hit 4 reprefilled 4: 1 by R3 at 40",
            "70 removed abcd|ijkl",
            "70 stored abcd|efgh",
            "70 evicted 1",
            "70 step of 10: 1 x 5",
            "80 first token R4",
            "80 finish R4 output 1",
            "80 step end");
  }

  @Test
  void x1FreeFirstEvictsNothingWhileAFreeBlockIsLeft() {
    Bench bench = x1(FreeOrder.FREE_FIRST);

    bench.run();

    assertThat(
            bench.recorder.lines("schedule", "stored", "removed", "evicted", "step of", "finish"))
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 stored abcd",
            "0 stored abcd|efgh",
            "0 step of 13: 1 x 8",
            "13 step of 6: 1 x 1",
            "19 finish R1 output 2 max gap 6",
            "20 schedule R2 hit 4",
            "20 stored abcd|ijkl",
            "20 step of 10: 1 x 5",
            "30 step of 6: 1 x 1",
            "36 finish R2 output 2 max gap 6",
            "40 schedule R3 hit 0",
            "40 stored nopq",
            "40 stored nopq|rstu",
            "40 stored nopq|rstu|vwxy",
            "40 step of 17: 1 x 12",
            "57 finish R3 output 1",
            "70 schedule R4 hit 8",
            "70 removed abcd|ijkl",
            "70 evicted 1",
            "70 step of 6: 1 x 1",
            "76 finish R4 output 1");
  }

  @Test
  void x2AlignedRepeatRecomputesItsLastBlockAsASecondCopy() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(8)).request(0, "abcdefgh", 1).request(50, "abcdefgh", 1);

    assertThat(bench.run())
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 stored abcd",
            "0 stored abcd|efgh",
            "0 step of 13: 1 x 8",
            "13 first token R1",
            "13 finish R1 output 1",
            "13 step end",
            "50 schedule R2 hit 4 full-hit recompute 4",
            "50 step of 9: 1 x 4",
            "59 first token R2",
            "59 finish R2 output 1",
            "59 step end");
    assertThat(bench.worker.cachedIdleBlocks()).isEqualTo(3);
    assertThat(bench.worker.freeBlocks()).isEqualTo(5);
  }

  @Test
  void x3ChunksShareStepsWithDecodes() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(16).budget(8))
            .request(0, "abcdefghijkl", 3)
            .request(1, "mnopqrstuv", 2);

    assertThat(bench.run())
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 stored abcd",
            "0 stored abcd|efgh",
            "0 step of 13: 1 x 8",
            "13 step end",
            "13 schedule R2 hit 0",
            "13 stored abcd|efgh|ijkl",
            "13 stored mnop",
            "13 step of 13: 2 x 8",
            "26 first token R1",
            "26 step end",
            "26 stored mnop|qrst",
            "26 step of 12: 2 x 7",
            "38 second token R1",
            "38 first token R2",
            "38 gaps 1 x 12",
            "38 step end",
            "38 step of 7: 2 x 2",
            "45 finish R1 output 3 max gap 12",
            "45 second token R2",
            "45 finish R2 output 2 max gap 7",
            "45 gaps 2 x 7",
            "45 step end");
    assertThat(bench.worker.residentPromptBlocks(0)).isEqualTo(3);
    assertThat(bench.worker.residentPromptBlocks(1)).isEqualTo(2);
    assertThat(bench.worker.cachedIdleBlocks()).isEqualTo(5);
  }

  @Test
  void x4PreemptedRequestComesBackWhenItFitsAndRecomputes() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(4).budget(64))
            .request(0, "abcdefg", 4)
            .request(0, "hijklmn", 4);

    assertThat(bench.run())
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 schedule R2 hit 0",
            "0 stored abcd",
            "0 stored hijk",
            "0 step of 19: 2 x 14",
            "19 first token R1",
            "19 first token R2",
            "19 step end",
            "19 stored R1#1",
            "19 stored R2#1",
            "19 step of 7: 2 x 2",
            "26 second token R1",
            "26 second token R2",
            "26 gaps 2 x 7",
            "26 step end",
            "26 preempt R2",
            "26 removed R2#1",
            "26 evicted 1",
            "26 step of 6: 1 x 1",
            "32 gaps 1 x 6",
            "32 step end",
            // Two new blocks and the revived hijk are three, one is left.
            "32 deferred",
            "32 step of 6: 1 x 1",
            "38 finish R1 output 4 max gap 7",
            "38 gaps 1 x 6",
            "38 step end",
            // Known 7 + 2, hit 4, recomputes 5: tokens 4 to 7 had KV before, the ninth had not.
            "38 removed R1#1",
            "38 stored R2#1",
            "38 evicted 1",
            "38 step of 10: 1 x 5",
            "48 gaps 1 x 22",
            "48 step end",
            "48 step of 6: 1 x 1",
            "54 finish R2 output 4 preemptions 1 recomputed 4 max gap 22",
            "54 gaps 1 x 6",
            "54 step end");
  }

  @Test
  void x5RequestHitsBlocksThatTheSamePassIsGoingToCompute() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(100)).request(0, "abcdefgh", 1).request(0, "abcdefghi", 1);

    assertThat(bench.run())
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 schedule R2 hit 8",
            "0 stored abcd",
            "0 stored abcd|efgh",
            "0 step of 14: 2 x 9",
            "14 first token R1",
            "14 finish R1 output 1",
            "14 first token R2",
            "14 finish R2 output 1",
            "14 step end");
  }

  @Test
  void x6WatermarkHoldsBackWhileAnotherRequestIsScheduled() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(10).watermarkBlocks(2))
            .request(0, "abcdefghijklmnopqrstuv", 2)
            .request(0, "0123456789", 1);

    bench.run();

    assertThat(bench.recorder.lines("schedule", "deferred", "step of", "finish"))
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 deferred",
            "0 step of 27: 1 x 22",
            "27 deferred",
            "27 step of 6: 1 x 1",
            "33 finish R1 output 2 max gap 6",
            "33 schedule R2 hit 0",
            "33 step of 15: 1 x 10",
            "48 finish R2 output 1");
  }
}

package dev.turnstile.engine.literal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import org.junit.jupiter.api.Test;

/** Who took the blocks that a request computes again. A step takes 5 ms + 1 ms per new token. */
final class EvictionsTest {

  private static String scheduling(Bench bench, String request) {
    bench.run();
    return bench.recorder.lines("schedule " + request).get(0);
  }

  @Test
  void areListedFromTheStartOfThePrompt() {
    // R1 leaves abcd, efgh, ijkl at 17; three of six blocks are free. R2 needs four: takes ijkl at
    // 20. R3 needs one: takes efgh at 50. R4 finds abcd.
    Bench bench =
        Bench.of(ConfigBuilder.pool(6))
            .request(0, "abcdefghijkl", 1)
            .request(20, "0123456789ABCDEF", 1)
            .request(50, "zyxw", 1)
            .request(70, "abcdefghijkl", 1);

    assertThat(scheduling(bench, "R4"))
        .isEqualTo("70 schedule R4 hit 4 reprefilled 8: 1 by R3 at 50, 1 by R2 at 20");
  }

  @Test
  void doNotTellOfBlocksBehindThePrompt() {
    // As above; R4 does not get as far as ijkl.
    Bench bench =
        Bench.of(ConfigBuilder.pool(6))
            .request(0, "abcdefghijkl", 1)
            .request(20, "0123456789ABCDEF", 1)
            .request(50, "zyxw", 1)
            .request(70, "abcdefghijk", 1);

    assertThat(scheduling(bench, "R4"))
        .isEqualTo("70 schedule R4 hit 4 reprefilled 4: 1 by R3 at 50");
  }

  @Test
  void nameWhoTookTheLastCopy() {
    // R2 makes a second copy of efgh. R3 takes the free block and the first copy at 100, R4 the
    // second copy and abcd at 150: one run.
    Bench bench =
        Bench.of(ConfigBuilder.pool(4))
            .request(0, "abcdefgh", 1)
            .request(50, "abcdefgh", 1)
            .request(100, "zyxwvuts", 1)
            .request(150, "01234567", 1)
            .request(200, "abcdefghi", 1);

    assertThat(scheduling(bench, "R5"))
        .isEqualTo("200 schedule R5 hit 0 reprefilled 8: 2 by R4 at 150");
  }

  @Test
  void forgetWhatIsComputedAgain() {
    // R2 takes both blocks of R1 at 20, R3 computes abcd again at 40 in the place of R2's deeper
    // block, R4 takes R2's other block at 60. R5 finds abcd; efgh is still gone since 20.
    Bench bench =
        Bench.of(ConfigBuilder.pool(2))
            .request(0, "abcdefgh", 1)
            .request(20, "01234567", 1)
            .request(40, "abcd", 1)
            .request(60, "zyxw", 1)
            .request(80, "abcdefgh", 1);

    assertThat(scheduling(bench, "R5"))
        .isEqualTo("80 schedule R5 hit 4 reprefilled 4: 1 by R2 at 20");
  }

  @Test
  void nameARequestThatOnlyBeganItsBlocks() {
    // At 25 R2's eighth token would fill efgh, but R1 needs a block and R2, scheduled first, gives
    // way: efgh is told as stored and as removed in one pass. R3, more urgent than R2, asks at 31.
    Bench bench =
        Bench.of(ConfigBuilder.pool(4).queueOrder(QueueOrder.PRIORITY))
            .request(1, new LetterRequests.Text("ijklmnop", 2, "", 0))
            .request(0, new LetterRequests.Text("abcdef", 3, "ghi", 9))
            .request(26, new LetterRequests.Text("abcdefghi", 1, "", 0));

    assertThat(scheduling(bench, "R3"))
        .isEqualTo("31 schedule R3 hit 4 reprefilled 4: 1 by R2 at 25");
  }

  @Test
  void tellOfARequestOfTheSamePass() {
    // R2 and R3 are admitted at 20 in one step; R2 takes the block that R3 asks for.
    Bench bench =
        Bench.of(ConfigBuilder.pool(2))
            .request(0, "abcd", 1)
            .request(1, "ijkl", 1)
            .request(20, "zyxw", 1)
            .request(20, "abcd", 1);

    assertThat(scheduling(bench, "R4"))
        .isEqualTo("20 schedule R4 hit 0 reprefilled 4: 1 by R3 at 20");
  }
}

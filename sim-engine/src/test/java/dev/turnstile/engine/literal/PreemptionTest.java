package dev.turnstile.engine.literal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.worker.PreemptionLimitException;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Preemption by recompute. A step takes 5 ms + 1 ms per new token. */
final class PreemptionTest {

  private static LetterRequests.Text text(String prompt, long output, int priority) {
    return new LetterRequests.Text(prompt, output, "", priority);
  }

  private static List<String> run(Bench bench, String... words) {
    bench.run();
    return bench.recorder.lines(words);
  }

  @Test
  void preemptedRequestFindsItsOwnGeneratedBlocksAgain() {
    // As X4 with one block more: R1 gets its third block at 26, R2 does not and gives way.
    Bench bench = Bench.of(ConfigBuilder.pool(5)).request(0, "abcdefg", 4).request(0, "hijklmn", 4);

    // Comes back at 38 with hijk and its own block: 8 of 9 tokens, nothing is computed again.
    assertThat(run(bench, "preempt", "deferred", "removed", "step of", "finish"))
        .containsExactly(
            "0 step of 19: 2 x 14",
            "19 step of 7: 2 x 2",
            "26 preempt R2",
            "26 step of 6: 1 x 1",
            "32 deferred",
            "32 step of 6: 1 x 1",
            "38 finish R1 output 4 max gap 7",
            "38 step of 6: 1 x 1",
            "44 step of 6: 1 x 1",
            "50 finish R2 output 4 preemptions 1 recomputed 0 max gap 18");
  }

  @Test
  void preemptedRequestsKeepTheirOrderAtTheHeadOfTheQueue() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(6))
            .request(0, "abcdefgh", 6)
            .request(0, "ijklmnop", 6)
            .request(0, "qrstuvwx", 6)
            .request(1, "0123", 1);

    // [0,29) 24 tokens. At 29 R1 and R2 need a third block, both come from R3. Four steps of 7.
    // At 57 R1 needs a fourth: R2 goes before R3. At 63 R2 takes 2 + 2 of 6 blocks, R3 needs 3.
    // [63,73) R2's 13 - 8 tokens. At 73 R3 and R4: 9 + 4 tokens.
    assertThat(run(bench, "preempt", "schedule R4", "finish"))
        .containsExactly(
            "29 preempt R3",
            "57 preempt R2",
            "63 finish R1 output 6 max gap 7",
            "73 finish R2 output 6 preemptions 1 recomputed 4 max gap 16",
            "73 schedule R4 hit 0",
            "91 finish R4 output 1",
            "115 finish R3 output 6 preemptions 1 recomputed 8 max gap 62");
  }

  @Test
  void lowestPriorityGivesWayAndReturnsTheTokensOfItsStep() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(4).queueOrder(QueueOrder.PRIORITY))
            .request(0, text("abcde", 3, 9))
            .request(1, text("ghijklmn", 2, 0));

    // At 24 R1 is scheduled for its seventh token, then R2 needs a block and gets R1's second.
    // At 30 R1 has 4 of 7 tokens; the fifth and sixth are computed again.
    assertThat(run(bench, "preempt", "stored", "removed", "step of", "finish"))
        .containsExactly(
            "0 stored abcd",
            "0 step of 10: 1 x 5",
            "10 stored ghij",
            "10 stored ghij|klmn",
            "10 step of 14: 2 x 9",
            "24 preempt R1",
            "24 step of 6: 1 x 1",
            "30 finish R2 output 2 max gap 6",
            "30 step of 8: 1 x 3",
            "38 finish R1 output 3 preemptions 1 recomputed 2 max gap 14");
  }

  @Test
  void blocksThatAVictimWasGoingToFillInTheSameStepAreNotAddressable() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(4).queueOrder(QueueOrder.PRIORITY))
            .request(0, text("abcdef", 3, 9))
            .request(1, text("ghijklmn", 2, 0));

    // At 25 R1's eighth token would fill its second block, but R2's need costs R1 its place.
    assertThat(run(bench, "preempt", "stored R1", "removed", "evicted", "step of", "finish R1"))
        .containsExactly(
            "0 step of 11: 1 x 6",
            "11 step of 14: 2 x 9",
            "25 preempt R1",
            "25 stored R1#1",
            "25 removed R1#1",
            "25 step of 6: 1 x 1",
            "31 stored R1#1",
            "31 step of 9: 1 x 4",
            "40 finish R1 output 3 preemptions 1 recomputed 3 max gap 15");
  }

  @Test
  void passThatOnlyPreemptsIsFollowedByAnotherAtOnce() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(4).queueOrder(QueueOrder.PRIORITY))
            .request(0, text("abcdefg", 4, 9))
            .request(1, text("hijklmn", 4, 0));

    // At 25 R1, looked at first, needs a third block and is itself the one to give way: R2 sits
    // that pass out, and goes on in the next one at the same time. R1 then lacks a block: one new
    // and two revived, two are left.
    assertThat(run(bench, "preempt", "removed", "deferred", "step of", "finish"))
        .containsExactly(
            "0 step of 12: 1 x 7",
            "12 step of 13: 2 x 8",
            "25 preempt R1",
            "25 deferred",
            "25 step of 6: 1 x 1",
            "31 removed R1#1",
            "31 deferred",
            "31 step of 6: 1 x 1",
            "37 deferred",
            "37 step of 6: 1 x 1",
            "43 finish R2 output 4 max gap 6",
            "43 removed R2#1",
            "43 step of 10: 1 x 5",
            "53 step of 6: 1 x 1",
            "59 finish R1 output 4 preemptions 1 recomputed 4 max gap 28");
  }

  @Test
  void fifoModeTakesTheFirstAdmitted() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(4).preemptionMode(PreemptionMode.FIFO))
            .request(0, "abcdefg", 4)
            .request(0, "hijklmn", 4);

    assertThat(run(bench, "preempt", "finish"))
        .containsExactly(
            "26 preempt R1",
            "38 finish R2 output 4 max gap 7",
            "54 finish R1 output 4 preemptions 1 recomputed 4 max gap 22");
  }

  @Test
  void endsARunInWhichARequestIsPreemptedForEver() {
    // Without cache and whole-sequence gate R2 gets a first chunk again and again, never a second.
    ConfigBuilder config =
        ConfigBuilder.pool(3).budget(5).caching(false).fullSequenceMustFit(false).maxPreemptions(1);
    Bench bench = Bench.of(config).request(0, "abcd", 5).request(0, "efghijklmnop", 1);

    assertThatThrownBy(bench::run)
        .isInstanceOf(PreemptionLimitException.class)
        .hasMessage(
            "request 1 was preempted 2 times on worker 0, more than max_preemptions = 1:"
                + " too many running requests for this KV pool")
        .satisfies(
            thrown -> {
              PreemptionLimitException e = (PreemptionLimitException) thrown;
              assertThat(e.worker()).isZero();
              assertThat(e.request()).isEqualTo(1);
              assertThat(e.preemptions()).isEqualTo(2);
              assertThat(e.limit()).isEqualTo(1);
            });
  }
}

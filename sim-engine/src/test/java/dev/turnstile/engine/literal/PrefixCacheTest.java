package dev.turnstile.engine.literal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.worker.WorkerConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hits, copies, eviction and KV events. A step takes 5 ms + 1 ms per new token. */
final class PrefixCacheTest {

  private static List<String> run(Bench bench, String... words) {
    bench.run();
    return bench.recorder.lines(words);
  }

  @Test
  void evictsTheDeepestBlockOfAFinishedPromptFirst() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(3))
            .request(0, "abcdefghijkl", 1)
            .request(50, "zyxw", 1)
            .request(100, "abcdefghijkl", 1);

    assertThat(run(bench, "schedule", "removed"))
        .containsExactly(
            "0 schedule R1 hit 0",
            "50 schedule R2 hit 0",
            "50 removed abcd|efgh|ijkl",
            "100 schedule R3 hit 8 reprefilled 4: 1 by R2 at 50",
            "100 removed zyxw");
  }

  @Test
  void losesAHashOnlyWithItsLastCopy() {
    // R2 makes a second copy of abcd|efgh. R3 takes the free block and the first copy, R4 the
    // second copy and abcd.
    Bench bench =
        Bench.of(ConfigBuilder.pool(4))
            .request(0, "abcdefgh", 1)
            .request(50, "abcdefgh", 1)
            .request(100, "zyxwvuts", 1)
            .request(150, "01234567", 1);

    assertThat(run(bench, "removed", "evicted"))
        .containsExactly(
            "100 evicted 1", "150 removed abcd|efgh", "150 removed abcd", "150 evicted 2");
  }

  @Test
  void recencyIsReleaseNotUse() {
    // R2 hits abcd at 9 and holds it until 40, so ijkl, released at 22, is older.
    Bench bench =
        Bench.of(ConfigBuilder.pool(4))
            .request(0, "abcd", 1)
            .request(9, "abcdefgh", 4)
            .request(9, "ijkl", 1)
            .request(60, "mnopqrst", 1);

    assertThat(run(bench, "finish", "removed"))
        .containsExactly(
            "9 finish R1 output 1",
            "22 finish R3 output 1",
            "40 finish R2 output 4 max gap 6",
            "60 removed ijkl",
            "73 finish R4 output 1");
  }

  @Test
  void generatedBlocksWithoutIdentityAreNeverHitByAnother() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(100)).request(0, "abcdef", 7).request(100, "abcdefghijklmn", 1);

    assertThat(run(bench, "schedule", "stored R1"))
        .containsExactly(
            "0 schedule R1 hit 0", "17 stored R1#1", "41 stored R1#2", "100 schedule R2 hit 4");
  }

  @Test
  void generatedBlocksWithIdentityAreHitButForTheLastToken() {
    // Seven tokens: KV for 6 + 7 - 1 = 12, three blocks. Six tokens: KV for 11, two blocks.
    Bench seven =
        Bench.of(ConfigBuilder.pool(100))
            .request(0, new LetterRequests.Text("abcdef", 7, "ghijklm", 0))
            .request(100, "abcdefghijklmn", 1);
    Bench six =
        Bench.of(ConfigBuilder.pool(100))
            .request(0, new LetterRequests.Text("abcdef", 6, "ghijkl", 0))
            .request(100, "abcdefghijklmn", 1);

    assertThat(run(seven, "schedule R2")).containsExactly("100 schedule R2 hit 12");
    assertThat(run(six, "schedule R2")).containsExactly("100 schedule R2 hit 8");
  }

  @Test
  void withoutPrefixCachingNothingIsAddressable() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(3).caching(false))
            .request(0, "abcdefgh", 1)
            .request(50, "abcdefgh", 1);

    assertThat(run(bench, "schedule", "stored", "removed", "evicted"))
        .containsExactly("0 schedule R1 hit 0", "50 schedule R2 hit 0");
    assertThat(bench.worker.freeBlocks()).isEqualTo(3);
  }

  @Test
  void eventsCanReachTheRouterAtTheEndOfTheStep() {
    Bench bench =
        Bench.of(ConfigBuilder.pool(2).eventsAtPassEnd(true))
            .request(0, "abcdefgh", 1)
            .request(50, "ijkl", 1);

    assertThat(bench.run())
        .containsExactly(
            "0 schedule R1 hit 0",
            "0 step of 13: 1 x 8",
            "13 stored abcd",
            "13 stored abcd|efgh",
            "13 first token R1",
            "13 finish R1 output 1",
            "13 step end",
            "50 schedule R2 hit 0",
            "50 evicted 1",
            "50 step of 9: 1 x 4",
            "59 removed abcd|efgh",
            "59 stored ijkl",
            "59 first token R2",
            "59 finish R2 output 1",
            "59 step end");
  }

  @Test
  void poolWithoutLimitKeepsEverything() {
    Bench bench = Bench.of(new ConfigBuilder());
    for (int i = 0; i < 200; i++) {
      bench.request(i * 20L, "abcd" + (char) ('A' + i) + "xyz", 1);
    }

    bench.run();

    assertThat(bench.recorder.lines("removed", "evicted", "preempt")).isEmpty();
    assertThat(bench.worker.capacityBlocks()).isEqualTo(WorkerConfig.UNLIMITED);
    assertThat(bench.worker.cachedIdleBlocks()).isEqualTo(201);
    assertThat(bench.worker.freeBlocks()).isEqualTo(WorkerConfig.UNLIMITED - 201);
  }

  @Test
  void refusesWhatItCouldNeverServe() {
    Bench bench = Bench.of(ConfigBuilder.pool(2)).request(0, "abcdefgh", 2);

    assertThatThrownBy(bench::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("worker 0 can never serve request 0");
  }

  @Test
  void refusesARequestThatIsAlreadyThere() {
    Bench bench = Bench.of(ConfigBuilder.pool(8)).request(0, "abcd", 2).start();
    bench.simulation.step();

    assertThatThrownBy(() -> bench.worker.submit(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("request 0 is already on worker 0");
  }

  @Test
  void refusesRequestsThatAreCutAtAnotherBlockSize() {
    LetterRequests requests =
        new LetterRequests(List.of(new LetterRequests.Text("abcd", 1, "", 0)), 2);
    Bench bench = Bench.of(ConfigBuilder.pool(8)).requests(requests);

    assertThatThrownBy(bench::start)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("requests are cut into blocks of 2 tokens, the pool has 4");
  }
}

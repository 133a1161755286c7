package dev.turnstile.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BatchSumsTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);

  @Test
  void sumsAMixedBatchByHand() {
    BatchSums sums = new BatchSums(0);

    sums.add(100, 40, false, false); // a chunk that leaves the prompt unfinished
    sums.add(1, 63, true, false); // the one-token rest of a prompt: prefill, but a single
    sums.add(1, 9, true, true); // a decode

    assertThat(sums.items()).isEqualTo(3);
    assertThat(sums.newTokens()).isEqualTo(102);
    assertThat(sums.emittingItems()).isEqualTo(2);
    assertThat(sums.prefillItems()).isEqualTo(2);
    assertThat(sums.prefillTokens()).isEqualTo(101);
    assertThat(sums.decodeItems()).isEqualTo(1);
    assertThat(sums.decodeContextTokens()).isEqualTo(10);
    assertThat(sums.singleItems()).isEqualTo(2);
    assertThat(sums.singleKvReadTokens()).isEqualTo(64 + 10);
    assertThat(sums.multiItems()).isEqualTo(1);
    assertThat(sums.multiTokens()).isEqualTo(100);
    assertThat(sums.multiPairs()).isEqualTo(100 * 40 + 100 * 101 / 2);
    assertThat(sums.multiKvReadTokens()).isEqualTo(140);
    assertThat(sums.singleWindowKvReadTokens()).isZero();
    assertThat(sums.multiWindowPairs()).isZero();
    assertThat(sums.multiWindowKvReadTokens()).isZero();
  }

  @Test
  void sumsWhatAWindowLayerSeesByHand() {
    BatchSums sums = new BatchSums(4);

    sums.add(5, 2, true, false); // new tokens see 3, 4, 4, 4, 4 tokens
    sums.add(1, 2, true, true); // sees 3
    sums.add(1, 9, true, true); // sees 4

    assertThat(sums.multiWindowPairs()).isEqualTo(19);
    // the 5 new tokens together touch at most 4 + 5 - 1 = 8 tokens, and there are 7
    assertThat(sums.multiWindowKvReadTokens()).isEqualTo(7);
    assertThat(sums.singleWindowKvReadTokens()).isEqualTo(7);
    assertThat(sums.multiPairs()).isEqualTo(5 * 2 + 15);
  }

  @Test
  void anEmitterIsADecodeOfTheLastNewToken() {
    BatchSums emitters = new BatchSums(0);
    BatchSums expected = new BatchSums(0);

    emitters.addEmitter(100, 40);
    expected.add(1, 139, true, true);

    assertThat(emitters).usingRecursiveComparison().isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 128})
  void windowSumsEqualTheSumOverNewTokens(int window) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 300; round++) {
      Item item = Item.random(random, 400);
      BatchSums sums = new BatchSums(window);
      item.addTo(sums);

      long pairs = 0;
      for (long j = 1; j <= item.n; j++) {
        pairs += window == 0 ? 0 : Math.min(item.c + j, window);
      }
      assertThat(sums.multiWindowPairs() + sums.singleWindowKvReadTokens())
          .as("seed %d, %s", SEED, item)
          .isEqualTo(pairs);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 128})
  void addingAndRemovingEqualsSummingFromScratch(int window) {
    SplittableRandom random = new SplittableRandom(SEED);
    BatchSums incremental = new BatchSums(window);
    List<Item> batch = new ArrayList<>();
    for (int round = 0; round < 500; round++) {
      if (batch.isEmpty() || random.nextInt(5) < 3) {
        Item item = Item.random(random, 10_000_000);
        item.addTo(incremental);
        batch.add(item);
      } else {
        batch.remove(random.nextInt(batch.size())).removeFrom(incremental);
      }
      BatchSums fresh = new BatchSums(window);
      Collections.shuffle(batch, new Random(random.nextLong()));
      batch.forEach(item -> item.addTo(fresh));
      assertThat(incremental)
          .as("seed %d, round %d", SEED, round)
          .usingRecursiveComparison()
          .isEqualTo(fresh);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 128})
  void growingDecodesEqualsRemovingAndAddingThem(int window) {
    SplittableRandom random = new SplittableRandom(SEED);
    BatchSums grown = new BatchSums(window);
    BatchSums moved = new BatchSums(window);
    List<Item> decodes = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      decodes.add(new Item(1, random.nextLong(300), true, true));
    }
    decodes.forEach(item -> item.addTo(grown));
    decodes.forEach(item -> item.addTo(moved));
    for (int step = 0; step < 200; step++) {
      int count = 1 + random.nextInt(decodes.size());
      long inside = 0;
      for (int i = 0; i < count; i++) {
        Item item = decodes.get(i);
        inside += item.c + 1 < window ? 1 : 0;
        item.removeFrom(moved);
        decodes.set(i, new Item(1, item.c + 1, true, true));
        decodes.get(i).addTo(moved);
      }
      if (window == 0) {
        grown.growDecodes(count);
      } else {
        grown.growDecodes(count, inside);
      }
      assertThat(grown)
          .as("seed %d, step %d", SEED, step)
          .usingRecursiveComparison()
          .isEqualTo(moved);
    }
  }

  @Test
  void shiftingDecodesEqualsGrowingAllOfThemStepByStepAndBack() {
    BatchSums grown = new BatchSums(50);
    BatchSums shifted = new BatchSums(50);
    for (int context : new int[] {3, 10, 60}) {
      grown.add(1, context, true, true);
      shifted.add(1, context, true, true);
    }
    for (int step = 0; step < 20; step++) {
      grown.growDecodes(3, 2);
    }

    shifted.shiftDecodes(25, 2);
    shifted.shiftDecodes(-5, 2);

    assertThat(shifted).usingRecursiveComparison().isEqualTo(grown);
  }

  @Test
  void holdsTenThousandSequencesOfTenMillionTokens() {
    BatchSums sums = new BatchSums(128);
    long tokens = 10_000_000;
    for (int i = 0; i < 10_000; i++) {
      sums.add(tokens, tokens, true, false);
    }

    // 10^4 x (10^14 + 10^7 (10^7 + 1) / 2)
    assertThat(sums.multiPairs()).isEqualTo(1_500_000_050_000_000_000L);
  }

  @Test
  void clearingLeavesNothing() {
    BatchSums sums = new BatchSums(16);
    sums.add(50, 10, true, false);
    sums.add(1, 10, true, true);

    sums.clear();

    assertThat(sums).usingRecursiveComparison().isEqualTo(new BatchSums(16));
    assertThat(sums.isEmpty()).isTrue();
  }

  @Test
  void rejectsWhatIsNoItemAndWhatIsNotThere() {
    BatchSums sums = new BatchSums(0);

    assertThatThrownBy(() -> sums.add(0, 5, true, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sums.add(1, -1, true, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sums.addEmitter(0, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sums.remove(1, 5, true, true))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> sums.growDecodes(1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BatchSums(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(sums).usingRecursiveComparison().isEqualTo(new BatchSums(0));
  }

  @Test
  void growingInAWindowNeedsTheNumberStillInside() {
    BatchSums sums = new BatchSums(16);
    sums.add(1, 3, true, true);

    assertThatThrownBy(() -> sums.growDecodes(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> sums.growDecodes(1, 2)).isInstanceOf(IllegalArgumentException.class);
  }

  private record Item(long n, long c, boolean emits, boolean decode) {
    static Item random(SplittableRandom random, long maxTokens) {
      boolean decode = random.nextInt(3) == 0;
      long n = decode || random.nextInt(4) == 0 ? 1 : 1 + random.nextLong(maxTokens);
      return new Item(n, random.nextLong(maxTokens), decode || random.nextBoolean(), decode);
    }

    void addTo(BatchSums sums) {
      sums.add(n, c, emits, decode);
    }

    void removeFrom(BatchSums sums) {
      sums.remove(n, c, emits, decode);
    }
  }
}

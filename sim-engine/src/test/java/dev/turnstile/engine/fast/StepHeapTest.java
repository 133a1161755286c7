package dev.turnstile.engine.fast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class StepHeapTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);

  private final StepHeap heap = new StepHeap();

  private static Sequence sequence(long place, long step) {
    Sequence sequence = new Sequence();
    sequence.place = place;
    sequence.endStep = step;
    return sequence;
  }

  @Test
  void isEmptyAtFirst() {
    assertThat(heap.size()).isZero();
    assertThat(heap.firstStep()).isEqualTo(Long.MAX_VALUE);
    assertThat(heap.remove(sequence(0, 0))).isFalse();
  }

  @Test
  void equalsASortedListOnRandomOperations() {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Sequence> sorted = new ArrayList<>();
    Comparator<Sequence> order =
        Comparator.<Sequence>comparingLong(s -> s.endStep).thenComparingLong(s -> s.place);
    for (int round = 0; round < 20_000; round++) {
      int choice = random.nextInt(round < 10_000 ? 5 : 9);
      if (sorted.isEmpty() || choice < 3) {
        Sequence added = sequence(round, random.nextInt(40));
        sorted.add(added);
        heap.add(added, added.endStep);
      } else if (choice == 3) {
        Sequence removed = sorted.remove(random.nextInt(sorted.size()));
        assertThat(heap.remove(removed)).isTrue();
      } else {
        Sequence first = heap.removeFirst();
        assertThat(first).as("seed %d", SEED).isSameAs(sorted.stream().min(order).orElseThrow());
        sorted.remove(first);
      }
      assertThat(heap.size()).isEqualTo(sorted.size());
    }
  }
}

package dev.turnstile.workload.trace.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class InOrderTest {
  private final List<Integer> taken = new ArrayList<>();

  @Test
  void resultsAreTakenInTheOrderOfTheWork() {
    try (InOrder<Integer> order = new InOrder<>(taken::add)) {
      for (int i = 0; i < 500; i++) {
        int piece = i;
        // Uneven work, so that later pieces are often done first.
        order.give(() -> piece + 0 * busy(piece % 7 == 0 ? 200_000 : 10));
      }
      order.finish();
    }

    assertThat(taken).isEqualTo(IntStream.range(0, 500).boxed().toList());
  }

  private static int busy(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum = 31 * sum + i;
    }
    return sum;
  }

  @Test
  void theFirstErrorInOrderEndsTheWork() {
    CountDownLatch later = new CountDownLatch(1);
    try (InOrder<Integer> order = new InOrder<>(taken::add)) {
      order.give(() -> 1);
      order.give(() -> failing(later, "first"));
      order.give(
          () -> {
            later.countDown();
            throw new IllegalArgumentException("second");
          });

      assertThatThrownBy(order::finish)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("first");
      order.finish();
    }
    assertThat(taken).containsExactly(1);
  }

  /** Fails after the piece behind it, unless there is one processor only. */
  private static int failing(CountDownLatch later, String message) {
    try {
      if (Runtime.getRuntime().availableProcessors() > 1) {
        later.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalArgumentException(message);
  }

  @Test
  void errorsOfTheMachineComeThroughAsTheyAre() {
    try (InOrder<Integer> order = new InOrder<>(taken::add)) {
      order.give(
          () -> {
            throw new OutOfMemoryError("none left");
          });

      assertThatThrownBy(order::finish).isInstanceOf(OutOfMemoryError.class);
    }
  }

  @Test
  void resultsDoNotPileUp() {
    List<Integer> given = new ArrayList<>();
    try (InOrder<Integer> order = new InOrder<>(taken::add)) {
      for (int i = 0; i < 100; i++) {
        int piece = i;
        order.give(() -> piece);
        given.add(piece);
        int waiting = given.size() - taken.size();
        assertThat(waiting).isLessThanOrEqualTo(2 * Runtime.getRuntime().availableProcessors());
      }
    }
  }
}

package dev.turnstile.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RequestQueueTest {
  @Test
  void isOrderedByTimeAndLoadOrderHoweverRequestsAreAdded() {
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int requests = 300;
      long[] timeNanos = new long[requests];
      RequestQueue queue = new RequestQueue(timeNanos);
      PriorityQueue<Integer> textbook =
          new PriorityQueue<>(
              Comparator.<Integer>comparingLong(r -> timeNanos[r]).thenComparing(r -> r));
      int inOrderPercent = random.nextInt(101);
      long latest = 0;
      int next = 0;
      while (next < requests || !textbook.isEmpty()) {
        assertThat(queue.isEmpty()).isEqualTo(textbook.isEmpty());
        if (next < requests && (textbook.isEmpty() || random.nextInt(5) < 3)) {
          boolean inOrder = random.nextInt(100) < inOrderPercent;
          timeNanos[next] = inOrder ? latest + random.nextInt(3) : random.nextInt(200);
          latest = Math.max(latest, timeNanos[next]);
          queue.add(next);
          textbook.add(next++);
        } else {
          assertThat(queue.first()).isEqualTo(textbook.element());
          assertThat(queue.poll()).isEqualTo(textbook.remove());
        }
      }
      assertThat(queue.isEmpty()).isTrue();
    }
  }

  @Test
  void isEmptyOnceCleared() {
    RequestQueue queue = new RequestQueue(new long[] {5, 6, 4});
    queue.add(0);
    queue.add(1);
    queue.add(2);

    queue.clear();

    assertThat(queue.isEmpty()).isTrue();
    queue.add(1);
    assertThat(queue.poll()).isEqualTo(1);
    assertThat(queue.isEmpty()).isTrue();
  }
}

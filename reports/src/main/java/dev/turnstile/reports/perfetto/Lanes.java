package dev.turnstile.reports.perfetto;

import java.util.PriorityQueue;

/** Spreads overlapping intervals over lanes: each takes the first lane that is free. */
final class Lanes {
  /** Lanes in use as (end, lane). */
  private final PriorityQueue<long[]> busy =
      new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));

  private final PriorityQueue<Integer> free = new PriorityQueue<>();
  private int count;

  /**
   * The lane of an interval; one that ends when it begins is free.
   *
   * @param begin not before the begin of the interval before
   */
  int assign(long begin, long end) {
    for (long[] head = busy.peek(); head != null && head[0] <= begin; head = busy.peek()) {
      free.add((int) head[1]);
      busy.remove();
    }
    Integer lowest = free.poll();
    int lane = lowest == null ? count++ : lowest;
    busy.add(new long[] {end, lane});
    return lane;
  }

  /** Number of lanes used so far. */
  int count() {
    return count;
  }
}

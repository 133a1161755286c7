package dev.turnstile.replay.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Finds the points that no other point beats in two metrics of which more is better. */
public final class ParetoFront {

  private ParetoFront() {}

  /**
   * The points that are not dominated, by ascending x, then by index.
   *
   * <p>A point is dominated by one that is at least as good in both and better in one. Points that
   * are equal in both do not dominate each other. A point whose x or y is not finite takes no part.
   *
   * @param x first metric of each point
   * @param y second metric of each point
   * @return indices of points
   */
  public static List<Integer> of(double[] x, double[] y) {
    List<Integer> candidates =
        IntStream.range(0, x.length)
            .filter(i -> Double.isFinite(x[i]) && Double.isFinite(y[i]))
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(i -> -x[i])
                    .thenComparingDouble(i -> -y[i])
                    .thenComparingInt(i -> i))
            .toList();
    List<Integer> front = new ArrayList<>();
    for (int i : candidates) {
      int last = front.isEmpty() ? -1 : front.get(front.size() - 1);
      if (last < 0 || y[i] > y[last] || (y[i] == y[last] && x[i] == x[last])) {
        front.add(i);
      }
    }
    front.sort(Comparator.<Integer>comparingDouble(i -> x[i]).thenComparingInt(i -> i));
    return front;
  }
}

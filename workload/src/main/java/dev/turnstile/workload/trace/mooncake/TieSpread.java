package dev.turnstile.workload.trace.mooncake;

import dev.turnstile.workload.graph.RequestNode;
import java.util.stream.IntStream;

/**
 * Spreads equal timestamps over the step to the next one.
 *
 * <p>The published traces have timestamps in steps of about three seconds that some ten requests
 * share. Of <em>n</em> equal ones the <em>i</em>-th (from 0, in file order) moves by <em>i/n</em>
 * of the distance to the next greater timestamp; the last ones move by the last distance there was.
 */
final class TieSpread {
  private TieSpread() {}

  /** Spreads in place; entries without time stay. */
  static void spread(long[] offsets) {
    int[] order =
        IntStream.range(0, offsets.length)
            .filter(i -> offsets[i] != RequestNode.NO_TIME)
            .boxed()
            .sorted((a, b) -> Long.compare(offsets[a], offsets[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    long step = 0;
    int from = 0;
    while (from < order.length) {
      long time = offsets[order[from]];
      int to = from;
      while (to < order.length && offsets[order[to]] == time) {
        to++;
      }
      step = to < order.length ? offsets[order[to]] - time : step;
      for (int i = from; i < to; i++) {
        offsets[order[i]] = time + part(step, i - from, to - from);
      }
      from = to;
    }
  }

  /** The floor of {@code step * index / count}, which does not fit a long for long steps. */
  private static long part(long step, int index, int count) {
    return step / count * index + step % count * index / count;
  }
}

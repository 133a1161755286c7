package dev.turnstile.workload.trace;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Selects the plays that the options keep.
 *
 * <p>Whole plays are dropped, never single turns, and each drop is counted as a fact: {@code
 * plays_dropped_by_model_filter}, {@code ..._by_window}, {@code ..._by_max_input_length}, {@code
 * ..._by_limit}. A play whose root has no recorded time lies inside every window.
 */
final class PlayFilter {
  private final String input;
  private final ReaderOptions options;
  private final LoadLog log;

  PlayFilter(String input, ReaderOptions options, LoadLog log) {
    this.input = input;
    this.options = options;
    this.log = log;
  }

  /**
   * The kept plays.
   *
   * @throws InvalidInputException if none is left
   */
  BitSet select(SessionGraph graph) {
    BitSet plays = new BitSet(graph.playCount());
    plays.set(0, graph.playCount());
    String model = options.modelFilter();
    if (model != null) {
      drop(plays, "model_filter", play -> !usesOnly(graph, play, model));
      if (plays.isEmpty()) {
        throw new InvalidInputException(
            input,
            0,
            "",
            "no play uses only the model " + model,
            "its models are " + String.join(", ", graph.models()));
      }
    }
    dropByWindow(graph, plays);
    if (options.maxInputLength() < Long.MAX_VALUE) {
      drop(plays, "max_input_length", play -> longest(graph, play) > options.maxInputLength());
    }
    if (options.limit() < plays.cardinality()) {
      int[] left = {(int) options.limit()};
      drop(plays, "limit", play -> left[0]-- <= 0);
    }
    if (plays.isEmpty()) {
      throw new InvalidInputException(
          input,
          0,
          "",
          "none of its " + graph.playCount() + " plays is left",
          "widen --start-offset, --end-offset, --max-input-length or --limit");
    }
    return plays;
  }

  private void dropByWindow(SessionGraph graph, BitSet plays) {
    if (options.startOffsetNanos() == 0 && options.endOffsetNanos() == Long.MAX_VALUE) {
      return;
    }
    long first = Long.MAX_VALUE;
    for (int play = 0; play < graph.playCount(); play++) {
      Long offset = offset(graph, play);
      first = offset == null ? first : Math.min(first, offset);
    }
    long origin = first;
    drop(
        plays,
        "window",
        play -> {
          Long offset = offset(graph, play);
          return offset != null
              && (offset - origin < options.startOffsetNanos()
                  || offset - origin >= options.endOffsetNanos());
        });
  }

  private void drop(BitSet plays, String reason, IntPredicate dropped) {
    int before = plays.cardinality();
    for (int play = plays.nextSetBit(0); play >= 0; play = plays.nextSetBit(play + 1)) {
      if (dropped.test(play)) {
        plays.clear(play);
      }
    }
    log.fact("plays_dropped_by_" + reason, before - plays.cardinality());
  }

  private static @Nullable Long offset(SessionGraph graph, int play) {
    long offset = graph.request(graph.playRoot(play)).offsetNanos();
    return offset == RequestNode.NO_TIME ? null : offset;
  }

  private static boolean usesOnly(SessionGraph graph, int play, String model) {
    for (int i = 0; i < graph.playSize(play); i++) {
      RequestNode request = graph.request(graph.playRequest(play, i));
      if (!graph.models().get(request.model()).equals(model)) {
        return false;
      }
    }
    return true;
  }

  private static long longest(SessionGraph graph, int play) {
    long longest = 0;
    for (int i = 0; i < graph.playSize(play); i++) {
      longest = Math.max(longest, graph.request(graph.playRequest(play, i)).prompt().inputTokens());
    }
    return longest;
  }
}

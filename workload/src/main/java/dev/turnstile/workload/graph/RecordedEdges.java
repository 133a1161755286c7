package dev.turnstile.workload.graph;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds the edges that follow from recorded times (trace formats, sections 2.3 and 6).
 *
 * <p>All requests named here must be in the builder and have a recorded start and end.
 */
public final class RecordedEdges {
  private final SessionGraphBuilder graph;

  /** Adds to {@code graph}. */
  public RecordedEdges(SessionGraphBuilder graph) {
    this.graph = graph;
  }

  /**
   * Chains the turns of one stream.
   *
   * <p>A turn waits for the completion of the one before, then for the recorded gap. A turn
   * overlaps if any earlier one had not ended when it began. Then it follows the <em>dispatch</em>
   * of the turn before, and also waits for the latest-ending one of those that had ended (the
   * greatest by end, then load order). If {@code serial}, an overlapping turn waits for the
   * completion of the one before with no gap.
   *
   * @param turns the requests of the stream, in load order, which is by start
   * @param onOverlap told each turn that overlaps, once
   */
  public void sequence(IntList turns, boolean serial, IntConsumer onOverlap) {
    Ended ended = new Ended(turns);
    long latestEnd = Long.MIN_VALUE;
    for (int k = 1; k < turns.size(); k++) {
      int before = turns.getInt(k - 1);
      int turn = turns.getInt(k);
      latestEnd = Math.max(latestEnd, end(before));
      boolean overlaps = latestEnd > start(turn);
      if (overlaps) {
        onOverlap.accept(turn);
      }
      if (!overlaps || serial) {
        addCompletion(before, turn, Relation.SEQUENCE);
        continue;
      }
      long delay = start(turn) - start(before);
      graph.addEdge(before, turn, Trigger.DISPATCH, Relation.SEQUENCE, delay);
      Integer latest = ended.latest(k);
      if (latest != null) {
        addCompletion(latest, turn, Relation.SEQUENCE);
      }
    }
  }

  /**
   * Lets a child stream begin after a request of its parent: after its dispatch if the child began
   * before the request ended, else after its completion. A child that began before the request
   * follows its dispatch without delay.
   *
   * @param source the parent's request that ordered the child
   * @param first the child's first request
   */
  public void spawn(int source, int first) {
    if (start(first) < end(source)) {
      long delay = Math.max(0, start(first) - start(source));
      graph.addEdge(source, first, Trigger.DISPATCH, Relation.SPAWN, delay);
    } else {
      addCompletion(source, first, Relation.SPAWN);
    }
  }

  /**
   * Lets a request wait for a child stream.
   *
   * @param last the child's request that ended last
   * @param consumer the parent's request that needs the child's answer
   */
  public void join(int last, int consumer) {
    addCompletion(last, consumer, Relation.JOIN);
  }

  private void addCompletion(int source, int target, Relation relation) {
    long delay = Math.max(0, start(target) - end(source));
    graph.addEdge(source, target, Trigger.COMPLETION, relation, delay);
  }

  private long start(int request) {
    return graph.request(request).recordedStartNanos();
  }

  private long end(int request) {
    return graph.request(request).recordedEndNanos();
  }

  /** Finds the latest-ending turns of a stream; fills its index only as far as it is asked. */
  private final class Ended {
    private final IntList turns;
    private final TreeMap<Long, Integer> byEnd = new TreeMap<>();
    private int indexed;

    Ended(IntList turns) {
      this.turns = turns;
    }

    /** Of the turns before {@code k} that had ended when it began, the one that ended last. */
    @Nullable Integer latest(int k) {
      for (; indexed < k; indexed++) {
        byEnd.put(end(turns.getInt(indexed)), turns.getInt(indexed));
      }
      Map.Entry<Long, Integer> entry = byEnd.floorEntry(start(turns.getInt(k)));
      return entry == null ? null : entry.getValue();
    }
  }
}

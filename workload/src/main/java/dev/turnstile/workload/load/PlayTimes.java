package dev.turnstile.workload.load;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.SplittableRandom;

/** When plays start, where their roots lie behind the start, and which floors hold. */
final class PlayTimes {
  private static final double NANOS_PER_SECOND = 1e9;

  private final SessionGraph graph;
  private final GapTimes gaps;
  private final ArrivalMode arrivals;
  private final boolean floors;

  /** Recorded time that counts as 0 for each play. */
  private final long[] origin;

  private final long[] start;

  PlayTimes(SessionGraph graph, LoadSettings settings, GapTimes gaps, SplittableRandom random) {
    this.graph = graph;
    this.gaps = gaps;
    arrivals = settings.arrivals();
    floors = !closed() && settings.gaps().maxGapNanos() == LoadSettings.NO_CAP;
    origin = new long[graph.playCount()];
    start = new long[graph.playCount()];
    if (arrivals instanceof ArrivalMode.Recorded) {
      setRecordedOrigin();
    } else {
      for (int play = 0; play < origin.length; play++) {
        origin[play] = graph.request(graph.playRoot(play)).offsetNanos();
      }
    }
    if (arrivals instanceof ArrivalMode.Poisson poisson) {
      drawStarts(poisson.playsPerSecond(), random);
    }
  }

  /** Plays that may be live at the same time. */
  int slots() {
    return arrivals instanceof ArrivalMode.ClosedLoop closed
        ? closed.slots()
        : ArrivalMode.ClosedLoop.ALL_PLAYS;
  }

  /** Whether a play waits for the play before it in its own lane. */
  boolean staticLanes() {
    return arrivals instanceof ArrivalMode.ClosedLoop closed && closed.staticLanes();
  }

  /** Start of a play that does not wait for a slot. */
  long startNanos(int play) {
    return start[play];
  }

  /** Distance of a root from the start of its play. */
  long offsetNanos(int root) {
    long offset = graph.request(root).offsetNanos();
    long from = origin[graph.play(root)];
    boolean known = offset != RequestNode.NO_TIME && from != RequestNode.NO_TIME;
    return known ? gaps.divide(offset - from) : 0;
  }

  /** The time before which a non-root must not start, or the smallest long without a floor. */
  long floorNanos(int request) {
    long offset = graph.request(request).offsetNanos();
    int play = graph.play(request);
    if (!floors || offset == RequestNode.NO_TIME || origin[play] == RequestNode.NO_TIME) {
      return Long.MIN_VALUE;
    }
    return LoadRangeException.sum(start[play], gaps.divide(offset - origin[play]));
  }

  private boolean closed() {
    return arrivals instanceof ArrivalMode.ClosedLoop;
  }

  /** All plays share one clock, on which the first root starts at 0. */
  private void setRecordedOrigin() {
    long first = Long.MAX_VALUE;
    for (int r = 0; r < graph.requestCount(); r++) {
      if (graph.incomingEdges(r) == 0) {
        long offset = graph.request(r).offsetNanos();
        if (offset == RequestNode.NO_TIME) {
          throw new IllegalArgumentException(
              "request " + graph.request(r).id() + " has no recorded start");
        }
        first = Math.min(first, offset);
      }
    }
    Arrays.fill(origin, first);
  }

  private void drawStarts(BigDecimal playsPerSecond, SplittableRandom random) {
    double meanNanos =
        BigDecimal.valueOf(NANOS_PER_SECOND)
            .divide(playsPerSecond, MathContext.DECIMAL64)
            .doubleValue();
    for (int play = 1; play < start.length; play++) {
      double gap = -StrictMath.log(1 - random.nextDouble()) * meanNanos;
      start[play] = LoadRangeException.sum(start[play - 1], Math.round(gap));
    }
  }
}

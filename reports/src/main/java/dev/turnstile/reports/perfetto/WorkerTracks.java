package dev.turnstile.reports.perfetto;

import dev.turnstile.workload.graph.SessionGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The threads of the workers' processes: one for each request that a worker computes at a time.
 *
 * <p>Lanes are given over all requests of the run, whether they are drawn or not. A thread is named
 * when its first slice is drawn.
 */
final class WorkerTracks {
  private final RunTimeline timeline;
  private final SessionGraph graph;
  private final int firstPid;
  private final int firstTid;
  private final int[] laneOf;
  private final int[] firstLane;
  private BitSet named = new BitSet();

  /**
   * Spreads all requests.
   *
   * @param firstPid process of worker 0; the others follow
   * @param firstTid a thread id from which on all are free
   */
  WorkerTracks(RunTimeline timeline, int workers, int firstPid, int firstTid) {
    this.timeline = timeline;
    graph = timeline.graph();
    this.firstPid = firstPid;
    this.firstTid = firstTid;
    laneOf = new int[graph.requestCount()];
    Lanes[] lanes = new Lanes[workers];
    Arrays.setAll(lanes, w -> new Lanes());
    IntStream.range(0, graph.requestCount())
        .filter(timeline::onWorker)
        .boxed()
        .sorted(Comparator.comparingLong(this::beginMicros).thenComparing(r -> r))
        .forEach(r -> laneOf[r] = lanes[timeline.worker(r)].assign(beginMicros(r), endMicros(r)));
    firstLane = new int[workers + 1];
    for (int w = 0; w < workers; w++) {
      firstLane[w + 1] = firstLane[w] + lanes[w].count();
    }
  }

  private long beginMicros(int request) {
    return Timeline.micros(timeline.onWorkerFromNanos(request));
  }

  private long endMicros(int request) {
    return Math.max(beginMicros(request) + 1, Timeline.micros(timeline.endNanos(request)));
  }

  /** Number of threads over all workers. */
  int count() {
    return firstLane[firstLane.length - 1];
  }

  /** Marks which threads are named, to return to with {@link #restore}. */
  BitSet save() {
    return (BitSet) named.clone();
  }

  /** Forgets what was named since then. */
  void restore(BitSet saved) {
    named = saved;
  }

  /** Draws what a worker did for a request, if one did. */
  void draw(TraceEvents out, int request) {
    if (!timeline.onWorker(request)) {
      return;
    }
    int worker = timeline.worker(request);
    int lane = laneOf[request];
    int track = firstLane[worker] + lane;
    int pid = firstPid + worker;
    int tid = firstTid + track;
    if (!named.get(track)) {
      named.set(track);
      out.thread(pid, tid, "requests (" + (lane + 1) + ")", lane);
    }
    String session = Names.shortened(graph.sessionId(graph.request(request).session()));
    Slices slices = new Slices(out, pid, tid, beginMicros(request), endMicros(request));
    slices.whole(
        session,
        "worker",
        json -> {
          json.writeStringProperty("request", graph.request(request).id());
          json.writeNumberProperty("turn", graph.turnIndex(request));
        });
    timeline.workerPhases(request, slices);
  }
}

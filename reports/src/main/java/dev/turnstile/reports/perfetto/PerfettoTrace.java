package dev.turnstile.reports.perfetto;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.TimeSeries;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.SessionGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the timeline of a run or of a captured trace as Chrome trace-event JSON.
 *
 * <p>There is a process for the cluster, one for each worker and one for each session tree. The
 * document is written as it is made; memory grows with the number of requests, not with its size.
 * If it would become larger than its limit, or show more than 1,000 session trees, the slowest ones
 * are kept, and a note in the document says what is missing.
 */
public final class PerfettoTrace {
  /** Limit where none is given: what a browser opens without trouble. */
  public static final long DEFAULT_LIMIT_BYTES = 50_000_000;

  /** Most session trees: a page of more processes is of no use to anybody. */
  static final int MAX_TREES = 1000;

  /** No request takes less; tells trees that cannot fit without drawing them. */
  private static final int LEAST_REQUEST_BYTES = 120;

  /** Kept free for the notes and the end of the document. */
  private static final int CLOSING_BYTES = 4096;

  private static final int CLUSTER_PID = 1;
  private static final int FIRST_WORKER_PID = 2;

  private final Timeline timeline;
  private final @Nullable RunResult run;
  private final long limitBytes;
  private final TraceEvents out;
  private final int workers;
  private final int firstTid;
  private int untimed;
  private int counters;
  private int drawnCounters;

  private PerfettoTrace(
      Timeline timeline, @Nullable RunResult run, OutputStream stream, long limitBytes) {
    this.timeline = timeline;
    this.run = run;
    this.limitBytes = limitBytes;
    out = new TraceEvents(stream);
    workers = run == null ? 0 : run.workers().size();
    firstTid = FIRST_WORKER_PID + workers + timeline.graph().playCount();
  }

  /**
   * Writes a simulated run.
   *
   * @param stream is flushed, not closed
   * @param limitBytes largest size of the document
   * @return what it shows
   */
  public static Coverage writeRun(RunResult run, OutputStream stream, long limitBytes)
      throws IOException {
    RunTimeline timeline = new RunTimeline(run);
    PerfettoTrace trace = new PerfettoTrace(timeline, run, stream, limitBytes);
    WorkerTracks tracks =
        new WorkerTracks(timeline, trace.workers, FIRST_WORKER_PID, trace.firstTid + 1);
    Map<String, String> about = new LinkedHashMap<>();
    about.put("kind", "simulated run");
    about.put("policy", Names.shortened(run.policy()));
    return trace.write(stream, tracks, about);
  }

  /**
   * Writes what a captured trace recorded.
   *
   * @param stream is flushed, not closed
   * @param limitBytes largest size of the document
   * @return what it shows
   */
  public static Coverage writeCapture(Workload workload, OutputStream stream, long limitBytes)
      throws IOException {
    CaptureTimeline timeline = new CaptureTimeline(workload.graph());
    PerfettoTrace trace = new PerfettoTrace(timeline, null, stream, limitBytes);
    Map<String, String> about = new LinkedHashMap<>();
    about.put("kind", "captured trace");
    about.put("format", workload.info().format());
    return trace.write(stream, null, about);
  }

  private Coverage write(
      OutputStream stream, @Nullable WorkerTracks tracks, Map<String, String> about)
      throws IOException {
    if (run != null) {
      cluster(run);
    }
    int[] sizes = timedRequests();
    int trees = (int) Arrays.stream(sizes).filter(size -> size > 0).count();
    int drawn = trees(new TreeWriter(timeline, tracks), tracks, sizes);
    Coverage coverage = new Coverage(limitBytes, trees, drawn, untimed, counters, drawnCounters);
    notes(coverage.notes());
    about.put("time_unit", "us");
    about.put("left_out", String.join("; ", coverage.notes()));
    out.end(about);
    stream.flush();
    return coverage;
  }

  /** Names cluster and workers and draws their counters. */
  private void cluster(RunResult result) {
    out.process(CLUSTER_PID, "cluster: " + Names.shortened(result.policy()), 0, null);
    for (RunResult.WorkerRow worker : result.workers()) {
      String capacity =
          worker.capacityBlocks() == Long.MAX_VALUE
              ? "unlimited KV blocks"
              : worker.capacityBlocks() + " KV blocks";
      int w = worker.worker();
      out.process(FIRST_WORKER_PID + w, "worker " + w, 1 + w, capacity);
    }
    Counters all = new Counters(result.series());
    TraceEvents probe = new TraceEvents(OutputStream.nullOutputStream());
    long left = limitBytes / 2 - out.bytes();
    for (TimeSeries.Series series : all.drawn()) {
      int pid =
          series.worker() == TimeSeries.CLUSTER ? CLUSTER_PID : FIRST_WORKER_PID + series.worker();
      long before = probe.bytes();
      all.draw(probe, pid, series);
      long size = probe.bytes() - before;
      counters++;
      if (size <= left) {
        all.draw(out, pid, series);
        left -= size;
        drawnCounters++;
      }
    }
  }

  /** The number of requests with times by play; counts the others. */
  private int[] timedRequests() {
    SessionGraph graph = timeline.graph();
    int[] sizes = new int[graph.playCount()];
    for (int r = 0; r < graph.requestCount(); r++) {
      if (timeline.hasTimes(r)) {
        sizes[graph.play(r)]++;
      } else {
        untimed++;
      }
    }
    return sizes;
  }

  /** Draws the trees that fit, the slowest first, and returns their number. */
  private int trees(TreeWriter writer, @Nullable WorkerTracks tracks, int[] sizes) {
    TraceEvents probe = new TraceEvents(OutputStream.nullOutputStream());
    long left = limitBytes - CLOSING_BYTES - out.bytes();
    int tid = firstTid + 1 + (tracks == null ? 0 : tracks.count());
    int drawn = 0;
    for (int play : slowestFirst()) {
      if (drawn == MAX_TREES) {
        break;
      }
      if (sizes[play] > 0 && (long) sizes[play] * LEAST_REQUEST_BYTES <= left) {
        int pid = FIRST_WORKER_PID + workers + drawn;
        int place = 1 + workers + drawn;
        BitSet named = tracks == null ? new BitSet() : tracks.save();
        long before = probe.bytes();
        writer.draw(probe, play, pid, tid, place);
        long size = probe.bytes() - before;
        if (tracks != null) {
          tracks.restore(named);
        }
        if (size <= left) {
          tid = writer.draw(out, play, pid, tid, place);
          left -= size;
          drawn++;
        }
      }
    }
    return drawn;
  }

  /** Plays by duration, the longest first, then by number. */
  private int[] slowestFirst() {
    SessionGraph graph = timeline.graph();
    long[] begin = new long[graph.playCount()];
    long[] end = new long[graph.playCount()];
    Arrays.fill(begin, Long.MAX_VALUE);
    for (int r = 0; r < graph.requestCount(); r++) {
      if (timeline.hasTimes(r)) {
        int play = graph.play(r);
        begin[play] = Math.min(begin[play], timeline.beginNanos(r));
        end[play] = Math.max(end[play], timeline.endNanos(r));
      }
    }
    return IntStream.range(0, graph.playCount())
        .boxed()
        .sorted(Comparator.<Integer>comparingLong(p -> begin[p] - end[p]).thenComparing(p -> p))
        .mapToInt(p -> p)
        .toArray();
  }

  /** Puts notes where nobody overlooks them: as slices over the whole time, at the top. */
  private void notes(List<String> notes) {
    if (notes.isEmpty()) {
      return;
    }
    if (run == null) {
      out.process(CLUSTER_PID, "trace", 0, null);
    }
    out.thread(CLUSTER_PID, firstTid, "left out", 0);
    long end = 1;
    for (int r = 0; r < timeline.graph().requestCount(); r++) {
      end = timeline.hasTimes(r) ? Math.max(end, timeline.endMicros(r)) : end;
    }
    for (String note : notes) {
      out.slice(CLUSTER_PID, firstTid, note, "note", 0, end, null);
    }
  }
}

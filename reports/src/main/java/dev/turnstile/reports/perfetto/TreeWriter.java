package dev.turnstile.reports.perfetto;

import dev.turnstile.reports.console.Numbers;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.ToolSpan;
import dev.turnstile.workload.graph.Trigger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws session trees: a process each, with threads for requests and for tools of each session.
 *
 * <p>Sessions come in the order in which they begin. Overlapping requests, and overlapping tools,
 * take the first free lane of their session. Tool calls keep their recorded distance from the end
 * of the turn before them and end at the latest when the next turn begins.
 */
final class TreeWriter {
  private final Timeline timeline;
  private final SessionGraph graph;
  private final @Nullable WorkerTracks workers;
  private final int[] firstSpan;
  private final int[] tidOf;

  /**
   * A writer for the trees of a timeline.
   *
   * @param workers draws the same requests on their workers, or null
   */
  TreeWriter(Timeline timeline, @Nullable WorkerTracks workers) {
    this.timeline = timeline;
    this.workers = workers;
    graph = timeline.graph();
    tidOf = new int[graph.requestCount()];
    firstSpan = new int[graph.requestCount() + 1];
    for (ToolSpan span : graph.toolSpans()) {
      firstSpan[span.request() + 1]++;
    }
    for (int r = 0; r < graph.requestCount(); r++) {
      firstSpan[r + 1] += firstSpan[r];
    }
  }

  /** A tool call with its place. */
  private record Tool(ToolSpan span, int session, long beginMicros, long endMicros, int lane) {}

  /** The threads of a session. */
  private static final class Tracks {
    final Lanes requests = new Lanes();
    final Lanes tools = new Lanes();
    int firstTool;
  }

  /**
   * Draws a tree.
   *
   * @param pid its process, not used before
   * @param firstTid a thread id from which on all are free
   * @param place place of the process among the others
   * @return the first thread id that is still free
   */
  int draw(TraceEvents out, int play, int pid, int firstTid, int place) {
    List<Integer> requests = requests(play);
    Map<Integer, Tracks> sessions = new LinkedHashMap<>();
    for (int r : requests) {
      Tracks tracks = sessions.computeIfAbsent(session(r), s -> new Tracks());
      tidOf[r] = tracks.requests.assign(timeline.beginMicros(r), timeline.endMicros(r));
    }
    List<Tool> tools = tools(requests, sessions);
    name(out, play, pid, place, requests);
    int tid = nameThreads(out, pid, firstTid, requests, sessions);
    for (int r : requests) {
      draw(out, pid, r);
    }
    for (Tool tool : tools) {
      draw(out, pid, tool, sessions);
    }
    for (int r : requests) {
      arrows(out, pid, r);
    }
    return tid;
  }

  private int session(int request) {
    return graph.request(request).session();
  }

  /** The requests of a play that have times, by begin, then load order. */
  private List<Integer> requests(int play) {
    return IntStream.range(0, graph.playSize(play))
        .map(i -> graph.playRequest(play, i))
        .filter(timeline::hasTimes)
        .boxed()
        .sorted(Comparator.comparingLong(timeline::beginMicros).thenComparing(r -> r))
        .toList();
  }

  private List<Tool> tools(List<Integer> requests, Map<Integer, Tracks> sessions) {
    List<Tool> found = new ArrayList<>();
    for (int r : requests) {
      int before = graph.previousInSession(r);
      if (before >= 0 && timeline.hasTimes(before)) {
        for (ToolSpan span : graph.toolSpans().subList(firstSpan[r], firstSpan[r + 1])) {
          long gap = timeline.endNanos(before);
          long from = gap + span.beginNanos();
          long to = Math.min(gap + span.endNanos(), timeline.beginNanos(r));
          if (to > from) {
            long begin = Timeline.micros(from);
            long end = Math.max(begin + 1, Timeline.micros(to));
            found.add(new Tool(span, session(r), begin, end, 0));
          }
        }
      }
    }
    found.sort(Comparator.comparingLong(Tool::beginMicros));
    found.replaceAll(
        tool -> {
          Lanes lanes = tracks(sessions, tool.session).tools;
          int lane = lanes.assign(tool.beginMicros, tool.endMicros);
          return new Tool(tool.span, tool.session, tool.beginMicros, tool.endMicros, lane);
        });
    return found;
  }

  private static Tracks tracks(Map<Integer, Tracks> sessions, int session) {
    Tracks tracks = sessions.get(session);
    if (tracks == null) {
      throw new IllegalStateException("session " + session + " has no request");
    }
    return tracks;
  }

  private void name(TraceEvents out, int play, int pid, int place, List<Integer> requests) {
    int root = graph.playRoot(play);
    String label =
        Numbers.duration(durationNanos(requests) / 1e6)
            + ", "
            + Numbers.counted(requests.size(), "request");
    out.process(pid, "session " + Names.shortened(graph.sessionId(session(root))), place, label);
  }

  private long durationNanos(List<Integer> requests) {
    long begin = requests.stream().mapToLong(timeline::beginNanos).min().orElse(0);
    return requests.stream().mapToLong(timeline::endNanos).max().orElse(0) - begin;
  }

  private int nameThreads(
      TraceEvents out,
      int pid,
      int firstTid,
      List<Integer> requests,
      Map<Integer, Tracks> sessions) {
    int tid = firstTid;
    Map<Integer, Integer> firstTids = new LinkedHashMap<>();
    for (Map.Entry<Integer, Tracks> session : sessions.entrySet()) {
      String name = Names.shortened(graph.sessionId(session.getKey()));
      Tracks tracks = session.getValue();
      firstTids.put(session.getKey(), tid);
      for (int lane = 0; lane < tracks.requests.count(); lane++, tid++) {
        out.thread(pid, tid, Names.lane(name, lane), tid - firstTid);
      }
      tracks.firstTool = tid;
      for (int lane = 0; lane < tracks.tools.count(); lane++, tid++) {
        out.thread(pid, tid, Names.lane(name + " tools", lane), tid - firstTid);
      }
    }
    for (int r : requests) {
      tidOf[r] += firstTids.getOrDefault(session(r), firstTid);
    }
    return tid;
  }

  private void draw(TraceEvents out, int pid, int r) {
    Slices slices = new Slices(out, pid, tidOf[r], timeline.beginMicros(r), timeline.endMicros(r));
    slices.whole("turn " + graph.turnIndex(r), "request", json -> timeline.facts(r, json));
    timeline.phases(r, slices);
    if (workers != null) {
      workers.draw(out, r);
    }
  }

  private void draw(TraceEvents out, int pid, Tool tool, Map<Integer, Tracks> sessions) {
    int tid = tracks(sessions, tool.session).firstTool + tool.lane;
    String known = tool.span.toolClass();
    out.slice(
        pid,
        tid,
        known == null ? "tool (inferred)" : "tool " + Names.shortened(known),
        "tool",
        tool.beginMicros,
        tool.endMicros,
        known == null ? json -> json.writeBooleanProperty("inferred", true) : null);
  }

  /** Draws the arrows that leave a request: to sessions it starts and to turns that wait for it. */
  private void arrows(TraceEvents out, int pid, int source) {
    for (int e = graph.firstEdge(source); e < graph.firstEdge(source + 1); e++) {
      Relation relation = graph.relation(e);
      int target = graph.target(e);
      boolean between = relation == Relation.SPAWN || relation == Relation.JOIN;
      if (between && timeline.hasTimes(target)) {
        long to = timeline.beginMicros(target);
        long last = timeline.endMicros(source) - 1;
        long from = graph.trigger(e) == Trigger.COMPLETION ? last : Math.min(to, last);
        // A capture may contradict itself; an arrow that would point back in time says nothing.
        if (from >= timeline.beginMicros(source) && from <= to) {
          String name = relation == Relation.SPAWN ? "spawn" : "join";
          out.arrowFrom(pid, tidOf[source], name, e + 1L, from);
          out.arrowTo(pid, tidOf[target], name, e + 1L, to);
        }
      }
    }
  }
}

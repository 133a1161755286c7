package dev.turnstile.workload.inspect;

import dev.turnstile.workload.CompletePrompts;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.ToolSpan;
import dev.turnstile.workload.graph.Trigger;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Quantile;
import org.jspecify.annotations.Nullable;

/** Computes an {@link Inspection}. */
final class Inspector {
  private static final double NANOS_PER_MS = 1e6;
  private static final Quantile QUANTILE =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7);

  private final Workload workload;
  private final SessionGraph graph;
  private final TraceInfo info;

  Inspector(Workload workload) {
    this.workload = workload;
    graph = workload.graph();
    info = workload.info();
  }

  Inspection inspect() {
    return new Inspection(source(), structure(), sharing(), timing(), info.warnings());
  }

  private Inspection.Source source() {
    boolean agentic = false;
    for (int s = 0; s < graph.sessionCount(); s++) {
      agentic |= !graph.sessionAnonymous(s);
    }
    return new Inspection.Source(
        info.format(),
        agentic ? "agentic" : "standard",
        info.files(),
        info.rows(),
        info.skipped(),
        graph.models());
  }

  private Inspection.Structure structure() {
    int children = 0;
    for (int s = 0; s < graph.sessionCount(); s++) {
      children += graph.sessionParent(s) >= 0 ? 1 : 0;
    }
    int roots = 0;
    for (int r = 0; r < graph.requestCount(); r++) {
      roots += graph.incomingEdges(r) == 0 ? 1 : 0;
    }
    return new Inspection.Structure(
        graph.requestCount(),
        graph.sessionCount(),
        children,
        graph.playCount(),
        roots,
        info.facts().getOrDefault("subagents", (long) children),
        edges(),
        info.facts().getOrDefault("inferred_joins", 0L),
        overlaps());
  }

  private Map<String, Map<String, Long>> edges() {
    long[][] counts = new long[Relation.values().length][Trigger.values().length];
    for (int e = 0; e < graph.edgeCount(); e++) {
      counts[graph.relation(e).ordinal()][graph.trigger(e).ordinal()]++;
    }
    Map<String, Map<String, Long>> edges = new LinkedHashMap<>();
    for (Relation relation : Relation.values()) {
      for (Trigger trigger : Trigger.values()) {
        long count = counts[relation.ordinal()][trigger.ordinal()];
        if (count > 0) {
          edges
              .computeIfAbsent(label(relation), r -> new LinkedHashMap<>())
              .put(label(trigger), count);
        }
      }
    }
    return edges;
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private long overlaps() {
    return info.warnings().stream()
        .filter(warning -> warning.name().equals("overlapping_turns"))
        .mapToLong(TraceInfo.Warning::count)
        .sum();
  }

  private Inspection.Sharing sharing() {
    int requests = graph.requestCount();
    PrefixSharing cache = PrefixSharing.of(CompletePrompts.of(workload), requests);
    PrefixSharing sharing =
        graph.models().size() == 1
            ? cache
            : PrefixSharing.of(CompletePrompts.acrossModels(workload), requests);
    long input = 0;
    long output = 0;
    for (int r = 0; r < graph.requestCount(); r++) {
      input += graph.request(r).prompt().inputTokens();
      output += graph.request(r).outputTokens();
    }
    long hits = sharing.hitBlocks();
    return new Inspection.Sharing(
        info.traceBlockTokens(),
        info.traceBlocks(),
        sharing.distinctBlocks(),
        hits,
        hits == 0 ? 0 : (double) hits / info.traceBlocks(),
        cache.curve(),
        input,
        output,
        info.outputIdentity());
  }

  private Inspection.Timing timing() {
    long last = RequestNode.NO_TIME;
    for (int r = 0; r < graph.requestCount(); r++) {
      last = Math.max(last, lastTime(r));
    }
    return new Inspection.Timing(
        last == RequestNode.NO_TIME ? null : last / NANOS_PER_MS,
        peakSessions(),
        distribution(gaps()),
        distribution(toolTimes()));
  }

  /** The latest recorded time of a request. */
  private long lastTime(int request) {
    RequestNode node = graph.request(request);
    return Math.max(node.recordedStartNanos(), node.recordedEndNanos());
  }

  private LongArrayList gaps() {
    LongArrayList gaps = new LongArrayList();
    for (int e = 0; e < graph.edgeCount(); e++) {
      if (graph.relation(e) == Relation.SEQUENCE && graph.trigger(e) == Trigger.COMPLETION) {
        gaps.add(graph.delayNanos(e));
      }
    }
    return gaps;
  }

  /** The union of the tool spans of each gap that has any. */
  private LongArrayList toolTimes() {
    LongArrayList times = new LongArrayList();
    List<ToolSpan> spans = graph.toolSpans();
    int at = 0;
    while (at < spans.size()) {
      int request = spans.get(at).request();
      long covered = 0;
      long until = 0;
      for (; at < spans.size() && spans.get(at).request() == request; at++) {
        ToolSpan span = spans.get(at);
        covered += Math.max(0, span.endNanos() - Math.max(until, span.beginNanos()));
        until = Math.max(until, span.endNanos());
      }
      times.add(covered);
    }
    return times;
  }

  /**
   * Sessions last from their first start to their last end, both included; where a trace does not
   * tell every end, nobody knows.
   */
  private @Nullable Integer peakSessions() {
    long[] start = new long[graph.sessionCount()];
    long[] end = new long[graph.sessionCount()];
    Arrays.fill(start, Long.MAX_VALUE);
    Arrays.fill(end, RequestNode.NO_TIME);
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode node = graph.request(r);
      if (node.recordedStartNanos() == RequestNode.NO_TIME
          || node.recordedEndNanos() == RequestNode.NO_TIME) {
        return null;
      }
      start[node.session()] = Math.min(start[node.session()], node.recordedStartNanos());
      end[node.session()] = Math.max(end[node.session()], lastTime(r));
    }
    LongArrayList starts = LongArrayList.wrap(start);
    LongArrayList ends = LongArrayList.wrap(end);
    starts.sort(null);
    ends.sort(null);
    int peak = 0;
    int ended = 0;
    for (int i = 0; i < starts.size(); i++) {
      while (ends.getLong(ended) < starts.getLong(i)) {
        ended++;
      }
      peak = Math.max(peak, i + 1 - ended);
    }
    return peak == 0 ? null : peak;
  }

  private static Inspection.Distribution distribution(LongArrayList nanos) {
    if (nanos.isEmpty()) {
      return new Inspection.Distribution(0, null, null, null, null, null);
    }
    double[] values = new double[nanos.size()];
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] = nanos.getLong(i);
      sum += values[i];
    }
    Arrays.sort(values);
    double[] p = QUANTILE.evaluate(values, 0.5, 0.9, 0.99);
    return new Inspection.Distribution(
        values.length,
        millis(sum / values.length),
        millis(p[0]),
        millis(p[1]),
        millis(p[2]),
        millis(values[values.length - 1]));
  }

  /** Whole nanoseconds as milliseconds. */
  private static double millis(double nanos) {
    return Math.round(nanos) / NANOS_PER_MS;
  }
}

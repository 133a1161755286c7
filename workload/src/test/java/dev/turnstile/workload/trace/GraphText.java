package dev.turnstile.workload.trace;

import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.ToolSpan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What tests look at in a workload, as short lines of text; times in milliseconds. */
public final class GraphText {
  private GraphText() {}

  /** Lines like {@code a -> b completion sequence 200}. */
  public static List<String> edges(Workload workload) {
    SessionGraph graph = workload.graph();
    List<String> lines = new ArrayList<>();
    for (int e = 0; e < graph.edgeCount(); e++) {
      lines.add(
          graph.request(graph.source(e)).id()
              + " -> "
              + graph.request(graph.target(e)).id()
              + " "
              + lower(graph.trigger(e).name())
              + " "
              + lower(graph.relation(e).name())
              + " "
              + millis(graph.delayNanos(e)));
    }
    return lines;
  }

  /** Ids in load order. */
  public static List<String> ids(Workload workload) {
    List<String> ids = new ArrayList<>();
    for (int r = 0; r < workload.graph().requestCount(); r++) {
      ids.add(workload.graph().request(r).id());
    }
    return ids;
  }

  /** Lines like {@code a at 0 for 1000}, with {@code floor} for a request that is no root. */
  public static List<String> times(Workload workload) {
    SessionGraph graph = workload.graph();
    List<String> lines = new ArrayList<>();
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode node = graph.request(r);
      String offset = node.offsetNanos() == RequestNode.NO_TIME ? "-" : millis(node.offsetNanos());
      lines.add(
          node.id()
              + " at "
              + offset
              + " for "
              + millis(node.recordedEndNanos() - node.recordedStartNanos()));
    }
    return lines;
  }

  /** Lines like {@code b bash 10-2010}, or {@code inferred} instead of the class. */
  public static List<String> tools(Workload workload) {
    List<String> lines = new ArrayList<>();
    for (ToolSpan span : workload.graph().toolSpans()) {
      lines.add(
          workload.graph().request(span.request()).id()
              + " "
              + (span.toolClass() == null ? "inferred" : span.toolClass())
              + " "
              + millis(span.beginNanos())
              + "-"
              + millis(span.endNanos()));
    }
    return lines;
  }

  /** The warnings that were counted. */
  public static Map<String, Long> warnings(Workload workload) {
    Map<String, Long> counts = new TreeMap<>();
    for (TraceInfo.Warning warning : workload.info().warnings()) {
      counts.put(warning.name(), warning.count());
    }
    return counts;
  }

  /** Leading trace blocks that an earlier request had, in load order, by request. */
  public static List<String> sharedBlocks(Workload workload) {
    SessionGraph graph = workload.graph();
    List<String> lines = new ArrayList<>();
    for (int r = 0; r < graph.requestCount(); r++) {
      int best = 0;
      for (int before = 0; before < r; before++) {
        best = Math.max(best, shared(workload, before, r));
      }
      lines.add(graph.request(r).id() + " " + best + "/" + graph.request(r).prompt().blocks());
    }
    return lines;
  }

  private static int shared(Workload workload, int a, int b) {
    RequestNode.Prompt first = workload.graph().request(a).prompt();
    RequestNode.Prompt second = workload.graph().request(b).prompt();
    int depth = Math.min(first.blocks(), second.blocks());
    while (depth > 0 && !GraphChecks.sharesPath(workload.prompts(), first, second, depth)) {
      depth--;
    }
    return depth;
  }

  private static String millis(long nanos) {
    return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}

package dev.turnstile.workload.trace.agentic;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.ToolSpan;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.AbsoluteTimes;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.agentic.AgenticFields.Dependency;
import dev.turnstile.workload.trace.agentic.VersionTwoRows.Kept;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the session graph of version 2: load order is (play, {@code not_before_ms}, row), plays are
 * ordered by ordinal, else by id.
 */
final class VersionTwoGraph {
  private static final Comparator<Kept> LOAD_ORDER =
      Comparator.comparingInt((Kept row) -> row.play().ordinal())
          .thenComparing(row -> row.play().id())
          .thenComparingLong(Kept::notBeforeNanos)
          .thenComparingLong(Kept::line);

  private final String file;
  private final LoadLog log;
  private final WorkloadBuilder workload;
  private final SessionGraphBuilder graph;
  private final List<Kept> rows;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final RecordedSchedule schedule;

  VersionTwoGraph(String file, WorkloadBuilder workload, LoadLog log, List<Kept> rows) {
    this.file = file;
    this.log = log;
    this.workload = workload;
    this.rows = rows.stream().sorted(LOAD_ORDER).toList();
    graph = workload.graph();
    for (int r = 0; r < this.rows.size(); r++) {
      numbers.put(this.rows.get(r).id(), r);
    }
    schedule =
        new RecordedSchedule(
            this.rows.stream().mapToLong(Kept::notBeforeNanos).toArray(),
            this.rows.stream().mapToLong(Kept::apiNanos).toArray());
  }

  Workload finish() {
    for (int r = 0; r < rows.size(); r++) {
      for (Dependency dependency : rows.get(r).dependencies()) {
        int source = source(rows.get(r), dependency);
        schedule.edge(source, r, dependency.trigger(), dependency.delayNanos());
      }
    }
    try {
      schedule.run();
    } catch (ArithmeticException e) {
      throw new InvalidInputException(
          file, 0, "dependencies", "delays and durations add up to more than 292 years", "", e);
    }
    int rank = 0;
    for (int r = 0; r < rows.size(); r++) {
      if (r > 0 && !rows.get(r).play().equals(rows.get(r - 1).play())) {
        rank++;
      }
      addRequest(r, rank);
    }
    nameParents();
    AbsoluteTimes.checkFirst(log, graph);
    return workload.finish(SessionGraphBuilder.PlayOrder.EXPLICIT);
  }

  private int number(Dependency dependency) {
    return numbers.getOrDefault(dependency.requestId(), -1);
  }

  private int source(Kept row, Dependency dependency) {
    int source = number(dependency);
    if (source < 0) {
      throw invalid(row, "there is no request \"" + dependency.requestId() + '"');
    }
    if (dependency.requestId().equals(row.id())) {
      throw invalid(row, "a request cannot wait for itself");
    }
    if (!rows.get(source).play().equals(row.play())) {
      throw invalid(
          row,
          "\""
              + dependency.requestId()
              + "\" is in another play, \""
              + rows.get(source).play().id()
              + '"');
    }
    return source;
  }

  private InvalidInputException invalid(Kept row, String problem) {
    return new InvalidInputException(file, row.line(), "dependencies", problem, "");
  }

  private void addRequest(int r, int playRank) {
    Kept row = rows.get(r);
    int session = workload.session(row.session(), !row.anonymous());
    graph.addRequest(
        new RequestNode(
            row.id(),
            session,
            workload.model(row.model()),
            row.prompt(),
            row.outputTokens(),
            schedule.binds(r) ? row.notBeforeNanos() : RequestNode.NO_TIME,
            schedule.start(r),
            schedule.end(r),
            row.extras()));
    graph.playRank(r, playRank);
    for (Dependency dependency : row.dependencies()) {
      int source = number(dependency);
      boolean sameSession = rows.get(source).session().equals(row.session());
      Relation relation =
          dependency.trigger() == Trigger.DISPATCH && sameSession
              ? Relation.SEQUENCE
              : dependency.relation();
      graph.addEdge(source, r, dependency.trigger(), relation, dependency.delayNanos());
    }
    for (TurnstileObject.Tool tool : row.tools()) {
      graph.addToolSpan(new ToolSpan(r, tool.beginNanos(), tool.endNanos(), tool.toolClass()));
    }
  }

  /** The parent is the session that spawned the session's first request. */
  private void nameParents() {
    Set<String> seen = new HashSet<>();
    for (Kept row : rows) {
      if (!seen.add(row.session())) {
        continue;
      }
      String parent = row.parent();
      for (Dependency dependency : row.dependencies()) {
        String source = rows.get(number(dependency)).session();
        if (parent == null
            && dependency.relation() == Relation.SPAWN
            && !source.equals(row.session())) {
          parent = source;
        }
      }
      int known = parent == null ? -1 : workload.knownSession(parent);
      if (known >= 0) {
        graph.setParent(workload.knownSession(row.session()), known);
      }
    }
  }
}

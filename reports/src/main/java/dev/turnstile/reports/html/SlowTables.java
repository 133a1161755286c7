package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.reports.console.Numbers;
import dev.turnstile.reports.figure.Blame;
import dev.turnstile.reports.figure.SessionFigures;
import dev.turnstile.reports.figure.Text;
import dev.turnstile.reports.figure.View;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** The sessions and requests that took longest and those that were refused, with the reasons. */
final class SlowTables {
  private static final int MOST = 20;
  private static final int REJECTED = 50;
  private static final double NANOS_PER_MS = 1e6;

  private final RunResult run;
  private final View view;
  private final RequestLog log;
  private final SessionGraph graph;
  private final String suffix;

  /**
   * The tables of a run.
   *
   * @param suffix of their ids
   */
  SlowTables(View view, String suffix) {
    this.view = view;
    this.suffix = suffix;
    run = view.run();
    log = run.requests();
    graph = run.workload().graph();
  }

  Table sessions() {
    List<Table.Row> rows = new ArrayList<>();
    for (SessionRow row : SessionFigures.slowest(view, MOST)) {
      rows.add(
          new Table.Row(
              "",
              List.of(
                  id(row.label()),
                  Table.Cell.text(
                      row.status() == RequestStatus.REJECTED ? "failed" : row.status().label()),
                  millis(row.durationNanos()),
                  Table.Cell.text(Blame.of(row)),
                  millis(row.llmNanos()),
                  millis(row.pausedNanos()),
                  millis(row.toolNanos()),
                  millis(row.otherIdleNanos()),
                  number(row.requests()),
                  tokens(row.inputTokens()),
                  tokens(row.hitTokens()),
                  tokens(row.reprefilledTokens()))));
    }
    List<Table.Column> columns = new ArrayList<>(columns("session", "status"));
    columns.addAll(numbers("duration"));
    columns.addAll(columns("mostly"));
    columns.addAll(numbers("on a worker", "held", "in tools", "other idle", "requests"));
    columns.addAll(numbers("prompt tokens", "hit tokens", "re-prefilled"));
    return new Table(
        "slow-sessions" + suffix,
        "Slowest sessions" + named(),
        "At most " + MOST + " session trees with warm-up left out; sessions.csv has all.",
        columns,
        rows,
        true);
  }

  Table requests() {
    List<Table.Row> rows = new ArrayList<>();
    for (int r : slowestRequests()) {
      boolean token = log.outputTokens(r) > 0;
      long input = graph.request(r).prompt().inputTokens();
      rows.add(
          new Table.Row(
              "",
              List.of(
                  id(graph.request(r).id()),
                  id(graph.sessionId(graph.request(r).session())),
                  millis(log.endNanos(r) - log.arrivalNanos(r)),
                  Table.Cell.text(reason(r)),
                  token ? millis(log.firstTokenNanos(r) - log.arrivalNanos(r)) : none(),
                  millis(log.admittedNanos(r) - log.arrivalNanos(r)),
                  millis(log.firstScheduledNanos(r) - log.admittedNanos(r)),
                  token ? millis(log.firstTokenNanos(r) - log.firstScheduledNanos(r)) : none(),
                  token ? millis(log.lastTokenNanos(r) - log.firstTokenNanos(r)) : none(),
                  tokens(input),
                  tokens(log.hitTokens(r)),
                  tokens(log.outputTokens(r)))));
    }
    List<Table.Column> columns = new ArrayList<>(columns("request", "session"));
    columns.addAll(numbers("E2E"));
    columns.addAll(columns("mostly"));
    columns.addAll(numbers("TTFT", "held", "worker queue", "prefill", "decode"));
    columns.addAll(numbers("prompt tokens", "hit tokens", "output tokens"));
    return new Table(
        "slow-requests" + suffix,
        "Slowest requests" + named(),
        "At most " + MOST + " by E2E latency; requests.csv has all.",
        columns,
        rows,
        true);
  }

  private List<Integer> slowestRequests() {
    Comparator<Integer> slowestLast =
        Comparator.<Integer>comparingLong(r -> log.endNanos(r) - log.arrivalNanos(r))
            .thenComparing(Comparator.reverseOrder());
    PriorityQueue<Integer> slowest = new PriorityQueue<>(slowestLast);
    for (int r = 0; r < log.count(); r++) {
      if (log.status(r).served() && !log.warmup(r)) {
        slowest.add(r);
        if (slowest.size() > MOST) {
          slowest.remove();
        }
      }
    }
    List<Integer> sorted = new ArrayList<>(slowest);
    sorted.sort(slowestLast.reversed());
    return sorted;
  }

  private String reason(int r) {
    Map<String, Long> parts = new LinkedHashMap<>();
    boolean token = log.outputTokens(r) > 0;
    long first = token ? log.firstTokenNanos(r) : log.endNanos(r);
    parts.put("decode", token ? log.lastTokenNanos(r) - first : 0);
    parts.put("prefill", first - log.firstScheduledNanos(r));
    parts.put("worker queue", log.firstScheduledNanos(r) - log.admittedNanos(r));
    parts.put("held before workers", log.admittedNanos(r) - log.arrivalNanos(r));
    StringBuilder reason =
        new StringBuilder(Blame.largest(parts, log.endNanos(r) - log.arrivalNanos(r)));
    if (log.reprefilledTokens(r) > 0) {
      reason
          .append("; ")
          .append(Numbers.tokens(log.reprefilledTokens(r)))
          .append(" tokens computed again");
    }
    if (log.preemptions(r) > 0) {
      reason.append("; preempted ").append(log.preemptions(r)).append(" times");
    }
    return reason.toString();
  }

  Table rejected() {
    List<Table.Row> rows = new ArrayList<>();
    long count = 0;
    for (int r = 0; r < log.count(); r++) {
      if (log.status(r) == RequestStatus.REJECTED || log.status(r) == RequestStatus.CANCELLED) {
        count++;
        if (rows.size() < REJECTED) {
          rows.add(
              new Table.Row(
                  "",
                  List.of(
                      id(graph.request(r).id()),
                      id(graph.sessionId(graph.request(r).session())),
                      Table.Cell.text(log.status(r).label()),
                      tokens(graph.request(r).prompt().inputTokens()),
                      Table.Cell.text(Text.id(log.reason(r))))));
        }
      }
    }
    List<Table.Column> columns = new ArrayList<>(columns("request", "session", "status"));
    columns.addAll(numbers("prompt tokens"));
    columns.add(Table.Column.text("reason"));
    String note =
        count <= REJECTED
            ? ""
            : "The first "
                + REJECTED
                + " of "
                + Numbers.counted(count, "request")
                + "; requests.csv has all.";
    return new Table(
        "rejected" + suffix,
        "Rejected and cancelled requests" + named(),
        note,
        columns,
        rows,
        true);
  }

  private String named() {
    return suffix.isEmpty() ? "" : " under " + view.name();
  }

  private static List<Table.Column> columns(String... names) {
    return java.util.Arrays.stream(names).map(Table.Column::text).toList();
  }

  private static List<Table.Column> numbers(String... names) {
    return java.util.Arrays.stream(names).map(Table.Column::number).toList();
  }

  private static Table.Cell id(String id) {
    return Table.Cell.text(Text.id(id));
  }

  private static Table.Cell none() {
    return Table.Cell.of(Shown.of(null, Measure.NUMBER, ""));
  }

  private static Table.Cell millis(long nanos) {
    return Table.Cell.of(Shown.of(nanos / NANOS_PER_MS, Measure.DURATION, ""));
  }

  private static Table.Cell number(long value) {
    return Table.Cell.of(Shown.of(value, Measure.NUMBER, ""));
  }

  private static Table.Cell tokens(long value) {
    return Table.Cell.of(Shown.of(value, Measure.TOKENS, ""));
  }
}

package dev.turnstile.reports.data;

import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.replay.metrics.TimeSeries;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.Arrays;

/** The tables of one run: {@code requests.csv}, {@code sessions.csv} and {@code timeseries.csv}. */
public final class RunTables {
  private static final String REQUEST_COLUMNS =
      "request_id,session_id,parent_session_id,turn_index,worker_id,status,reason,warmup,"
          + "scheduled_at_ms,arrival_time_ms,admitted_at_ms,first_scheduled_ms,first_token_ms,"
          + "second_token_ms,last_token_ms,terminal_time_ms,input_length,output_length,"
          + "requested_output_length,ttft_ms,ttst_ms,itl_ms,tpot_ms,max_token_gap_ms,"
          + "e2e_latency_ms,queue_ms,admission_wait_ms,router_queue_ms,client_hold_ms,"
          + "ttft_from_schedule_ms,prefill_ms,decode_ms,hit_tokens,hit_tokens_hbm,"
          + "computed_tokens,"
          + String.join(",", Arrays.stream(Cause.values()).map(Cause::metric).toList())
          + ",routing_loss_tokens,preemption_recompute_tokens,preemptions\n";

  private static final String SESSION_COLUMNS =
      "session_id,status,requests,served_requests,first_arrival_ms,end_ms,session_duration_ms,"
          + "llm_ms,paused_ms,tool_ms,other_idle_ms,admission_wait_ms,input_tokens,"
          + "output_tokens,hit_tokens,reprefilled_tokens,lost_tokens,caused_tokens,peak_input_length,warmup\n";

  private final RunResult run;
  private final RequestLog log;
  private final SessionGraph graph;

  /** The tables of a run. */
  public RunTables(RunResult run) {
    this.run = run;
    log = run.requests();
    graph = run.workload().graph();
  }

  /**
   * Writes one row per request in the order of arrival, then load order; those that never arrived
   * come last.
   */
  public void requests(Appendable out) {
    Csv csv = new Csv(out);
    csv.header(REQUEST_COLUMNS);
    boolean[] arrived = new boolean[log.count()];
    for (int r : run.arrivalOrder()) {
      arrived[r] = true;
      request(csv, r);
    }
    for (int r = 0; r < log.count(); r++) {
      if (!arrived[r]) {
        request(csv, r);
      }
    }
  }

  private void request(Csv csv, int r) {
    RequestNode node = graph.request(r);
    int session = node.session();
    int parent = graph.sessionParent(session);
    csv.put(node.id())
        .put(graph.sessionAnonymous(session) ? null : graph.sessionId(session))
        .put(parent < 0 ? null : graph.sessionId(parent))
        .put(graph.turnIndex(r));
    if (log.worker(r) < 0) {
      csv.empty();
    } else {
      csv.put(log.worker(r));
    }
    csv.put(log.status(r).label()).put(log.reason(r)).put(Boolean.toString(log.warmup(r)));
    time(csv, log.scheduledNanos(r));
    time(csv, log.arrivalNanos(r));
    time(csv, log.admittedNanos(r));
    time(csv, log.firstScheduledNanos(r));
    time(csv, log.firstTokenNanos(r));
    time(csv, log.secondTokenNanos(r));
    time(csv, log.lastTokenNanos(r));
    time(csv, log.endNanos(r));
    csv.put(node.prompt().inputTokens()).put(log.outputTokens(r)).put(node.outputTokens());
    latencies(csv, r);
    tokens(csv, r);
    csv.end();
  }

  private void latencies(Csv csv, int r) {
    boolean served = log.status(r).served();
    long tokens = log.outputTokens(r);
    boolean token = served && tokens > 0;
    boolean two = served && tokens > 1;
    double itl =
        two
            ? (double) (log.lastTokenNanos(r) - log.firstTokenNanos(r)) / (tokens - 1) / 1e6
            : Double.NaN;
    span(csv, token, log.arrivalNanos(r), log.firstTokenNanos(r));
    span(csv, two, log.firstTokenNanos(r), log.secondTokenNanos(r));
    csv.put(itl).put(itl);
    span(csv, two, 0, log.maxTokenGapNanos(r));
    span(csv, served, log.arrivalNanos(r), log.endNanos(r));
    span(csv, served, log.admittedNanos(r), log.firstScheduledNanos(r));
    span(csv, served, log.arrivalNanos(r), log.admittedNanos(r));
    span(csv, served, log.releasedNanos(r), log.admittedNanos(r));
    boolean arrived = log.arrivalNanos(r) != RequestLog.NO_TIME;
    span(csv, arrived, log.scheduledNanos(r), log.arrivalNanos(r));
    span(csv, token, log.scheduledNanos(r), log.firstTokenNanos(r));
    span(csv, token, log.firstScheduledNanos(r), log.firstTokenNanos(r));
    span(csv, token, log.firstTokenNanos(r), log.lastTokenNanos(r));
  }

  private void tokens(Csv csv, int r) {
    if (log.firstScheduledNanos(r) == RequestLog.NO_TIME) {
      for (int i = 0; i < 5 + Cause.values().length; i++) {
        csv.empty();
      }
    } else {
      long input = graph.request(r).prompt().inputTokens();
      csv.put(log.hitTokens(r)).put(log.hitTokensHbm(r)).put(input - log.hitTokens(r));
      for (Cause cause : Cause.values()) {
        csv.put(log.losses().tokens(cause, r));
      }
      csv.put(log.routingLossTokens(r)).put(log.preemptionRecomputeTokens(r));
    }
    csv.put(log.preemptions(r));
  }

  /** Writes one row per session tree, in play order. */
  public void sessions(Appendable out) {
    Csv csv = new Csv(out);
    csv.header(SESSION_COLUMNS);
    for (SessionRow row : run.sessions()) {
      csv.put(row.label())
          .put(row.status() == RequestStatus.REJECTED ? "failed" : row.status().label())
          .put(row.requests())
          .put(row.servedRequests());
      time(csv, row.firstArrivalNanos());
      time(csv, row.endNanos());
      boolean ran = row.firstArrivalNanos() != RequestLog.NO_TIME;
      span(csv, ran, 0, row.durationNanos());
      span(csv, ran, 0, row.llmNanos());
      span(csv, ran, 0, row.pausedNanos());
      span(csv, ran, 0, row.toolNanos());
      span(csv, ran, 0, row.otherIdleNanos());
      span(csv, ran, 0, row.admissionWaitNanos());
      csv.put(row.inputTokens())
          .put(row.outputTokens())
          .put(row.hitTokens())
          .put(row.reprefilledTokens())
          .put(row.lostTokens())
          .put(row.causedTokens())
          .put(row.peakInputTokens())
          .put(Boolean.toString(row.warmup()))
          .end();
    }
  }

  /**
   * Writes the series in long form. Metric {@code x} is a time-weighted mean, {@code x_max} the
   * largest value of the bucket; the worker column is empty for sums over the cluster.
   */
  public void timeseries(Appendable out) {
    Csv csv = new Csv(out);
    csv.header("t_ms,worker,metric,value\n");
    TimeSeries series = run.series();
    for (TimeSeries.Series one : series.series()) {
      for (int i = 0; i < series.points(); i++) {
        point(csv, series, one, i, one.gauge().label(), one.mean()[i]);
        if (!one.gauge().cumulative()) {
          point(csv, series, one, i, one.gauge().label() + "_max", (double) one.max()[i]);
        }
      }
    }
  }

  private static void point(
      Csv csv, TimeSeries series, TimeSeries.Series one, int i, String metric, double value) {
    csv.put(i * (series.stepNanos() / 1e6));
    if (one.worker() == TimeSeries.CLUSTER) {
      csv.empty();
    } else {
      csv.put(one.worker());
    }
    csv.put(metric).put(value).end();
  }

  private static void time(Csv csv, long nanos) {
    if (nanos == RequestLog.NO_TIME) {
      csv.empty();
    } else {
      csv.put(nanos / 1e6);
    }
  }

  private static void span(Csv csv, boolean there, long from, long to) {
    if (there) {
      csv.put((to - from) / 1e6);
    } else {
      csv.empty();
    }
  }
}

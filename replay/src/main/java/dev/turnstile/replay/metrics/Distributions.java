package dev.turnstile.replay.metrics;

import dev.turnstile.workload.graph.SessionGraph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToLongFunction;

/** Computes every distribution of a run over the requests and session trees that are measured. */
final class Distributions {
  private static final double NANOS_PER_SECOND = 1e9;

  private final RequestLog log;
  private final SessionGraph graph;

  /** Measured requests that were served; of these those with a token, and with two. */
  private final int[] served;

  private final int[] token;
  private final int[] twoTokens;
  private final Map<String, Distribution> all = new LinkedHashMap<>();

  Distributions(RequestLog log, SessionGraph graph) {
    this.log = log;
    this.graph = graph;
    IntArrayList served = new IntArrayList(log.count());
    IntArrayList token = new IntArrayList(log.count());
    IntArrayList twoTokens = new IntArrayList(log.count());
    for (int r = 0; r < log.count(); r++) {
      if (log.status(r).served() && !log.warmup(r)) {
        served.add(r);
        if (log.outputTokens(r) > 0) {
          token.add(r);
        }
        if (log.outputTokens(r) > 1) {
          twoTokens.add(r);
        }
      }
    }
    this.served = served.toIntArray();
    this.token = token.toIntArray();
    this.twoTokens = twoTokens.toIntArray();
  }

  Map<String, Distribution> compute(TokenGaps gaps, List<SessionRow> measuredSessions) {
    nanos("ttft_ms", token, r -> log.firstTokenNanos(r) - log.arrivalNanos(r));
    nanos("ttst_ms", twoTokens, r -> log.secondTokenNanos(r) - log.firstTokenNanos(r));
    nanos("itl_ms", twoTokens, this::itlNanos);
    all.put("tpot_ms", distribution("itl_ms"));
    all.put("token_gap_ms", gaps.distribution());
    nanos("max_token_gap_ms", twoTokens, log::maxTokenGapNanos);
    nanos("e2e_latency_ms", served, r -> log.endNanos(r) - log.arrivalNanos(r));
    perUser();
    nanos("queue_ms", served, r -> log.firstScheduledNanos(r) - log.admittedNanos(r));
    nanos("admission_wait_ms", served, r -> log.admittedNanos(r) - log.arrivalNanos(r));
    nanos("router_queue_ms", served, r -> log.admittedNanos(r) - log.releasedNanos(r));
    nanos("client_hold_ms", served, r -> log.arrivalNanos(r) - log.scheduledNanos(r));
    nanos("ttft_from_schedule_ms", token, r -> log.firstTokenNanos(r) - log.scheduledNanos(r));
    nanos("prefill_ms", token, r -> log.firstTokenNanos(r) - log.firstScheduledNanos(r));
    nanos("decode_ms", token, r -> log.lastTokenNanos(r) - log.firstTokenNanos(r));
    plain("input_length", r -> graph.request(r).prompt().inputTokens());
    plain("output_length", log::outputTokens);
    sessions(measuredSessions);
    return all;
  }

  private double itlNanos(int r) {
    return (double) (log.lastTokenNanos(r) - log.firstTokenNanos(r)) / (log.outputTokens(r) - 1);
  }

  /**
   * Rates of one user; percentiles are those of the time per token, inverted: p90 is the slow tail.
   */
  private void perUser() {
    double[] secondsPerToken = samples(twoTokens, r -> itlNanos(r) / NANOS_PER_SECOND);
    all.put("output_token_throughput_per_user", inverted(secondsPerToken));
    double[] secondsOfE2e =
        samples(
            token,
            r -> (log.endNanos(r) - log.arrivalNanos(r)) / NANOS_PER_SECOND / log.outputTokens(r));
    all.put("e2e_normalized_interactivity", inverted(secondsOfE2e));
  }

  private static Distribution inverted(double[] secondsPerToken) {
    int count = 0;
    for (double seconds : secondsPerToken) {
      if (seconds > 0) {
        secondsPerToken[count++] = seconds;
      }
    }
    double[] positive = Arrays.copyOf(secondsPerToken, count);
    Distribution slow = Distribution.of(positive);
    if (slow.count() == 0) {
      return slow;
    }
    double[] rates = positive;
    for (int i = 0; i < rates.length; i++) {
      rates[i] = 1 / rates[i];
    }
    Distribution fast = Distribution.of(rates);
    double[] percentiles = new double[slow.percentiles().length];
    for (int i = 0; i < percentiles.length; i++) {
      percentiles[i] = 1 / slow.percentiles()[i];
    }
    return new Distribution(
        slow.count(), fast.mean(), fast.std(), fast.min(), fast.max(), percentiles);
  }

  private void sessions(List<SessionRow> rows) {
    List<SessionRow> done =
        rows.stream().filter(row -> row.status() == RequestStatus.COMPLETED).toList();
    session("session_duration_ms", done, SessionRow::durationNanos);
    session("session_llm_ms", done, SessionRow::llmNanos);
    session("session_paused_ms", done, SessionRow::pausedNanos);
    session("session_tool_ms", done, SessionRow::toolNanos);
    session("session_other_idle_ms", done, SessionRow::otherIdleNanos);
    session("session_admission_wait_ms", done, SessionRow::admissionWaitNanos);
  }

  private void session(String name, List<SessionRow> rows, ToLongFunction<SessionRow> nanos) {
    double[] samples = new double[rows.size()];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = nanos.applyAsLong(rows.get(i));
    }
    all.put(name, Distribution.ofNanos(samples));
  }

  private void nanos(String name, int[] which, IntToDoubleFunction value) {
    all.put(name, Distribution.ofNanos(samples(which, value)));
  }

  private void plain(String name, IntToDoubleFunction value) {
    all.put(name, Distribution.of(samples(served, value)));
  }

  private static double[] samples(int[] which, IntToDoubleFunction value) {
    double[] samples = new double[which.length];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = value.applyAsDouble(which[i]);
    }
    return samples;
  }

  private Distribution distribution(String name) {
    Distribution d = all.get(name);
    if (d == null) {
      throw new IllegalStateException("no distribution " + name);
    }
    return d;
  }
}

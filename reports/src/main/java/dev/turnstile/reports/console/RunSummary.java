package dev.turnstile.reports.console;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The summary of one run on a terminal. */
public final class RunSummary {
  private static final double NANOS_PER_MS = 1e6;
  private static final int LABEL = 24;
  private static final int COLUMN = 8;
  private static final int WIDTH = 80;

  private static final String[][] ROWS = {
    {"TTFT", "ttft_ms"},
    {"ITL (TPOT)", "itl_ms"},
    {"token gap", "token_gap_ms"},
    {"E2E latency", "e2e_latency_ms"},
    {"admission wait", "admission_wait_ms"},
    {"worker queue", "queue_ms"},
    {"prefill", "prefill_ms"},
    {"decode", "decode_ms"},
    {"session duration", "session_duration_ms"}
  };

  private final RunResult run;
  private final Map<String, @Nullable Number> summary;
  private final List<String> lines = new ArrayList<>();

  private RunSummary(RunResult run) {
    this.run = run;
    summary = run.summary();
  }

  /** The lines of the summary, each at most 80 columns wide. */
  public static List<String> lines(RunResult run) {
    RunSummary text = new RunSummary(run);
    text.header();
    text.latencies();
    text.throughput();
    text.cache();
    text.why();
    text.sessions();
    text.events();
    text.slo();
    text.lines.addAll(WarningLines.of(run.warnings()));
    for (String note : run.notes()) {
      text.lines.addAll(WarningLines.wrap("note: " + note, "      ", WIDTH));
    }
    return List.copyOf(text.lines);
  }

  private void header() {
    lines.addAll(RunHeader.lines(run));
    lines.addAll(RunHeader.labelled("policy", run.policy()));
    lines.add("");
  }

  private void latencies() {
    StringBuilder head = new StringBuilder(Numbers.left("", LABEL));
    for (String column : new String[] {"avg", "min", "max", "p99", "p90", "p50", "std"}) {
      head.append(Numbers.right(column, COLUMN));
    }
    lines.add(head.toString());
    for (String[] row : ROWS) {
      Distribution d = run.distributions().get(row[1]);
      if (d != null) {
        lines.add(latency(row[0], d));
      }
    }
    lines.add("");
  }

  /** One row; the whole row is in seconds where its largest value would not fit as milliseconds. */
  private static String latency(String label, Distribution d) {
    boolean seconds = d.max() >= 1e5;
    double scale = seconds ? 1e-3 : 1;
    StringBuilder line =
        new StringBuilder(Numbers.left(label + (seconds ? " (s)" : " (ms)"), LABEL));
    for (double value :
        new double[] {
          d.mean(), d.min(), d.max(), d.percentile(99), d.percentile(90), d.percentile(50), d.std()
        }) {
      line.append(Numbers.right(Numbers.compact(value * scale), COLUMN));
    }
    return line.toString();
  }

  private void throughput() {
    lines.add("Throughput");
    add("  requests", value("request_throughput_per_s") + "/s");
    add(
        "  output tokens",
        value("output_token_throughput_per_s")
            + " tok/s, "
            + value("output_token_throughput_per_s_per_gpu")
            + " per GPU");
    add(
        "  prompt tokens",
        value("input_token_throughput_per_s")
            + " tok/s, computed "
            + value("computed_prefill_throughput_per_s")
            + " tok/s");
    add("  turns", value("steps_per_min") + "/min");
    add(
        "  window",
        Numbers.duration(summary.get("duration_ms")) + ", " + value("gpu_hours") + " GPU hours");
    lines.add("");
  }

  private void cache() {
    lines.add("Prefix cache");
    add(
        "  hit ratio",
        Numbers.percent(summary.get("prefix_cache_hit_ratio"))
            + " of prompt tokens (HBM), ideal "
            + Numbers.percent(summary.get("ideal_hit_ratio"))
            + ", kept "
            + Numbers.percent(summary.get("hit_ratio_of_ideal")));
    if (summary.containsKey("oracle_hit_ratio")) {
      add(
          "  clairvoyant",
          Numbers.percent(summary.get("oracle_hit_ratio"))
              + " with the best eviction, "
              + Numbers.percent(summary.get("oracle_unlimited_hit_ratio"))
              + " with unlimited pools");
    }
    add(
        "  prompt tokens",
        Numbers.tokens(summary.get("total_input_tokens"))
            + " = hit "
            + Numbers.tokens(summary.get("hit_tokens"))
            + " + computed "
            + Numbers.tokens(summary.get("computed_tokens")));
    add("  evicted blocks", value("evicted_blocks"));
    lines.add("");
  }

  private void why() {
    WhyLines why = new WhyLines(run);
    lines.add("Why tokens were computed");
    add("  first time", why.inevitable());
    add("  lost", why.lost());
    if (why.anyEvicted()) {
      add("  evicted by", why.evictedBy());
      add("  evicted while", why.evictedWhile());
    }
    addIfAny("  lost most", why.lostMost());
    addIfAny("  caused most", why.causedMost());
    lines.add("");
  }

  private void addIfAny(String label, String text) {
    if (!text.isEmpty()) {
      add(label, text);
    }
  }

  private void sessions() {
    lines.add("Sessions");
    add(
        "  trees",
        value("sessions_completed")
            + " completed, "
            + value("sessions_failed")
            + " failed, "
            + value("sessions_incomplete")
            + " incomplete; peak live "
            + value("peak_live_sessions")
            + (summary.get("requested_concurrency") == null
                ? ""
                : " of " + value("requested_concurrency") + " slots"));
    sessionTime();
    add(
        "  rate",
        value("session_throughput_per_h")
            + "/h, "
            + value("session_throughput_per_h_per_gpu")
            + "/h per GPU");
    lines.add("");
  }

  private void sessionTime() {
    if (summary.get("session_duration_ms") == null) {
      add("  mean time", Numbers.NONE);
      return;
    }
    add(
        "  mean time",
        Numbers.duration(summary.get("session_duration_ms"))
            + " = llm "
            + Numbers.duration(summary.get("session_llm_ms"))
            + " + paused "
            + Numbers.duration(summary.get("session_paused_ms")));
    add(
        "",
        "+ tool "
            + Numbers.duration(summary.get("session_tool_ms"))
            + " + other idle "
            + Numbers.duration(summary.get("session_other_idle_ms")));
  }

  private void events() {
    lines.add("Events");
    add(
        "  requests",
        value("completed_requests")
            + " completed, "
            + value("rejected_requests")
            + " rejected, "
            + value("skipped_requests")
            + " skipped, "
            + value("incomplete_requests")
            + " incomplete");
    add(
        "  admission",
        value("pauses")
            + " pauses, "
            + value("resumes")
            + " resumes, "
            + value("forced_resumes")
            + " forced");
    add(
        "  scheduler",
        value("preemptions")
            + " preemptions ("
            + Numbers.tokens(summary.get("preemption_recompute_tokens"))
            + " tokens again), "
            + value("deferred_steps")
            + " deferred steps");
    add(
        "  workers",
        "busy "
            + Numbers.percent(summary.get("worker_busy_ratio"))
            + " of the time"
            + (run.workers().size() == 1
                ? ""
                : ", the busiest " + value("busy_time_max_over_mean") + " x the mean"));
  }

  private void slo() {
    if (summary.containsKey("good_requests")) {
      lines.add("");
      lines.add("SLO");
      add(
          "  good requests",
          value("good_requests")
              + " of "
              + value("num_requests")
              + ", attainment "
              + Numbers.percent(summary.get("slo_attainment_ratio")));
      add(
          "  goodput",
          value("goodput_request_throughput_per_s")
              + " requests/s, "
              + value("goodput_output_token_throughput_per_s")
              + " output tok/s");
      StringBuilder each = new StringBuilder();
      for (String limit : new String[] {"ttft", "itl", "e2e"}) {
        Number ratio = summary.get("slo_" + limit + "_ratio");
        if (ratio != null) {
          each.append(each.length() == 0 ? "" : ", ").append(limit).append(" <= ");
          each.append(limit(limit)).append(": ").append(Numbers.percent(ratio));
        }
      }
      add("  each limit", each.toString());
    }
    if (summary.containsKey("good_sessions")) {
      add(
          "  good sessions",
          value("good_sessions")
              + ", session <= "
              + limit("session")
              + ": "
              + Numbers.percent(summary.get("session_slo_attainment_ratio")));
    }
  }

  private String limit(String name) {
    return Numbers.duration(
        Units.parseNanos(RunHeader.text(run, "slo", name), "ms") / NANOS_PER_MS);
  }

  private String value(String metric) {
    return Numbers.compact(summary.get(metric));
  }

  private void add(String label, String text) {
    lines.addAll(WarningLines.wrap(Numbers.left(label, 18) + text, " ".repeat(20), WIDTH));
  }
}

package dev.turnstile.reports.data;

import dev.turnstile.replay.metrics.Comparison;
import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.TimeSeries;
import dev.turnstile.workload.TraceInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The {@code report.json} of one run, or of several runs with their comparison.
 *
 * <p>Key order is fixed. Numbers that are whole are written as whole numbers where they count
 * something; everything else is the shortest decimal that reads back to the same double.
 */
public final class ReportJson {
  /** Version of the document's shape; it changes when a key changes its meaning or goes away. */
  public static final int SCHEMA_VERSION = 1;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ReportJson() {}

  /** The text of a document made of maps, lists, numbers, texts and nulls; ends with a line end. */
  public static String text(Map<String, @Nullable Object> document) {
    return MAPPER.writeValueAsString(document).replace("\r\n", "\n") + "\n";
  }

  /** The document of one run. */
  public static Map<String, @Nullable Object> document(RunResult run, String toolVersion) {
    Map<String, @Nullable Object> doc = new LinkedHashMap<>();
    doc.put("schema_version", SCHEMA_VERSION);
    doc.put("tool", tool(toolVersion));
    doc.put("policy", run.policy());
    doc.put("inputs", inputs(run.workload().info()));
    doc.put("config", run.config());
    doc.put("definitions", run.definitions());
    doc.put("summary", SummaryJson.of(run));
    doc.put("distributions", distributions(run));
    doc.put("cache", cache(run));
    doc.put("sessions", block(run, SESSIONS));
    doc.put("workers", workers(run));
    doc.put("timeseries", timeseries(run.series()));
    doc.put("slo", slo(run));
    doc.put("policy_metrics", run.policyMetrics());
    doc.put("warnings", warnings(run.warnings()));
    doc.put("checks", run.checks());
    doc.put("notes", run.notes());
    return doc;
  }

  /** The document of several runs. */
  public static Map<String, @Nullable Object> comparison(List<RunResult> runs, String toolVersion) {
    Map<String, @Nullable Object> doc = new LinkedHashMap<>();
    doc.put("schema_version", SCHEMA_VERSION);
    doc.put("runs", runs.stream().map(run -> document(run, toolVersion)).toList());
    doc.put("comparison", comparison(Comparison.of(runs)));
    return doc;
  }

  private static final String[] CACHE = {
    "hit_tokens",
    "hit_tokens_hbm",
    "computed_tokens",
    "prefix_cache_hit_ratio",
    "prefix_cache_hit_ratio_hbm",
    "mean_request_hit_ratio",
    "ideal_hit_ratio",
    "hit_ratio_of_ideal",
    "cold_hit_ratio",
    "warm_hit_ratio",
    "reprefilled_tokens",
    "reprefilled_own_tokens",
    "reprefilled_others_tokens",
    "reprefilled_away_tokens",
    "reprefilled_held_tokens",
    "reprefilled_queued_tokens",
    "full_hit_recompute_tokens",
    "migrated_tokens",
    "routed_tokens",
    "gone_tokens",
    "concurrent_tokens",
    "first_time_tokens",
    "routing_loss_tokens",
    "preemption_recompute_tokens",
    "evicted_blocks"
  };

  private static final String[] SESSIONS = {
    "sessions_completed",
    "sessions_failed",
    "sessions_incomplete",
    "mean_session_duration_ms",
    "session_llm_ms",
    "session_paused_ms",
    "session_tool_ms",
    "session_other_idle_ms",
    "session_throughput_per_h",
    "session_throughput_per_h_per_gpu",
    "jobs_per_h_per_user",
    "steps_per_min",
    "admission_wait_jain_index",
    "wait_prompt_correlation",
    "peak_live_sessions",
    "requested_concurrency"
  };

  private static final String[] ORACLE = {
    "oracle_hit_tokens", "oracle_hit_ratio", "oracle_unlimited_hit_ratio"
  };

  private static Map<String, @Nullable Object> cache(RunResult run) {
    Map<String, @Nullable Object> block = block(run, CACHE);
    if (run.summary().containsKey(ORACLE[0])) {
      block.putAll(block(run, ORACLE));
    }
    return block;
  }

  private static Map<String, @Nullable Object> block(RunResult run, String[] names) {
    Map<String, @Nullable Object> block = new LinkedHashMap<>();
    for (String name : names) {
      block.put(name, run.summary().get(name));
    }
    return block;
  }

  static Map<String, Object> tool(String version) {
    Map<String, Object> tool = new LinkedHashMap<>();
    tool.put("name", "turnstile");
    tool.put("version", version);
    return tool;
  }

  private static Map<String, @Nullable Object> inputs(TraceInfo info) {
    Map<String, @Nullable Object> inputs = new LinkedHashMap<>();
    inputs.put("format", info.format());
    List<Map<String, Object>> files = new ArrayList<>();
    for (TraceInfo.InputFile file : info.files()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", file.name());
      entry.put("bytes", file.bytes());
      entry.put("sha256", file.sha256());
      files.add(entry);
    }
    inputs.put("files", files);
    inputs.put("trace_block_size", info.traceBlockTokens());
    inputs.put("rows", info.rows());
    inputs.put("skipped", info.skipped());
    inputs.put("facts", info.facts());
    inputs.put("warnings", warnings(info.warnings()));
    return inputs;
  }

  private static Map<String, @Nullable Object> distributions(RunResult run) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    run.distributions().forEach((name, d) -> all.put(name, d.statistics()));
    return all;
  }

  private static List<Map<String, @Nullable Object>> workers(RunResult run) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (RunResult.WorkerRow w : run.workers()) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("worker", w.worker());
      row.put("requests", w.requests());
      row.put("input_tokens", w.inputTokens());
      row.put("hit_tokens", w.hitTokens());
      row.put("computed_tokens", w.computedTokens());
      row.put("output_tokens", w.outputTokens());
      row.put("steps", w.steps());
      row.put("busy_ms", w.busyNanos() / 1e6);
      row.put("preemptions", w.preemptions());
      row.put("evicted_blocks", w.evictedBlocks());
      row.put("deferred_steps", w.deferredSteps());
      row.put("kv_blocks", w.capacityBlocks() == Long.MAX_VALUE ? null : w.capacityBlocks());
      rows.add(row);
    }
    return rows;
  }

  /**
   * The coarse series: the sums over the cluster; the file {@code timeseries.csv} has all of them.
   */
  private static Map<String, @Nullable Object> timeseries(TimeSeries series) {
    Map<String, @Nullable Object> block = new LinkedHashMap<>();
    block.put("step_ms", series.stepNanos() / 1e6);
    block.put("points", series.points());
    Map<String, Object> mean = new LinkedHashMap<>();
    Map<String, Object> max = new LinkedHashMap<>();
    for (TimeSeries.Series one : series.series()) {
      if (one.worker() == TimeSeries.CLUSTER) {
        mean.put(one.gauge().label(), one.mean());
        max.put(one.gauge().label(), one.max());
      }
    }
    block.put("mean", mean);
    block.put("max", max);
    return block;
  }

  private static @Nullable Map<String, @Nullable Object> slo(RunResult run) {
    Map<String, @Nullable Object> block = new LinkedHashMap<>();
    for (String name :
        new String[] {
          "good_requests",
          "slo_attainment_ratio",
          "slo_ttft_ratio",
          "slo_itl_ratio",
          "slo_e2e_ratio",
          "goodput_request_throughput_per_s",
          "goodput_output_token_throughput_per_s",
          "good_sessions",
          "session_slo_attainment_ratio"
        }) {
      if (run.summary().containsKey(name)) {
        block.put(name, run.summary().get(name));
      }
    }
    return block.isEmpty() ? null : block;
  }

  /** Warnings as JSON, in the order given. */
  public static List<Map<String, Object>> warnings(List<TraceInfo.Warning> warnings) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (TraceInfo.Warning warning : warnings) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", warning.name());
      entry.put("count", warning.count());
      entry.put("examples", warning.examples());
      entry.put("effect", warning.effect());
      list.add(entry);
    }
    return list;
  }

  private static Map<String, Object> comparison(Comparison comparison) {
    Map<String, Object> doc = new LinkedHashMap<>();
    doc.put("baseline", comparison.baseline());
    List<Map<String, @Nullable Object>> metrics = new ArrayList<>();
    for (Comparison.Row row : comparison.rows()) {
      Map<String, @Nullable Object> entry = new LinkedHashMap<>();
      entry.put("metric", row.metric());
      entry.put(
          "good",
          row.good() == MetricCatalogue.Good.NEUTRAL
              ? null
              : row.good() == MetricCatalogue.Good.UP ? "up" : "down");
      entry.put("baseline", row.baseline());
      Map<String, Object> runs = new LinkedHashMap<>();
      row.others()
          .forEach(
              (policy, change) -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                values.put("value", change.value());
                values.put("absolute", change.absolute());
                values.put("relative", change.relative());
                runs.put(policy, values);
              });
      entry.put("runs", runs);
      metrics.add(entry);
    }
    doc.put("metrics", metrics);
    return doc;
  }
}

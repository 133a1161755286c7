package dev.turnstile.reports.html;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioYaml;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Small traces and runs for the pages. */
final class Runs {

  /** What a hostile client would send. */
  static final String HOSTILE = "\"><script>alert('x')</script>";

  private Runs() {}

  /** One worker whose pool is too small for all sessions at once, prompt tokens at 0.1 ms. */
  static Scenario scenario() {
    return Scenario.defaults()
        .with("kv.num_gpu_blocks", "40")
        .with("cluster.workers", "2")
        .with("load.concurrency", "4")
        .with("workload.trace_block_size", "64")
        .with("timing.provider", "linear:prefill_ms_per_token=0.1,decode_ms_per_step=10");
  }

  /**
   * A trace of agents in Mooncake's format for agents: each turn has the prompt of the one before
   * it and two blocks more.
   *
   * @param sessions number of sessions
   * @param turns turns of each
   * @param suffix appended to session ids
   */
  static Path trace(Path folder, int sessions, int turns, String suffix) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int s = 0; s < sessions; s++) {
      List<String> hashes = new ArrayList<>();
      for (int t = 0; t < turns; t++) {
        for (int i = 0; i < 2; i++) {
          hashes.add(Integer.toString(1 + s * turns * 2 + t * 2 + i));
        }
        rows.append(
            String.format(
                Locale.ROOT,
                "{\"session_id\":%s,\"input_length\":%d,\"output_length\":%d,\"hash_ids\":[%s],%s}%n",
                tools.jackson.databind.json.JsonMapper.shared()
                    .writeValueAsString("s" + s + suffix),
                hashes.size() * 64,
                3 + s % 3,
                String.join(",", hashes),
                t == 0 ? "\"timestamp\":" + s * 50 : "\"delay\":200"));
      }
    }
    Path file = folder.resolve("agents.jsonl");
    Files.writeString(file, rows.toString().replace("\r\n", "\n"));
    return file;
  }

  static Workload load(Path trace, Scenario scenario) {
    return new TraceLoader()
        .load(
            TraceInput.of(List.of(trace), InputStream.nullInputStream()),
            scenario.workload().traceFormat(),
            scenario.workload().readerOptions(false));
  }

  static ReportedRun run(Path trace, Scenario scenario) {
    return new ReportedRun(
        new Replayer().run(scenario, load(trace, scenario), RunOptions.SILENT),
        ScenarioYaml.write(scenario),
        scenario.changed());
  }

  static List<ReportedRun> compared(Path trace, Scenario scenario, String... policies) {
    List<ReportedRun> runs = new ArrayList<>();
    for (String policy : policies) {
      runs.add(run(trace, scenario.with("policy.spec", policy)));
    }
    return runs;
  }
}

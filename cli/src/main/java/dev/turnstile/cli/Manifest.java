package dev.turnstile.cli;

import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.reports.data.ReportJson;
import dev.turnstile.workload.TraceInfo;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** How a result came about: the only part of it that is not the same each time. */
final class Manifest {
  /** Path and SHA-256 of policies, models and GPUs that a sweep read from files. */
  static final String OTHER_INPUTS = "other_inputs";

  private Manifest() {}

  static Map<String, @Nullable Object> of(List<FinishedRun> runs, List<String> arguments) {
    Version version = new Version();
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("schema_version", ReportJson.SCHEMA_VERSION);
    facts.put("tool", tool(version));
    facts.put("command", arguments);
    facts.put("written_at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    double wall = runs.stream().mapToDouble(FinishedRun::wallMillis).sum();
    double simulated = runs.stream().mapToDouble(FinishedRun::simulatedMillis).sum();
    facts.put("wall_time_ms", wall);
    facts.put("simulated_time_ms", simulated);
    facts.put("simulated_to_real_ratio", simulated / wall);
    facts.put("policies", runs.stream().map(run -> run.result().policy()).toList());
    facts.put("seed", runs.get(0).scenario().seed());
    facts.put("inputs", inputs(runs.get(0).result().workload().info().files()));
    facts.put("java", java());
    facts.put("machine", machine());
    return facts;
  }

  /**
   * The manifest of a sweep.
   *
   * @param wallNanos real time of this process; a sweep that was resumed took longer in all
   * @param files path and SHA-256 of the other files on which results depend
   */
  static Map<String, @Nullable Object> ofSweep(
      SweepResult sweep, long wallNanos, List<String> arguments, SortedMap<String, String> files) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("schema_version", ReportJson.SCHEMA_VERSION);
    facts.put("tool", tool(new Version()));
    facts.put("command", arguments);
    facts.put("written_at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put("wall_time_ms", wallNanos / 1e6);
    facts.put("points", sweep.points().size());
    facts.put("policies", sweep.policies());
    facts.put("inputs", inputs(sweep.trace().files()));
    facts.put(OTHER_INPUTS, files);
    facts.put("java", java());
    facts.put("machine", machine());
    return facts;
  }

  private static Map<String, Object> tool(Version version) {
    Map<String, Object> tool = new LinkedHashMap<>();
    tool.put("name", "turnstile");
    tool.put("version", version.number());
    tool.put("commit", version.commit());
    return tool;
  }

  private static List<Map<String, Object>> inputs(List<TraceInfo.InputFile> files) {
    List<Map<String, Object>> inputs = new ArrayList<>();
    for (TraceInfo.InputFile file : files) {
      Map<String, Object> input = new LinkedHashMap<>();
      input.put("name", file.name());
      input.put("sha256", file.sha256());
      inputs.add(input);
    }
    return inputs;
  }

  private static Map<String, @Nullable Object> java() {
    Map<String, @Nullable Object> java = new LinkedHashMap<>();
    java.put("version", Runtime.version().toString());
    java.put("vendor", System.getProperty("java.vendor"));
    java.put("vm", System.getProperty("java.vm.name"));
    java.put("max_heap_bytes", Runtime.getRuntime().maxMemory());
    return java;
  }

  private static Map<String, @Nullable Object> machine() {
    Map<String, @Nullable Object> machine = new LinkedHashMap<>();
    machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("arch", System.getProperty("os.arch"));
    machine.put("processors", Runtime.getRuntime().availableProcessors());
    return machine;
  }
}

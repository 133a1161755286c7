package dev.turnstile.cli;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.replay.scenario.WorkloadGroup;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.TraceReader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Loads the trace that a command names. */
final class Traces {

  private Traces() {}

  /**
   * Loads a trace as the scenario says.
   *
   * @param requireTimestamps whether first turns need a recorded time
   */
  static Workload load(
      List<Path> paths, InputStream standardInput, Scenario scenario, boolean requireTimestamps) {
    WorkloadGroup settings = scenario.workload();
    TraceLoader loader = new TraceLoader();
    checkFormat(loader, settings.traceFormat());
    TraceInput input = TraceInput.of(paths, standardInput);
    return NotEnoughMemoryException.guard(
        () -> NotEnoughMemoryException.loading(paths),
        "",
        () ->
            loader.load(input, settings.traceFormat(), settings.readerOptions(requireTimestamps)));
  }

  /** As {@link #load}, with first turns that have a time where the load is driven by times. */
  static Workload load(List<Path> paths, InputStream standardInput, Scenario scenario) {
    boolean byTime = !scenario.load().closedLoop() && scenario.load().requestRate().isEmpty();
    return load(paths, standardInput, scenario, byTime);
  }

  private static void checkFormat(TraceLoader loader, String format) {
    List<String> known =
        loader.readers().stream().map(TraceReader::format).collect(Collectors.toList());
    known.add(0, TraceLoader.AUTO);
    if (!known.contains(format)) {
      throw new ScenarioException(
          "workload.trace_format",
          "unknown format '" + format + "'",
          "known are " + String.join(", ", known));
    }
  }
}

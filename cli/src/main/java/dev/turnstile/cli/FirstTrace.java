package dev.turnstile.cli;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepPoint;
import dev.turnstile.replay.sweep.TraceSource;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The trace of a sweep, read for its first point before anything is written, so that a wrong trace
 * leaves nothing behind.
 */
final class FirstTrace implements TraceSource {

  private static final Path STANDARD_INPUT = Path.of("-");

  private final SweepCommand command;
  private final Console console;
  private final Scenario scenario;
  private final List<String> hashes;

  /** Handed out once: whoever shares it lets it go. */
  private final AtomicReference<@Nullable Workload> loaded;

  FirstTrace(SweepCommand command, Console console, SweepPlan plan) {
    this.command = command;
    this.console = console;
    scenario = plan.points().get(0).scenario();
    checkStandardInput(plan);
    Workload workload = Traces.load(command.traces, console.in(), scenario);
    hashes = hashes(workload.info().files());
    loaded = new AtomicReference<>(workload);
  }

  private void checkStandardInput(SweepPlan plan) {
    boolean oneWay =
        plan.points().stream()
            .map(SweepPoint::scenario)
            .allMatch(
                s ->
                    s.workload().equals(scenario.workload())
                        && s.load().recordedStarts() == scenario.load().recordedStarts());
    if (command.traces.contains(STANDARD_INPUT) && !oneWay) {
      throw new ScenarioException(
          "TRACE",
          "this sweep reads the trace in several ways, standard input only once",
          "name a file");
    }
  }

  private static List<String> hashes(List<TraceInfo.InputFile> files) {
    return files.stream().map(TraceInfo.InputFile::sha256).toList();
  }

  /** Whether it is these files, byte for byte. */
  boolean sameAs(List<TraceInfo.InputFile> files) {
    return hashes.equals(hashes(files));
  }

  @Override
  public Workload load(Scenario wanted) {
    Workload first = wanted.equals(scenario) ? loaded.getAndSet(null) : null;
    return first == null ? Traces.load(command.traces, console.in(), wanted) : first;
  }
}

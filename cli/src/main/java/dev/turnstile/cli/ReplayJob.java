package dev.turnstile.cli;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.replay.scenario.ScenarioYaml;
import dev.turnstile.reports.console.Numbers;
import dev.turnstile.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What {@code sim replay} does: one load of the trace, one run per policy, the output. */
final class ReplayJob {

  private static final String FEWER_TREES = "--limit N replays fewer session trees";

  private static final double NANOS_PER_MS = 1e6;

  private final ReplayCommand command;
  private final Console console;

  ReplayJob(ReplayCommand command, Console console) {
    this.command = command;
    this.console = console;
  }

  void run() {
    try {
      List<Scenario> scenarios = scenarios();
      if (command.printScenario) {
        print(scenarios);
      } else {
        replay(scenarios);
      }
    } catch (CancellationException e) {
      // Ctrl-C was answered where the run stopped, and the process ends by itself.
    } catch (ScenarioException e) {
      throw command.scenarioOptions().named(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void print(List<Scenario> scenarios) {
    if (scenarios.size() > 1) {
      throw new ScenarioException(
          "--print-scenario", "a scenario has one policy, got " + scenarios.size(), null);
    }
    console.out().print(ScenarioYaml.write(scenarios.get(0)));
  }

  /** One scenario per policy; they differ in nothing else. */
  private List<Scenario> scenarios() throws IOException {
    Scenario base = BaseScenario.read(command.policyPath, command.scenario);
    List<String> policies = command.policies;
    List<Scenario> scenarios = new ArrayList<>();
    List<ScenarioOptions.Given> unusedByAll = null;
    for (int i = 0; i < Math.max(1, policies.size()); i++) {
      Scenario own = policies.isEmpty() ? base : base.with("policy.spec", policies.get(i));
      List<ScenarioOptions.Given> unused = new ArrayList<>();
      Scenario scenario = command.scenarioOptions().applyTo(own, unused);
      if (unusedByAll == null) {
        unusedByAll = unused;
      } else {
        unusedByAll.retainAll(unused);
      }
      refuseRepeated(scenario, scenarios);
      scenarios.add(scenario);
    }
    for (ScenarioOptions.Given setting :
        unusedByAll == null ? List.<ScenarioOptions.Given>of() : unusedByAll) {
      scenarios.get(0).with(setting.path(), setting.value());
    }
    return scenarios;
  }

  private static void refuseRepeated(Scenario scenario, List<Scenario> others) {
    String policy = scenario.policy().toString();
    if (others.stream().anyMatch(other -> other.policy().toString().equals(policy))) {
      throw new ScenarioException("--policy", "'" + policy + "' is given twice", null);
    }
  }

  private void replay(List<Scenario> scenarios) throws IOException {
    ReplayOutput output = new ReplayOutput(command.output, console);
    List<@Nullable Path> inputs = new ArrayList<>(command.traces);
    inputs.add(command.scenario);
    output.check(scenarios.stream().map(scenario -> scenario.policy().toString()).toList(), inputs);
    scenarios.forEach(Scenario::check);
    long begin = System.nanoTime();
    Workload workload = Traces.load(command.traces, console.in(), scenarios.get(0));
    verbose(
        "loaded "
            + Numbers.compact(workload.graph().requestCount())
            + " requests in "
            + Numbers.duration((System.nanoTime() - begin) / NANOS_PER_MS));
    List<FinishedRun> runs = new ArrayList<>();
    output.events(
        decisions -> {
          try (Interrupt interrupt = new Interrupt()) {
            for (Scenario scenario : scenarios) {
              Optional<FinishedRun> run = run(scenario, workload, decisions, interrupt);
              if (run.isEmpty()) {
                keep(runs, scenarios.size(), output);
              }
              runs.add(run.orElseThrow(CancellationException::new));
            }
          }
        });
    try {
      output.write(runs);
    } catch (OutOfMemoryError e) {
      throw new NotEnoughMemoryException(
          "writing the results of " + size(workload), FEWER_TREES, e);
    }
  }

  /** After Ctrl-C: writes the runs that are finished. The end of the process waits for this. */
  private void keep(List<FinishedRun> runs, int wanted, ReplayOutput output) {
    if (runs.isEmpty()) {
      console.err().println("sim: interrupted; nothing is written");
    } else {
      try {
        output.write(runs);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      console
          .err()
          .println(
              "sim: interrupted; " + runs.size() + " of " + wanted + " runs are finished and kept");
    }
    console.out().flush();
    console.err().flush();
  }

  /** A run, or nothing after Ctrl-C. */
  private Optional<FinishedRun> run(
      Scenario scenario,
      Workload workload,
      @Nullable Consumer<String> decisions,
      Interrupt interrupt) {
    String policy = scenario.policy().toString();
    ProgressLine progress =
        ProgressLine.of(console.err(), policy, !command.output.noProgress && !command.output.quiet);
    long begin = System.nanoTime();
    RunResult result;
    try {
      RunOptions options = new RunOptions(decisions, progress, interrupt::asked);
      result =
          NotEnoughMemoryException.guard(
              () -> "replaying " + size(workload) + " with policy " + policy,
              FEWER_TREES,
              () -> new Replayer().run(scenario, workload, options));
    } catch (CancellationException e) {
      return Optional.empty();
    } finally {
      progress.clear();
    }
    FinishedRun run = new FinishedRun(scenario, result, System.nanoTime() - begin);
    if (!command.output.quiet) {
      console.err().println(policy + ": " + run.speed());
    }
    return Optional.of(run);
  }

  private static String size(Workload workload) {
    return Numbers.counted(workload.graph().requestCount(), "request")
        + " in "
        + Numbers.counted(workload.graph().playCount(), "session tree");
  }

  private void verbose(String message) {
    if (command.output.verbose && !command.output.quiet) {
      console.err().println(message);
    }
  }
}

package dev.turnstile.cli;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.replay.scenario.ScenarioYaml;
import dev.turnstile.replay.sweep.Sweep;
import dev.turnstile.replay.sweep.SweepOptions;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepPoint;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepSetting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What {@code sim sweep} does: plan, run or continue, write. */
final class SweepJob {

  private final SweepCommand command;
  private final Console console;

  SweepJob(SweepCommand command, Console console) {
    this.command = command;
    this.console = console;
  }

  /** Does it and returns the exit code. */
  int run() {
    try {
      SweepPlan plan = plan();
      if (command.printScenario) {
        console.out().print(ScenarioYaml.write(plan.points().get(0).scenario()));
        return ExitCodes.DONE;
      }
      return sweep(plan, plan.baseline(command.sweep.baseline));
    } catch (ScenarioException e) {
      throw command.scenarioOptions().named(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SweepPlan plan() throws IOException {
    Scenario base = BaseScenario.read(command.policyPath, command.scenario);
    List<SweepSetting> settings = new ArrayList<>();
    for (ScenarioOptions.Given given : command.scenarioOptions().given()) {
      SweepSetting setting = SweepSetting.of(given.option(), given.path(), given.value());
      for (String value : setting.values()) {
        Optional<String> planned = Planned.value(setting.path(), value);
        if (planned.isPresent()) {
          throw new ScenarioException(given.option(), planned.get(), null);
        }
      }
      settings.add(setting);
    }
    return SweepPlan.of(base, command.policies, settings, command.sweep.repeats);
  }

  private int sweep(SweepPlan plan, @Nullable String baseline) throws IOException {
    SweepOutput output = new SweepOutput(command, console, new Version().number());
    output.check();
    Path target = command.sweep.resume == null ? command.output.folder : command.sweep.resume;
    HtmlOutput html = HtmlOutput.of(command.output.html, target, console);
    Scenario first = plan.points().get(0).scenario();
    FirstTrace trace = new FirstTrace(command, console, plan);
    SortedMap<String, String> files = plan.fileHashes(command.policyPath);
    try (SweepFolder folder = SweepFolder.open(command, html)) {
      Optional<SweepResult> earlier = folder.finishedBefore();
      if (earlier.isPresent()) {
        checkFinished(plan, trace, earlier.get());
        checkFiles(files, folder.filesBefore());
        return finishedBefore(plan, earlier.get(), output);
      }
      try (Interrupt interrupt = new Interrupt()) {
        SweepProgress progress = new SweepProgress(command, console, folder);
        SweepOptions options = options(folder, interrupt, progress);
        SweepResult result =
            NotEnoughMemoryException.guard(
                () -> "running points of the sweep",
                "--jobs N runs fewer at the same time; --resume continues a sweep with -o DIR",
                () -> new Sweep(plan, trace, new Replayer()).run(baseline, options));
        progress.end();
        folder.write(result, first, progress.wallNanos(), console.arguments(), files);
        int exitCode = output.write(result, first, interrupt.asked());
        console.out().flush();
        console.err().flush();
        return exitCode;
      }
    }
  }

  private SweepOptions options(SweepFolder folder, Interrupt interrupt, SweepProgress progress) {
    Version version = new Version();
    return new SweepOptions(
        folder.journal(),
        version.number() + " (commit " + version.commit() + ")",
        command.sweep.jobs,
        command.sweep.keepRuns,
        command.policyPath,
        interrupt::asked,
        progress);
  }

  private static void checkFinished(SweepPlan plan, FirstTrace trace, SweepResult earlier) {
    boolean samePoints =
        plan.points().stream()
            .map(SweepPoint::id)
            .toList()
            .equals(earlier.points().stream().map(SweepResult.Point::id).toList());
    if (!samePoints || !trace.sameAs(earlier.trace().files())) {
      throw another(samePoints ? "another trace" : "other points");
    }
  }

  /** Refuses to show what a policy, jar, model or GPU file of the same name has given earlier. */
  private static void checkFiles(Map<String, String> files, Map<String, String> earlier) {
    Set<String> all = new TreeSet<>(files.keySet());
    all.addAll(earlier.keySet());
    for (String file : all) {
      if (!Objects.equals(files.get(file), earlier.get(file))) {
        throw another("another content of " + file);
      }
    }
  }

  private static ScenarioException another(String what) {
    return new ScenarioException(
        "--resume",
        "the finished sweep in this folder has " + what,
        "repeat its command line, or name another folder");
  }

  /** A sweep whose results were all written: nothing is left to run. */
  private int finishedBefore(SweepPlan plan, SweepResult earlier, SweepOutput output)
      throws IOException {
    if (!command.output.quiet) {
      console.err().println("the sweep in " + command.sweep.resume + " is finished");
    }
    return output.write(earlier, plan.points().get(0).scenario(), false);
  }
}

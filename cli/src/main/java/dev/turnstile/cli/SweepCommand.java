package dev.turnstile.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replays a trace with every combination of the given policies and settings. */
@Command(
    name = "sweep",
    description = {
      "Replays a trace with every combination of the given policies and settings.",
      "Any option with a value takes several: a list 32,64,128 or a range 32..512*2 or"
          + " 0.8..0.95+0.05. The trace is loaded once, runs share the cores."
    })
final class SweepCommand implements Runnable, IExitCodeGenerator, ScenarioOptions.Holder {

  @Spec private CommandSpec spec;

  private final ScenarioOptions scenarioOptions = new ScenarioOptions();
  private int exitCode;

  @Parameters(
      arity = "0..*",
      paramLabel = "TRACE",
      description = "Files or segments of one trace, or a directory; - reads standard input.")
  List<Path> traces = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "P",
      description = "Policy as for sim replay; repeat it to compare (default kv).")
  List<String> policies = new ArrayList<>();

  @Option(names = "--router-mode", hidden = true)
  void routerMode(@Nullable List<String> names) {
    policies.addAll(names == null ? List.of() : names);
  }

  @Option(
      names = "--policy-path",
      paramLabel = "JAR",
      description = "Add the policies of a jar; repeatable.")
  List<Path> policyPath = new ArrayList<>();

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description = "Settings from a YAML file; options win over it.")
  @Nullable Path scenario;

  @Option(
      names = "--print-scenario",
      description = "Print the complete scenario of the first point as YAML, and run nothing.")
  boolean printScenario;

  @ArgGroup(validate = false, heading = "%nSweep:%n")
  SweepOptionGroup sweep = new SweepOptionGroup();

  /** How the sweep is run and compared. */
  static final class SweepOptionGroup {

    @Option(
        names = "--repeats",
        paramLabel = "N",
        description = "Run each point with N seeds, from the given one on (default 1).")
    int repeats = 1;

    @Option(
        names = "--baseline",
        paramLabel = "P",
        description = "The policy that the others are compared with (default the first one).")
    @Nullable String baseline;

    @Option(
        names = "--jobs",
        paramLabel = "N",
        description = "Runs at the same time (default the number of cores).")
    int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
        names = "--resume",
        paramLabel = "DIR",
        description = "Continue the sweep of the same command line that was to write into DIR.")
    @Nullable Path resume;

    @Option(
        names = "--keep-runs",
        description = "Keep a folder for each point in DIR, as sim replay writes it.")
    boolean keepRuns;
  }

  @ArgGroup(validate = false, heading = "%nOutput:%n")
  OutputOptions output = new OutputOptions();

  /** Where results go and what the terminal shows. */
  static final class OutputOptions {

    @Option(
        names = {"-o", "--output-dir"},
        paramLabel = "DIR",
        description =
            "Write sweep.json, sweep.csv, report.html and manifest into an empty or new folder.")
    @Nullable Path folder;

    @Option(names = "--overwrite", description = "DIR may hold an older result.")
    boolean overwrite;

    @Option(names = "--json", paramLabel = "FILE", description = "Write everything.")
    @Nullable Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write one row per point.")
    @Nullable Path csv;

    @Option(
        names = "--html",
        paramLabel = "FILE",
        description = "Write the report as one HTML page that needs nothing but itself.")
    @Nullable Path html;

    @Option(
        names = "--format",
        paramLabel = "NAME",
        description = "What standard output shows [table, json] (default table).")
    ReplayCommand.Format format = ReplayCommand.Format.TABLE;

    @Option(names = "--quiet", description = "Nothing on standard error but errors.")
    boolean quiet;

    @Option(names = "-v", description = "Each point on standard error as it ends.")
    boolean verbose;

    @Option(names = "--no-progress", description = "No progress line on a terminal.")
    boolean noProgress;
  }

  @Override
  public ScenarioOptions scenarioOptions() {
    return scenarioOptions;
  }

  @Override
  public boolean runs() {
    return true;
  }

  @Override
  public boolean sweeps() {
    return true;
  }

  @Override
  public int getExitCode() {
    return exitCode;
  }

  @Override
  public void run() {
    if (traces.isEmpty() && !printScenario) {
      throw wrong("TRACE is missing: name a trace to replay");
    } else if (output.folder != null && sweep.resume != null) {
      throw wrong("--resume DIR and -o DIR exclude each other");
    } else if (sweep.keepRuns && output.folder == null && sweep.resume == null) {
      throw wrong("--keep-runs needs a folder: -o DIR");
    } else if (sweep.jobs < 1) {
      throw wrong("--jobs must be at least 1, got " + sweep.jobs);
    }
    exitCode = new SweepJob(this, Console.of(spec)).run();
  }

  /** Whether errors show where they came from. */
  boolean stacktrace() {
    return spec.root().userObject() instanceof SimCommand sim && sim.stacktrace;
  }

  private ParameterException wrong(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}

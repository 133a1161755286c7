package dev.turnstile.cli;

import dev.turnstile.reports.perfetto.PerfettoTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replays a trace against a simulated cluster. */
@Command(
    name = "replay",
    description = {
      "Replays a trace against a simulated cluster.",
      "With several policies, one run after the other is made and they are compared.",
      "A play is a session tree: a root session with all its sub-agents."
    },
    footer = {
      "%nExamples:",
      "  sim replay trace.jsonl.gz --policy thunderagent",
      "  sim replay trace.jsonl.gz --policy kv --policy thunderagent --concurrency 64",
      "  sim replay trace.jsonl.gz --model qwen3-32b --gpu h100-sxm --tp 2 --workers 4"
    })
final class ReplayCommand implements Runnable, ScenarioOptions.Holder {

  @Spec private CommandSpec spec;

  private final ScenarioOptions scenarioOptions = new ScenarioOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "TRACE",
      description = "Files or segments of one trace, or a directory; - reads standard input.")
  List<Path> traces = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "P",
      description =
          "Policy (see sim policies): an id, gate+router or a Java file, each with"
              + " :key=value,key=value if wanted; repeat it to compare (default kv); also"
              + " --router-mode.")
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
      description = "Print the complete scenario as YAML, and do not run it.")
  boolean printScenario;

  @ArgGroup(validate = false, heading = "%nOutput:%n")
  OutputOptions output = new OutputOptions();

  /** Where results go and what the terminal shows. */
  static final class OutputOptions {

    @Option(
        names = {"-o", "--output-dir"},
        paramLabel = "DIR",
        description = "Write report, tables, scenario and manifest into an empty or new folder.")
    @Nullable Path folder;

    @Option(names = "--overwrite", description = "DIR may hold an older result.")
    boolean overwrite;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report.")
    @Nullable Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write one row per request.")
    @Nullable Path csv;

    @Option(
        names = "--html",
        paramLabel = "FILE",
        description = "Write the report as one HTML page that needs nothing but itself.")
    @Nullable Path html;

    @Option(
        names = "--record",
        paramLabel = "FILE",
        description =
            "Write the simulated run as a request trace (format dynamo): into FILE if its name"
                + " ends in jsonl, else into compressed segments with that prefix.")
    @Nullable Path record;

    @Option(
        names = "--events",
        paramLabel = "FILE",
        description = "Write every decision with its numbers, one JSON object per line.")
    @Nullable Path events;

    @Option(
        names = "--perfetto",
        paramLabel = "FILE",
        description =
            "Write the timeline of the run for the Perfetto UI, compressed if its name ends in gz;"
                + " with several policies one file each, named after FILE and the policy.")
    @Nullable Path perfetto;

    @Option(
        names = "--perfetto-limit",
        paramLabel = "SIZE",
        converter = SizeConverter.class,
        description =
            "Largest timeline before compression; the slowest session trees are kept"
                + " (default 50MB).")
    long perfettoLimit = PerfettoTrace.DEFAULT_LIMIT_BYTES;

    @Option(
        names = "--format",
        paramLabel = "NAME",
        description = "What standard output shows [table, json] (default table).")
    Format format = Format.TABLE;

    @Option(names = "--quiet", description = "Nothing on standard error but errors.")
    boolean quiet;

    @Option(names = "-v", description = "More about the course of the run on standard error.")
    boolean verbose;

    @Option(names = "--no-progress", description = "No progress line on a terminal.")
    boolean noProgress;
  }

  /** What standard output shows. */
  enum Format {
    TABLE,
    JSON
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
  public void run() {
    if (traces.isEmpty() && !printScenario) {
      throw new ParameterException(spec.commandLine(), "TRACE is missing: name a trace to replay");
    }
    new ReplayJob(this, Console.of(spec)).run();
  }
}

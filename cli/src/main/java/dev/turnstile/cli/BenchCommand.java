package dev.turnstile.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures the speed of whole replays. */
@Command(
    name = "bench",
    description = {
      "Measures the speed of loading and of whole replays, of all shapes or of those named.",
      "The time of a replay runs from a loaded workload to a result; the process is warm."
    })
final class BenchCommand implements Runnable, IExitCodeGenerator {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "SHAPE",
      description =
          "loading, dense, long-decode, long-prefill, sessions, agentic, day, weka, poisson (default"
              + " all); with --growth: turns, sessions, context, outputs, workers.")
  List<String> shapes = new ArrayList<>();

  @Option(names = "--runs", paramLabel = "N", description = "Samples of each shape (default 5).")
  int runs = 5;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
  @Nullable Path json;

  @Option(names = "--markdown", description = "Print the tables in Markdown.")
  boolean markdown;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description =
          "The recorded sessions of weka and loading (default: traces-real beside the project).")
  @Nullable Path traces;

  @Option(names = "--growth", description = "Show how time and memory grow with one size instead.")
  boolean growth;

  private int exitCode;

  @Override
  public void run() {
    if (runs < 1) {
      throw new ParameterException(
          spec.commandLine(), "--runs must be a whole number >= 1, got " + runs);
    }
    exitCode = new BenchJob(this, Console.of(spec)).run();
  }

  @Override
  public int getExitCode() {
    return exitCode;
  }

  /** Whether errors show where they came from. */
  boolean stacktrace() {
    return spec.root().userObject() instanceof SimCommand sim && sim.stacktrace;
  }

  ParameterException wrongShape(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}

package dev.turnstile.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a trace in another format. */
@Command(name = "convert", description = "Writes a trace of any readable format in another one.")
final class ConvertCommand implements Runnable, ScenarioOptions.Holder {

  @Spec private CommandSpec spec;

  private final ScenarioOptions scenarioOptions = new ScenarioOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "TRACE... FILE",
      hideParamSyntax = true,
      description = "What to read, as for replay; then the file to write.")
  List<Path> paths = List.of();

  @Option(
      names = "--to",
      paramLabel = "NAME",
      description =
          "Format to write [agentic_mooncake, mooncake, dynamo] (default agentic_mooncake).")
  Target to = Target.AGENTIC_MOONCAKE;

  @Option(
      names = "--anonymize",
      description = "Number requests and sessions instead of naming them.")
  boolean anonymize;

  /** A format that can be written. */
  enum Target {
    AGENTIC_MOONCAKE,
    MOONCAKE,
    DYNAMO;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public ScenarioOptions scenarioOptions() {
    return scenarioOptions;
  }

  @Override
  public boolean runs() {
    return false;
  }

  @Override
  public void run() {
    if (paths.size() < 2) {
      throw new ParameterException(
          spec.commandLine(), "name the trace to read and then the file to write");
    }
    TraceJobs.convert(this, Console.of(spec));
  }
}

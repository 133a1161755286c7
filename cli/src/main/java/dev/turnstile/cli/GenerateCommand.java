package dev.turnstile.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a synthetic trace. */
@Command(
    name = "generate",
    description = {
      "Makes a synthetic trace of agent sessions, in agentic Mooncake.",
      "The values of the built-in profiles are a choice of ours, not measurements."
    })
final class GenerateCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "List the built-in profiles.")
  boolean list;

  @Option(names = "--show", description = "Print the profile as YAML; a pattern for one's own.")
  boolean show;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description = "A built-in profile, or a YAML file.")
  @Nullable String profile;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      description = "Number of root sessions (default 100).")
  int sessions = 100;

  @Option(
      names = {"--seed", "--random-seed"},
      paramLabel = "N",
      description = "The same seed gives the same trace (default 1).")
  long seed = 1;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file to write; .gz compresses it.")
  @Nullable Path output;

  @Override
  public void run() {
    if (!list && profile == null) {
      throw new ParameterException(
          spec.commandLine(), "--profile is missing: name one of --list, or a YAML file");
    }
    if (!list && !show && output == null) {
      throw new ParameterException(spec.commandLine(), "-o is missing: name the file to write");
    }
    if (sessions < 1) {
      throw new ParameterException(
          spec.commandLine(), "--sessions must be a whole number >= 1, got " + sessions);
    }
    TraceJobs.generate(this, Console.of(spec));
  }
}

package dev.turnstile.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The root command, {@code sim}. What it declares with inherited scope holds for every command.
 *
 * <p>Every command class is loaded to print any help, so their fields name no type that is slow to
 * load: no parser, chart or template.
 */
@Command(
    name = "sim",
    description = "Replays traces of AI agents against a simulated serving cluster.",
    subcommands = {
      PoliciesCommand.class,
      ModelsCommand.class,
      GpusCommand.class,
      FormatsCommand.class,
      CompletionCommand.class
    },
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    sortSynopsis = false,
    abbreviateSynopsis = true,
    usageHelpWidth = 100,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      ExitCodes.DONE + ":done",
      ExitCodes.OUR_FAULT + ":our fault",
      ExitCodes.USAGE + ":command line or scenario wrong",
      ExitCodes.INPUT + ":input file missing, unreadable or wrong",
      ExitCodes.POLICY + ":a policy broke its contract",
      ExitCodes.STUCK + ":the run cannot finish",
      ExitCodes.POINTS_FAILED + ":a sweep finished with failed points",
      ExitCodes.CONDITION_HOLDS + ":the condition of compare --fail-if holds",
      ExitCodes.INTERRUPTED + ":interrupted; what was finished is kept",
    })
final class SimCommand {

  @Option(
      names = "--stacktrace",
      description = "Show where an error came from.",
      scope = ScopeType.INHERIT)
  boolean stacktrace;
}

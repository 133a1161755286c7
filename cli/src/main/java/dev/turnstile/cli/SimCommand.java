package dev.turnstile.cli;

import java.io.InputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The root command, {@code sim}. What it declares with inherited scope holds for every command; the
 * commands are {@link Commands}.
 */
@Command(
    name = "sim",
    description = "Replays traces of AI agents against a simulated serving cluster.",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    sortSynopsis = false,
    abbreviateSynopsis = true,
    usageHelpWidth = 80,
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

  /** What {@code -} stands for among the traces. */
  final InputStream standardInput;

  SimCommand() {
    this(System.in);
  }

  SimCommand(InputStream standardInput) {
    this.standardInput = standardInput;
  }
}

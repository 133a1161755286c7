package dev.turnstile.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command has of the process.
 *
 * @param in standard input
 * @param out standard output, for results
 * @param err standard error, for everything else
 * @param arguments the whole command line
 */
record Console(InputStream in, PrintWriter out, PrintWriter err, List<String> arguments) {

  static Console of(CommandSpec spec) {
    SimCommand sim = (SimCommand) spec.root().userObject();
    List<String> arguments =
        spec.root().commandLine().getParseResult() == null
            ? List.of()
            : spec.root().commandLine().getParseResult().originalArgs();
    return new Console(
        sim.standardInput, spec.commandLine().getOut(), spec.commandLine().getErr(), arguments);
  }
}

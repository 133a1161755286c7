package dev.turnstile.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** The entry point of the runnable jar. */
public final class Main {

  private Main() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    StandardOutput stdout = new StandardOutput();
    PrintWriter out = writer(stdout, false);
    PrintWriter err = writer(new FileOutputStream(FileDescriptor.err), true);
    int exitCode;
    try {
      exitCode = commandLine(new SimCommand(), out, err, args).execute(args);
    } catch (Error e) {
      exitCode = ErrorReport.crash(e, List.of(args).contains("--stacktrace"), err);
    }
    out.flush();
    Optional<IOException> lost = stdout.failure();
    if (lost.isPresent() && exitCode == ExitCodes.DONE) {
      err.println("sim: cannot write to standard output: " + lost.get().getMessage());
      exitCode = ExitCodes.OUR_FAULT;
    }
    System.exit(exitCode);
  }

  /** Output is UTF-8 whatever the locale, so that results are the same bytes everywhere. */
  private static PrintWriter writer(OutputStream stream, boolean flushEachLine) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), flushEachLine);
  }

  /** The command line of {@code sim} for these arguments. */
  static CommandLine commandLine(
      SimCommand command, PrintWriter out, PrintWriter err, String... args) {
    CommandLine sim = new CommandLine(command);
    Commands.addTo(sim, List.of(args));
    return configure(sim, out, err);
  }

  /** Gives the command line and all its commands our output and our way of telling errors. */
  static CommandLine configure(CommandLine sim, PrintWriter out, PrintWriter err) {
    ErrorReport errors = new ErrorReport();
    return sim.setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOverwrittenOptionsAllowed(true)
        .setExpandAtFiles(false);
  }
}

package dev.turnstile.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs {@code sim} inside the test, as {@link Main} would. */
final class Sim {

  /**
   * What a command left behind.
   *
   * @param exitCode its exit code
   * @param out its standard output
   * @param err its standard error
   */
  record Ended(int exitCode, String out, String err) {

    List<String> outLines() {
      return out.lines().toList();
    }
  }

  private Sim() {}

  static Ended run(String... args) {
    return run(InputStream.nullInputStream(), args);
  }

  static Ended run(InputStream standardInput, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.commandLine(
                new SimCommand(standardInput), new PrintWriter(out), new PrintWriter(err), args)
            .execute(args);
    return new Ended(exitCode, out.toString(), err.toString());
  }
}

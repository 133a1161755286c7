package dev.turnstile.cli;

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
    System.exit(new CommandLine(new SimCommand()).execute(args));
  }
}

package dev.turnstile.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a process of its own, for what happens when one is killed. */
final class SimProcess {

  private SimProcess() {}

  /**
   * Starts it.
   *
   * @param wrapper a command that runs it, or nothing
   * @param folder where {@code out.txt} and {@code err.txt} get what it says
   */
  static Process start(List<String> wrapper, Path folder, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("out.txt").toFile())
        .redirectError(folder.resolve("err.txt").toFile())
        .start();
  }

  /**
   * A wrapper that lets Ctrl-C reach the process: one in the background ignores it, and so would
   * its children. Without such a command the test is skipped.
   */
  static List<String> interruptible() throws InterruptedException {
    List<String> wrapper = List.of("env", "--default-signal=INT");
    List<String> probe = new ArrayList<>(wrapper);
    probe.add("true");
    try {
      assumeTrue(new ProcessBuilder(probe).start().waitFor() == 0, "env cannot reset signals here");
    } catch (IOException e) {
      assumeTrue(false, "no env here");
    }
    return wrapper;
  }

  /** Ctrl-C; waits for the end of the process. */
  static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    process.waitFor();
  }
}

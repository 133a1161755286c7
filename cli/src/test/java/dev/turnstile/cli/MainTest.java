package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.KvCapacity;
import dev.turnstile.engine.hardware.KvDtype;
import dev.turnstile.engine.hardware.WeightDtype;
import dev.turnstile.engine.timing.TimingFactory;
import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.replay.DeadlockException;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

final class MainTest {

  @Test
  void helpGoesToStandardOutputAndListsTheExitCodes() {
    Run run = run("--help");

    assertThat(run.exitCode).isZero();
    assertThat(run.out)
        .startsWith("Usage: sim ")
        .contains("  3     input file missing, unreadable or wrong\n");
    assertThat(run.err).isEmpty();
  }

  @Test
  void versionNamesVersionCommitAndJava() {
    Run run = run("--version");

    assertThat(run.exitCode).isZero();
    assertThat(run.out)
        .matches(
            "sim \\d+\\.\\d+\\S* \\(commit \\w\\S*, Java "
                + Runtime.version().feature()
                + ".*\\)\n");
  }

  @Test
  void everyCommandHasTheOptionsOfTheRoot() {
    Run run = run("completion", "--help");

    assertThat(run.exitCode).isZero();
    assertThat(run.out).contains("--stacktrace", "--help", "Exit codes:");
  }

  @Test
  void completionScriptNamesEveryCommand() {
    Run run = run("completion");

    assertThat(run.exitCode).isZero();
    assertThat(run.out)
        .startsWith("#!/usr/bin/env bash\n")
        .containsPattern("local commands=\".*\\bgpus\\b.*\\bcompletion\\b");
  }

  @Test
  void noCommandAtAllIsAUsageError() {
    Run run = run();

    assertThat(run.exitCode).isEqualTo(2);
    assertThat(run.out).isEmpty();
    assertThat(run.err).isEqualTo("sim: Missing required subcommand\nTry 'sim --help'.\n");
  }

  @Test
  void unknownCommandIsAnsweredWithTheClosestOne() {
    Run run = run("complition");

    assertThat(run.exitCode).isEqualTo(2);
    assertThat(run.err).contains("sim: unknown command 'complition', did you mean completion?\n");
  }

  @Test
  void unknownCommandWithSwappedLettersIsAnsweredWithTheClosestOne() {
    Run run = run("relpay");

    assertThat(run.err).contains("sim: unknown command 'relpay', did you mean replay?\n");
  }

  @Test
  void unknownCommandLikeNoOtherIsAnsweredWithoutAGuess() {
    Run run = run("xyzzy");

    assertThat(run.err).contains("sim: unknown command 'xyzzy'\n");
  }

  @Test
  void valueThatIsNoNameOfAListIsAnsweredWithTheList() {
    Run run = run("inspect", "--format", "yaml", "trace.jsonl");

    assertThat(run.exitCode).isEqualTo(2);
    assertThat(run.err)
        .isEqualTo(
            """
            sim: --format: must be one of table, json, got 'yaml'
            Try 'sim inspect --help'.
            """);
  }

  @Test
  void optionWithoutItsValueAndMissingArgumentsAreNamed() {
    assertThat(run("inspect", "trace.jsonl", "--perfetto").err)
        .startsWith("sim: --perfetto: its value is missing: FILE\n");
    assertThat(run("inspect").err).startsWith("sim: TRACE is missing\n");
  }

  @Test
  void unknownOptionIsAnsweredWithTheClosestOneAndTheHelpOfItsCommand() {
    Run run = run("fail", "--concurency", "3");

    assertThat(run.exitCode).isEqualTo(2);
    assertThat(run.err)
        .isEqualTo(
            """
            sim: unknown option '--concurency', did you mean --concurrency?
            Try 'sim fail --help'.
            """);
  }

  @Test
  void badValueNamesTheOptionAndTheValue() {
    Run run = run("fail", "--concurrency", "many");

    assertThat(run.exitCode).isEqualTo(2);
    assertThat(run.err).contains("'--concurrency'", "'many' is not an int");
  }

  @Test
  void theLastOfARepeatedOptionWins() {
    Fail command = new Fail(new IllegalStateException("broken"));

    run(command, "fail", "--concurrency", "1", "--concurrency", "2");

    assertThat(command.concurrency).isEqualTo(2);
  }

  @Test
  void wrongPolicyParameterIsTwo() {
    Run run = fail(new PolicyConfigException("kv", "temperature", "-1", "must be >= 0"));

    assertThat(run.exitCode).isEqualTo(2);
    assertThat(run.err).isEqualTo("sim: policy kv: temperature=-1: must be >= 0\n");
  }

  @Test
  void wrongHardwareAndTimingAreTwo() {
    Catalogue catalogue = Catalogue.bundled();
    Deployment tooLarge =
        new Deployment(
            catalogue.model("kimi-k2"), catalogue.gpu("l40s"), 1, WeightDtype.FP8, KvDtype.BF16);

    assertThat(thrown(() -> catalogue.gpu("h100")).exitCode).isEqualTo(2);
    assertThat(thrown(() -> KvCapacity.of(tooLarge, 0.9, 0, 64)).exitCode).isEqualTo(2);
    assertThat(thrown(() -> TimingFactory.provider("rooflin")).exitCode).isEqualTo(2);
  }

  @Test
  void wrongHardwareFileIsThree() {
    Run run = thrown(() -> Catalogue.bundled().model("no/such.json"));

    assertThat(run.exitCode).isEqualTo(3);
    assertThat(run.err).isEqualTo("sim: no/such.json: no such file\n");
  }

  private static Run thrown(ThrowingCallable call) {
    return fail(catchThrowableOfType(RuntimeException.class, call));
  }

  @Test
  void wrongScenarioIsTwo() {
    Run run = fail(new ScenarioException("load.concurrency", "must be at least 1, got 0", null));

    assertThat(run.exitCode).isEqualTo(2);
    assertThat(run.err).isEqualTo("sim: load.concurrency: must be at least 1, got 0\n");
  }

  @Test
  void wrongInputIsThreeWithFileLineFieldAndHint() {
    Run run =
        fail(
            new InvalidInputException(
                "a trace.jsonl",
                412,
                "turns[3].output_tokens",
                "must be >= 0, got -5",
                "--lenient"));

    assertThat(run.exitCode).isEqualTo(3);
    assertThat(run.err)
        .isEqualTo(
            "sim: a trace.jsonl:412: turns[3].output_tokens: must be >= 0, got -5, --lenient\n");
  }

  @Test
  void misbehavingPolicyIsFourWithTheSimulatedTime() {
    Run run = fail(new PolicyException("kv", 1_500_000_000L, "unknown worker 9"));

    assertThat(run.exitCode).isEqualTo(4);
    assertThat(run.err).isEqualTo("sim: policy kv at 1500.000000 ms: unknown worker 9\n");
  }

  @Test
  void stuckRunIsFiveAndSaysWhoWaits() {
    Run run =
        fail(new DeadlockException(7_000, 2, List.of("r1 waits for room", "r2 waits for r1")));

    assertThat(run.exitCode).isEqualTo(5);
    assertThat(run.err)
        .isEqualTo(
            """
            sim: 2 requests cannot finish; nothing happens after 0.007000 ms
              r1 waits for room
              r2 waits for r1
            """);
  }

  @Test
  void faultOfOursIsOneLineWithoutStackTrace() {
    Run run = fail(new IllegalStateException("broken"));

    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.err)
        .isEqualTo(
            "sim: internal error: java.lang.IllegalStateException: broken;"
                + " rerun with --stacktrace for details\n");
  }

  @Test
  void failedOutputIsOneAndNoBugOfOurs() {
    Run run = fail(new UncheckedIOException(new IOException("No space left on device")));

    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.err).contains("No space left on device").doesNotContain("internal");
  }

  @Test
  void stackTraceIsShownWhereItIsAskedFor() {
    Fail command = new Fail(new IllegalStateException("broken"));

    Run run = run(command, "fail", "--stacktrace");

    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.err).contains("\tat dev.turnstile.cli.MainTest");
  }

  @Test
  void outOfMemorySaysHowToGiveMore() {
    StringWriter err = new StringWriter();

    int exitCode = ErrorReport.crash(new OutOfMemoryError(), false, new PrintWriter(err));

    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("sim: out of memory: the heap is limited to ")
        .contains("SIM_JAVA_OPTS=-Xmx");
    assertThat(NotEnoughMemoryException.message("", "", 3_000L << 20))
        .isEqualTo(
            "out of memory: the heap is limited to 3000 MiB; SIM_JAVA_OPTS=-Xmx6g allows more");
    assertThat(NotEnoughMemoryException.message("loading x", "y helps", 100L << 20))
        .isEqualTo(
            "out of memory while loading x: the heap is limited to 100 MiB; SIM_JAVA_OPTS=-Xmx1g"
                + " allows more, y helps");
  }

  private static Run fail(RuntimeException error) {
    return run(new Fail(error), "fail");
  }

  private static Run run(String... args) {
    return run(new Fail(new IllegalStateException("broken")), args);
  }

  private static Run run(Fail command, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintWriter outWriter = new PrintWriter(out);
    PrintWriter errWriter = new PrintWriter(err);
    CommandLine sim = Main.commandLine(new SimCommand(), outWriter, errWriter, args);
    sim.addSubcommand(command);
    int exitCode = Main.configure(sim, outWriter, errWriter).execute(args);
    return new Run(exitCode, out.toString(), err.toString());
  }

  private record Run(int exitCode, String out, String err) {}

  /** A command that always ends with the same exception. */
  @Command(name = "fail", description = "Fails.")
  private static final class Fail implements Runnable {

    private final RuntimeException error;

    @Option(names = "--concurrency")
    private int concurrency;

    Fail(RuntimeException error) {
      this.error = error;
    }

    @Override
    public void run() {
      throw error;
    }
  }
}

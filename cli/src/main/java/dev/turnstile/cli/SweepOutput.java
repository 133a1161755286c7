package dev.turnstile.cli;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.reports.console.SweepTable;
import dev.turnstile.reports.data.SweepCsv;
import dev.turnstile.reports.data.SweepJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The single files that {@code sim sweep} writes, and what the terminal shows. */
final class SweepOutput {

  private final SweepCommand command;
  private final Console console;
  private final String version;
  private final List<String> written = new ArrayList<>();

  SweepOutput(SweepCommand command, Console console, String version) {
    this.command = command;
    this.console = console;
    this.version = version;
  }

  /** Checks every place for output, before the work. */
  void check() {
    for (Path file : new Path[] {command.output.json, command.output.csv}) {
      if (file != null) {
        OutputFiles.check(file);
      }
    }
    List<@Nullable Path> inputs = new ArrayList<>(command.traces);
    inputs.addAll(command.policyPath);
    inputs.add(command.scenario);
    OutputFiles.keepApart(
        inputs, Arrays.asList(command.output.json, command.output.csv, command.output.html));
    Path folder = command.output.folder;
    if (folder != null) {
      SweepFolder.check(folder, command.output.overwrite);
    }
  }

  /**
   * Writes single files and standard output, and returns the exit code.
   *
   * @param first scenario of the first point
   */
  int write(SweepResult sweep, Scenario first, boolean interrupted) throws IOException {
    Path folder = command.sweep.resume == null ? command.output.folder : command.sweep.resume;
    if (folder != null) {
      written.add(folder.toString());
    }
    single(command.output.json, text -> SweepJson.write(sweep, version, text));
    single(command.output.csv, text -> SweepCsv.write(sweep, text));
    single(command.output.html, text -> text.append(HtmlOutput.page(sweep, first, point -> "")));
    boolean json = command.output.format == ReplayCommand.Format.JSON;
    if (json) {
      SweepJson.write(sweep, version, console.out());
    } else {
      SweepTable.lines(sweep).forEach(console.out()::println);
      if (!written.isEmpty()) {
        console.out().println();
        console.out().println("Written: " + String.join(", ", written));
      }
    }
    if (interrupted) {
      interrupted(sweep, folder);
      return ExitCodes.INTERRUPTED;
    }
    return sweep.failed() == 0 ? ExitCodes.DONE : failed(sweep, json);
  }

  private void single(@Nullable Path file, OutputFiles.Text text) throws IOException {
    if (file != null) {
      OutputFiles.writeTextToItsEnd(file, text);
      written.add(file.toString());
    }
  }

  private void interrupted(SweepResult sweep, @Nullable Path folder) {
    console
        .err()
        .println(
            String.format(
                Locale.ROOT,
                "sim: interrupted; %,d of %,d points are finished%s",
                sweep.points().size() - sweep.missing(),
                sweep.points().size(),
                folder == null ? "" : " and kept, --resume " + folder + " continues"));
  }

  /** Standard output lists the failures in a table; beside JSON they are told here. */
  private int failed(SweepResult sweep, boolean json) {
    console
        .err()
        .println(
            String.format(
                Locale.ROOT,
                "sim: %,d of %,d points failed",
                sweep.failed(),
                sweep.points().size()));
    for (SweepResult.Point point : sweep.points()) {
      if (json && point.outcome() instanceof Outcome.Failed failure) {
        console.err().println("  " + point.label() + ": " + failure.message());
      }
    }
    return ExitCodes.POINTS_FAILED;
  }
}

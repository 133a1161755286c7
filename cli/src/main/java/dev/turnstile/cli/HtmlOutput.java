package dev.turnstile.cli;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioYaml;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.reports.chart.FontsMissingException;
import dev.turnstile.reports.compare.Condition;
import dev.turnstile.reports.compare.StoredComparison;
import dev.turnstile.reports.data.ResultFolder;
import dev.turnstile.reports.html.HtmlReport;
import dev.turnstile.reports.html.ReportedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The HTML reports of a command.
 *
 * <p>A page that is asked for by name is made or refused before the work. A folder of results goes
 * without its page on a machine that cannot draw charts, and the command says so.
 */
final class HtmlOutput {

  private static final String PAGE = "report.html";

  private final boolean possible;

  private HtmlOutput(boolean possible) {
    this.possible = possible;
  }

  /**
   * Checks what is needed, before the work.
   *
   * @param file page that is asked for, or null
   * @param folder folder that should have a page, or null
   * @throws FontsMissingException if a page is asked for and cannot be made
   */
  static HtmlOutput of(@Nullable Path file, @Nullable Path folder, Console console) {
    if (file == null && folder == null) {
      return new HtmlOutput(false);
    }
    System.setProperty("java.awt.headless", "true");
    if (file != null) {
      OutputFiles.check(file);
      HtmlReport.check();
      return new HtmlOutput(true);
    }
    try {
      HtmlReport.check();
      return new HtmlOutput(true);
    } catch (FontsMissingException e) {
      console.err().println("sim: " + folder + " will have no " + PAGE + ": " + e.getMessage());
      return new HtmlOutput(false);
    }
  }

  /** The page of one run, or of several compared with the first one. */
  static String page(List<FinishedRun> runs) {
    List<ReportedRun> reported =
        runs.stream()
            .map(
                run ->
                    new ReportedRun(
                        run.result(), ScenarioYaml.write(run.scenario()), run.scenario().changed()))
            .toList();
    return HtmlReport.of(reported, new Version().number());
  }

  /**
   * The page of a sweep.
   *
   * @param first scenario of its first point
   * @param link address of the page of a point relative to this one, or empty
   */
  static String page(SweepResult sweep, Scenario first, Function<SweepResult.Point, String> link) {
    return HtmlReport.of(sweep, ScenarioYaml.write(first), new Version().number(), link);
  }

  /** The page of a comparison of stored results. */
  static String page(StoredComparison comparison, List<Condition.Finding> findings) {
    return HtmlReport.of(comparison, findings, new Version().number());
  }

  /**
   * Adds the page of some runs to a folder, if it can be made.
   *
   * @param prefix {@code ""}, or a folder inside it that ends in {@code /}
   */
  void addTo(ResultFolder folder, String prefix, List<FinishedRun> runs) throws IOException {
    if (possible) {
      String page = page(runs);
      folder.add(prefix + PAGE, text -> text.append(page));
    }
  }

  /** Adds the page of a sweep to a folder, if it can be made. */
  void addTo(
      ResultFolder folder,
      SweepResult sweep,
      Scenario first,
      Function<SweepResult.Point, String> link)
      throws IOException {
    if (possible) {
      String page = page(sweep, first, link);
      folder.add(PAGE, text -> text.append(page));
    }
  }
}

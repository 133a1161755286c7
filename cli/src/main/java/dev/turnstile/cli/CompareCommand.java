package dev.turnstile.cli;

import dev.turnstile.reports.compare.Baseline;
import dev.turnstile.reports.compare.Condition;
import dev.turnstile.reports.compare.IncomparableException;
import dev.turnstile.reports.compare.StoredComparison;
import dev.turnstile.reports.compare.StoredComparisonJson;
import dev.turnstile.reports.compare.StoredComparisonTable;
import dev.turnstile.reports.compare.StoredResults;
import dev.turnstile.reports.compare.StoredRun;
import dev.turnstile.reports.data.ReportJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares results that were written before. */
@Command(
    name = "compare",
    description = {
      "Compares results of sim replay and sim sweep that were written before.",
      "With several results the first one is the baseline, and points of sweeps are compared with"
          + " those of the same policy and settings; with one result its first policy is."
    })
final class CompareCommand implements Runnable, IExitCodeGenerator {

  @Spec private CommandSpec spec;

  private int exitCode;

  @Parameters(
      arity = "1..*",
      paramLabel = "RESULT",
      description = "Folder, report.json or sweep.json.")
  List<Path> results = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "P",
      description = "What the others are compared with: one of the results, or a policy.")
  @Nullable String baseline;

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      description =
          "End with 7 if it holds for any run: a change against the baseline 'p99_ttft_ms>+5%%' or"
              + " 'preemptions>+10', or a value 'p99_ttft_ms>500'; repeatable.")
  List<String> conditions = new ArrayList<>();

  @Option(
      names = "--force",
      description = "Compare results of different traces or definitions too.")
  boolean force;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the comparison.")
  @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the comparison as one HTML page that needs nothing but itself.")
  @Nullable Path html;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "What standard output shows [table, json] (default table).")
  ReplayCommand.Format format = ReplayCommand.Format.TABLE;

  @Override
  public int getExitCode() {
    return exitCode;
  }

  @Override
  public void run() {
    Path file = json;
    if (file != null) {
      OutputFiles.check(file);
    }
    HtmlOutput.of(html, null, Console.of(spec));
    List<Path> inputs = new ArrayList<>();
    for (Path result : results) {
      inputs.addAll(
          Files.isDirectory(result)
              ? List.of(result.resolve("report.json"), result.resolve("sweep.json"))
              : List.of(result));
    }
    OutputFiles.keepApart(inputs, Arrays.asList(file, html));
    List<Condition> parsed = conditions.stream().map(Condition::parse).toList();
    List<StoredRun> runs = new ArrayList<>();
    for (Path result : new LinkedHashSet<>(results)) {
      runs.addAll(StoredResults.read(result));
    }
    parsed.forEach(condition -> condition.check(runs));
    StoredComparison comparison = compare(runs, parsed);
    List<Condition.Finding> findings = judge(runs, comparison, parsed);
    String document = ReportJson.text(StoredComparisonJson.document(comparison, findings));
    Console console = Console.of(spec);
    try {
      if (file != null) {
        OutputFiles.writeText(file, text -> text.append(document));
      }
      writePage(comparison, findings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (format == ReplayCommand.Format.JSON) {
      console.out().print(document);
    } else {
      StoredComparisonTable.lines(comparison, findings).forEach(console.out()::println);
    }
    fail(findings, console);
  }

  private void writePage(StoredComparison comparison, List<Condition.Finding> findings)
      throws IOException {
    Path page = html;
    if (page != null) {
      OutputFiles.writeText(page, text -> text.append(HtmlOutput.page(comparison, findings)));
    }
  }

  private StoredComparison compare(List<StoredRun> runs, List<Condition> parsed) {
    Set<String> metrics = new LinkedHashSet<>();
    parsed.forEach(condition -> metrics.add(condition.metric()));
    StoredComparison comparison =
        StoredComparison.of(runs, Baseline.of(runs, baseline), metrics, force);
    boolean values = parsed.stream().allMatch(c -> c.kind() == Condition.Kind.VALUE);
    if (comparison.pairs().isEmpty() && (parsed.isEmpty() || !values)) {
      throw new IncomparableException(
          "there is nothing to compare: "
              + (runs.size() == 1
                  ? "name a second result"
                  : "no run has a counterpart with the same policy and settings in the baseline"));
    }
    return comparison;
  }

  /** Judges each compared run; without any, each run by itself. */
  private static List<Condition.Finding> judge(
      List<StoredRun> runs, StoredComparison comparison, List<Condition> parsed) {
    List<Condition.Finding> findings = new ArrayList<>();
    for (Condition condition : parsed) {
      comparison.pairs().forEach(pair -> findings.add(condition.judge(pair)));
      if (comparison.pairs().isEmpty()) {
        runs.forEach(run -> findings.add(condition.judge(run)));
      }
    }
    return findings;
  }

  private void fail(List<Condition.Finding> findings, Console console) {
    for (Condition.Finding finding : findings) {
      if (finding.holds()) {
        exitCode = ExitCodes.CONDITION_HOLDS;
        console
            .err()
            .println(
                "sim: "
                    + finding.condition().text()
                    + " holds: "
                    + finding.run().label()
                    + " of "
                    + finding.run().source()
                    + ": "
                    + finding.observed());
      }
    }
  }
}

package dev.turnstile.cli;

import dev.turnstile.replay.RunRecording;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.ScenarioYaml;
import dev.turnstile.reports.console.ComparisonTable;
import dev.turnstile.reports.console.RunSummary;
import dev.turnstile.reports.data.ReportJson;
import dev.turnstile.reports.data.ResultFolder;
import dev.turnstile.reports.data.RunFiles;
import dev.turnstile.reports.data.RunTables;
import dev.turnstile.reports.data.UnusableOutputException;
import dev.turnstile.reports.perfetto.PerfettoTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The files that {@code sim replay} writes, and what standard output shows. */
final class ReplayOutput {

  private final ReplayCommand.OutputOptions options;
  private final Console console;
  private final List<String> written = new ArrayList<>();
  private @Nullable HtmlOutput html;

  ReplayOutput(ReplayCommand.OutputOptions options, Console console) {
    this.options = options;
    this.console = console;
  }

  /**
   * Checks every place for output, before the work.
   *
   * @param policies the policies of the runs there will be
   * @param inputs what is read
   */
  void check(List<String> policies, List<@Nullable Path> inputs) {
    int runs = policies.size();
    Path folder = options.folder;
    if (folder != null) {
      ResultFolder.check(folder, options.overwrite);
    }
    for (Path file : new Path[] {options.json, options.csv, options.events}) {
      if (file != null) {
        OutputFiles.check(file);
      }
    }
    if (options.record != null) {
      OutputFiles.checkTrace(options.record);
    }
    List<@Nullable Path> files = new ArrayList<>();
    Path timeline = options.perfetto;
    if (timeline != null) {
      files.addAll(TimelineFiles.named(timeline, policies));
      TimelineFiles.named(timeline, policies).forEach(OutputFiles::check);
    }
    Collections.addAll(
        files, options.json, options.csv, options.events, options.record, options.html);
    OutputFiles.keepApart(inputs, files);
    html = HtmlOutput.of(options.html, folder, console);
    refuseWithSeveral(runs, "--csv", options.csv);
    refuseWithSeveral(runs, "--record", options.record);
    refuseWithSeveral(runs, "--events", options.events);
  }

  private static void refuseWithSeveral(int runs, String option, @Nullable Path file) {
    if (runs > 1 && file != null) {
      throw new UnusableOutputException(
          file, option + " holds one run, got " + runs + " policies; -o DIR holds them all");
    }
  }

  /** Runs a work that makes decisions, and writes these if they are wanted. */
  void events(Consumer<@Nullable Consumer<String>> work) throws IOException {
    Path file = options.events;
    if (file == null) {
      work.accept(null);
      return;
    }
    OutputFiles.writeText(
        file,
        text ->
            work.accept(
                line -> {
                  try {
                    text.append(line).append('\n');
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
    written.add(file.toString());
  }

  /** Writes all files, then standard output. */
  void write(List<FinishedRun> runs) throws IOException {
    String version = new Version().number();
    List<RunResult> results = runs.stream().map(FinishedRun::result).toList();
    Report report = new Report(results, version);
    single(options.json, text -> text.append(report.text()));
    single(options.csv, text -> new RunTables(results.get(0)).requests(text));
    single(options.html, text -> text.append(HtmlOutput.page(runs)));
    Path record = options.record;
    if (record != null) {
      OutputFiles.named(
          record,
          () ->
              RunRecording.write(results.get(0), record)
                  .forEach(file -> written.add(file.toString())));
    }
    timelines(runs);
    folder(runs, report, version);
    show(results, report);
  }

  private void timelines(List<FinishedRun> runs) throws IOException {
    Path given = options.perfetto;
    if (given == null) {
      return;
    }
    List<Path> files =
        TimelineFiles.named(
            given, runs.stream().map(run -> run.scenario().policy().toString()).toList());
    for (int i = 0; i < files.size(); i++) {
      RunResult result = runs.get(i).result();
      TimelineFiles.write(
          files.get(i),
          out -> PerfettoTrace.writeRun(result, out, options.perfettoLimit),
          console,
          options.quiet);
      written.add(files.get(i).toString());
    }
  }

  private void single(@Nullable Path file, OutputFiles.Text text) throws IOException {
    if (file != null) {
      OutputFiles.writeText(file, text);
      written.add(file.toString());
    }
  }

  private void folder(List<FinishedRun> runs, Report report, String version) throws IOException {
    Path target = options.folder;
    if (target == null) {
      return;
    }
    try (ResultFolder folder = ResultFolder.create(target, options.overwrite)) {
      OutputFiles.guarded(
          folder,
          () -> {
            fill(folder, runs, report, version);
            folder.commit(Manifest.of(runs, console.arguments()));
          });
    }
    written.add(target.toString());
  }

  private void fill(ResultFolder folder, List<FinishedRun> runs, Report report, String version)
      throws IOException {
    Set<String> names = new TreeSet<>();
    for (FinishedRun run : runs) {
      String prefix = runs.size() == 1 ? "" : uniqueName(run, names) + "/";
      String scenario = ScenarioYaml.write(run.scenario());
      RunFiles.add(folder, prefix, run.result(), version, scenario);
      addPage(folder, prefix, List.of(run));
      if (runs.size() > 1) {
        String manifest = ReportJson.text(Manifest.of(List.of(run), console.arguments()));
        folder.add(prefix + ResultFolder.MANIFEST, text -> text.append(manifest));
      }
    }
    if (runs.size() > 1) {
      folder.add("report.json", text -> text.append(report.text()));
      addPage(folder, "", runs);
    }
  }

  private void addPage(ResultFolder folder, String prefix, List<FinishedRun> runs)
      throws IOException {
    if (html != null) {
      html.addTo(folder, prefix, runs);
    }
  }

  private static String uniqueName(FinishedRun run, Set<String> taken) {
    String base = RunFiles.folderName(run.result().policy());
    String name = base;
    for (int i = 2; !taken.add(name); i++) {
      name = base + "-" + i;
    }
    return name;
  }

  private void show(List<RunResult> results, Report report) {
    if (options.format == ReplayCommand.Format.JSON) {
      console.out().print(report.text());
      return;
    }
    List<String> lines =
        results.size() == 1 ? RunSummary.lines(results.get(0)) : ComparisonTable.lines(results);
    lines.forEach(console.out()::println);
    if (!written.isEmpty()) {
      console.out().println();
      console.out().println("Written: " + String.join(", ", written));
    }
  }

  /** The JSON of all results, made when it is wanted: a table alone needs none. */
  private static final class Report {
    private final List<RunResult> results;
    private final String version;
    private @Nullable String text;

    Report(List<RunResult> results, String version) {
      this.results = results;
      this.version = version;
    }

    String text() {
      String made = text;
      if (made == null) {
        made =
            ReportJson.text(
                results.size() == 1
                    ? ReportJson.document(results.get(0), version)
                    : ReportJson.comparison(results, version));
        text = made;
      }
      return made;
    }
  }
}

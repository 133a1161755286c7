package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.figure.Figure;
import dev.turnstile.reports.figure.KvFigures;
import dev.turnstile.reports.figure.LatencyFigures;
import dev.turnstile.reports.figure.SessionFigures;
import dev.turnstile.reports.figure.Text;
import dev.turnstile.reports.figure.TimeFigures;
import dev.turnstile.reports.figure.View;
import dev.turnstile.reports.figure.WhyFigures;
import dev.turnstile.reports.figure.WorkerFigures;
import java.util.ArrayList;
import java.util.List;

/** The page of one run. */
final class RunPage {
  private static final int SESSIONS = 20;
  private static final int SPANS = 400;

  private final ReportedRun reported;
  private final RunResult run;
  private final Numbered numbers;
  private final View view;

  private RunPage(ReportedRun reported) {
    this.reported = reported;
    run = reported.result();
    numbers = Numbered.of(run, "");
    view = new View(Text.id(run.policy()), Look.series(0), run);
  }

  static Page of(ReportedRun reported, String version) {
    RunPage page = new RunPage(reported);
    RunResult run = reported.result();
    String trace = Facts.trace(run);
    return new Page(
        "replay",
        page.view.name() + " on " + trace + " · Turnstile",
        page.view.name() + " on " + trace,
        page.verdict(),
        Tiles.of(page.numbers, null),
        Facts.context(run),
        Facts.of(reported, List.of(page.view.name())),
        Warnings.shown(run.warnings()),
        Warnings.notes(run.notes()),
        page.sections(),
        page.appendix(),
        version);
  }

  private List<Prose> verdict() {
    List<Prose> verdict = new ArrayList<>();
    if (!numbers.has("steps_per_min")) {
      verdict.add(
          new Prose()
              .words("Under ")
              .name(view.name())
              .words(", no rate can be given: ")
              .number(numbers.shown("completed_requests"))
              .words(" of ")
              .number(numbers.shown("num_requests"))
              .words(" requests were completed."));
      return verdict;
    }
    verdict.add(
        new Prose()
            .name(view.name())
            .words(" completes ")
            .number(numbers.shown("steps_per_min"))
            .words(" turns a minute, serves ")
            .number(numbers.shown("prefix_cache_hit_ratio"))
            .words(
                " of prompt tokens from the cache and gives half of the turns their first token within ")
            .number(numbers.shown("p50_ttft_ms"))
            .words("."));
    verdict.add(
        new Prose()
            .number(numbers.shown("completed_requests"))
            .words(" of ")
            .number(numbers.shown("num_requests"))
            .words(" requests were completed in ")
            .number(numbers.shown("duration_ms"))
            .words(" of simulated time; 95 % of first tokens came within ")
            .number(numbers.shown("p95_ttft_ms"))
            .words(", and the cache kept ")
            .number(numbers.shown("hit_ratio_of_ideal"))
            .words(" of the reuse that is possible."));
    Prose loss = LossAdvice.of(view.name(), false, numbers);
    if (loss != null) {
      verdict.add(loss);
    }
    if (numbers.has("session_duration_ms")) {
      verdict.add(sessions());
    }
    return verdict;
  }

  private Prose sessions() {
    return new Prose()
        .words("A session takes ")
        .number(numbers.shown("session_duration_ms"))
        .words(" on average: ")
        .number(numbers.shown("session_llm_ms"))
        .words(" on a worker, ")
        .number(numbers.shown("session_paused_ms"))
        .words(" held before one, ")
        .number(numbers.shown("session_tool_ms"))
        .words(" in tools, ")
        .number(numbers.shown("session_other_idle_ms"))
        .words(" otherwise idle.");
  }

  private List<Page.Section> sections() {
    List<Figure> load = new ArrayList<>();
    load.add(TimeFigures.requests(view));
    load.addAll(TimeFigures.tokenRates(view));
    load.addAll(KvFigures.of(view));
    List<Figure> latency = new ArrayList<>(LatencyFigures.distributions(List.of(view)));
    latency.addAll(LatencyFigures.scatter(List.of(view)));
    List<Figure> sessions = new ArrayList<>();
    sessions.add(
        SessionFigures.gantt(view, "gantt", "The slowest sessions", SESSIONS, SPANS, Double.NaN));
    sessions.add(SessionFigures.waterfall(view));
    sessions.addAll(WorkerFigures.of(view));
    SlowTables slow = new SlowTables(view, "");
    return List.of(
        section("latency", "Latency", latency, List.of()),
        section("why", WhyFigures.TITLE, List.of(WhyFigures.of(view)), why()).figuresAbove(),
        section("load", "Load and cache over time", load, List.of()),
        section("sessions", "Sessions and workers", sessions, List.of()),
        section(
            "tables",
            "Tables",
            List.of(),
            List.of(
                MetricTables.metrics(run, numbers),
                MetricTables.distributions(run),
                slow.sessions(),
                slow.requests(),
                slow.rejected(),
                MetricTables.workers(run))));
  }

  private List<Table> why() {
    List<Table> tables = new ArrayList<>(List.of(WhyTables.of(numbers)));
    tables.addAll(new TreeTables(view, "").all());
    return tables;
  }

  private static Page.Section section(
      String id, String title, List<Figure> figures, List<Table> tables) {
    return new Page.Section(id, title, "", DrawnFigure.all(figures), tables);
  }

  private Page.Appendix appendix() {
    return new Page.Appendix(
        Facts.command(reported, List.of()),
        List.of(new Page.Scenario("Scenario as YAML", reported.scenario())),
        run.checks(),
        Facts.definitions(run.definitions()));
  }
}

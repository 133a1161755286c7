package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.Gauge;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.reports.chart.Look;
import dev.turnstile.reports.figure.ComparisonFigures;
import dev.turnstile.reports.figure.Figure;
import dev.turnstile.reports.figure.KvFigures;
import dev.turnstile.reports.figure.LatencyFigures;
import dev.turnstile.reports.figure.SessionFigures;
import dev.turnstile.reports.figure.Text;
import dev.turnstile.reports.figure.TimeFigures;
import dev.turnstile.reports.figure.View;
import dev.turnstile.reports.figure.WhyFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The page of several runs of one workload, compared with the first one. */
final class ComparisonPage {
  private static final int TABLE_COLUMNS = 16;
  private static final int CURVES = 8;
  private static final int MULTIPLES = 4;
  private static final int SESSIONS = 10;
  private static final int SPANS = 250;

  /**
   * One of the runs.
   *
   * @param view how figures show it
   * @param numbers its summary
   */
  record Compared(View view, Numbered numbers) {
    String name() {
      return view.name();
    }
  }

  private final List<ReportedRun> reported;
  private final List<Compared> runs = new ArrayList<>();
  private final ComparisonVerdict verdict;

  private ComparisonPage(List<ReportedRun> reported) {
    this.reported = reported;
    for (int i = 0; i < reported.size(); i++) {
      RunResult run = reported.get(i).result();
      View view = new View(Text.id(run.policy()), Look.series(i), run);
      runs.add(new Compared(view, Numbered.of(run, "/runs/" + i)));
    }
    verdict = new ComparisonVerdict(runs);
  }

  static Page of(List<ReportedRun> reported, String version) {
    ComparisonPage page = new ComparisonPage(reported);
    ReportedRun first = reported.get(0);
    String trace = Facts.trace(first.result());
    List<String> names = page.runs.stream().map(Compared::name).toList();
    Compared best = page.verdict.best();
    boolean against = !best.equals(page.runs.get(0));
    return new Page(
        "comparison",
        names.size() + " policies on " + trace + " · Turnstile",
        names.size()
            + " policies on "
            + trace
            + (against
                ? "; the numbers below are of " + best.name() + " against " + names.get(0)
                : ""),
        page.verdict.sentences(),
        Tiles.of(best.numbers(), against ? page.runs.get(0).numbers() : null),
        Facts.context(first.result()),
        Facts.of(first, names),
        Warnings.shown(ComparisonTables.warnings(page.runs)),
        Warnings.notes(page.notes()),
        page.sections(),
        page.appendix(names),
        version);
  }

  private List<String> notes() {
    Set<String> notes = new LinkedHashSet<>();
    reported.forEach(run -> notes.addAll(run.result().notes()));
    return List.copyOf(notes);
  }

  /** The baseline and the best others, in the order in which they were given. */
  private List<Compared> chosen(int most) {
    if (runs.size() <= most) {
      return runs;
    }
    List<Compared> others = new ArrayList<>(runs.subList(1, runs.size()));
    others.sort(
        Comparator.comparingDouble(
            run -> {
              Number turns = run.numbers().value("steps_per_min");
              return turns == null ? Double.POSITIVE_INFINITY : -turns.doubleValue();
            }));
    List<Compared> best = others.subList(0, most - 1);
    return runs.stream().filter(run -> run.equals(runs.get(0)) || best.contains(run)).toList();
  }

  private static List<View> views(List<Compared> runs) {
    return runs.stream().map(Compared::view).toList();
  }

  private String drawn(int most) {
    return runs.size() <= most
        ? ""
        : "Drawn are the baseline and the "
            + (most - 1)
            + " policies with most turns per minute, of "
            + runs.size()
            + ".";
  }

  private List<Page.Section> sections() {
    List<View> curves = views(chosen(CURVES));
    List<View> multiples = views(chosen(MULTIPLES));
    List<Compared> columns = chosen(TABLE_COLUMNS);
    ComparisonTables tables = new ComparisonTables(columns, runs.size() - columns.size());
    List<Figure> comparison =
        List.of(
            ComparisonFigures.turns(views(columns)),
            ComparisonFigures.ttft(views(columns)),
            SessionFigures.splits(views(columns)));
    List<Figure> latency = new ArrayList<>(LatencyFigures.distributions(curves));
    latency.addAll(LatencyFigures.scatter(multiples));
    return List.of(
        section("comparison", "Comparison", "", comparison, List.of(tables.key())),
        section(
                "why",
                WhyFigures.TITLE,
                "",
                List.of(WhyFigures.compared(views(columns))),
                why(tables))
            .figuresAbove(),
        section("latency", "Latency", drawn(CURVES), latency, List.of()),
        section(
            "load", "Load and cache over time", drawn(CURVES), load(curves, multiples), List.of()),
        section("sessions", "The slowest sessions", drawn(MULTIPLES), gantts(multiples), List.of()),
        section("tables", "Tables", "", List.of(), details(tables)));
  }

  private static List<Figure> load(List<View> curves, List<View> multiples) {
    List<Figure> load = new ArrayList<>();
    load.add(
        TimeFigures.compared(
            "running", "Requests running in batches", "requests", Gauge.RUNNING_REQUESTS, curves));
    load.add(
        TimeFigures.compared(
            "held", "Requests held before the workers", "requests", Gauge.HELD_REQUESTS, curves));
    load.add(
        TimeFigures.compared(
            "waiting", "Requests waiting on workers", "requests", Gauge.WAITING_REQUESTS, curves));
    load.add(TimeFigures.outputRates(curves));
    load.addAll(KvFigures.ofClusters(multiples));
    return load;
  }

  private static List<Figure> gantts(List<View> views) {
    double longest = 0;
    for (View view : views) {
      longest =
          Math.max(
              longest,
              SessionFigures.slowest(view, 1).stream()
                  .mapToDouble(row -> row.durationNanos() / 1e6)
                  .sum());
    }
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      String title = "Under " + views.get(i).name();
      figures.add(
          SessionFigures.gantt(views.get(i), "gantt-" + i, title, SESSIONS, SPANS, longest));
    }
    return figures;
  }

  private List<Table> details(ComparisonTables tables) {
    List<Table> details = new ArrayList<>(List.of(tables.all()));
    List<Compared> shown = shown();
    for (int i = 0; i < shown.size(); i++) {
      SlowTables slow = new SlowTables(shown.get(i).view(), "-" + i);
      details.add(slow.sessions());
      details.add(slow.requests());
      details.add(slow.rejected());
    }
    return details;
  }

  private List<Table> why(ComparisonTables tables) {
    List<Table> why = new ArrayList<>(List.of(tables.causes()));
    List<Compared> shown = shown();
    for (int i = 0; i < shown.size(); i++) {
      why.addAll(new TreeTables(shown.get(i).view(), "-" + i).all());
    }
    return why;
  }

  /** The baseline, and the best where it is another one. */
  private List<Compared> shown() {
    List<Compared> shown = new ArrayList<>(List.of(runs.get(0)));
    if (!verdict.best().equals(runs.get(0))) {
      shown.add(verdict.best());
    }
    return shown;
  }

  private static Page.Section section(
      String id, String title, String note, List<Figure> figures, List<Table> tables) {
    return new Page.Section(id, title, note, DrawnFigure.all(figures), tables);
  }

  private Page.Appendix appendix(List<String> names) {
    ReportedRun first = reported.get(0);
    List<Page.Scenario> scenarios = new ArrayList<>();
    for (Compared run : chosen(CURVES)) {
      int index = runs.indexOf(run);
      scenarios.add(
          new Page.Scenario(
              "Scenario of " + run.name() + " as YAML", reported.get(index).scenario()));
    }
    return new Page.Appendix(
        Facts.command(first, names.subList(0, Math.min(CURVES, names.size()))),
        scenarios,
        first.result().checks(),
        Facts.definitions(first.result().definitions()));
  }
}

package dev.turnstile.reports.html;

import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.Point;
import dev.turnstile.reports.console.Numbers;
import dev.turnstile.reports.figure.Figure;
import dev.turnstile.reports.figure.SweepFigures;
import dev.turnstile.reports.figure.Text;
import dev.turnstile.reports.figure.WhyFigures;
import dev.turnstile.workload.TraceInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The page of a sweep. */
final class SweepPage {
  private final SweepResult sweep;
  private final String scenario;
  private final SweepNumbers numbers;
  private final SweepVerdict verdict;
  private final Function<Point, String> link;

  private SweepPage(SweepResult sweep, String scenario, Function<Point, String> link) {
    this.sweep = sweep;
    this.scenario = scenario;
    this.link = link;
    numbers = new SweepNumbers(sweep);
    verdict = new SweepVerdict(sweep, numbers);
  }

  static Page of(SweepResult sweep, String scenario, String version, Function<Point, String> link) {
    SweepPage page = new SweepPage(sweep, scenario, link);
    String what = Facts.trace(sweep.trace().files(), sweep.trace().format());
    String subject =
        counted(sweep.points().size(), "point")
            + " of "
            + counted(sweep.policies().size(), "policy")
            + " on "
            + what;
    return new Page(
        "sweep",
        subject + " · Turnstile",
        subject,
        page.sentences(),
        page.tiles(),
        page.trace() + "; " + Facts.cluster(sweep.config()),
        page.facts(),
        Warnings.shown(page.warnings()),
        Warnings.notes(page.notes()),
        page.sections(),
        page.appendix(),
        version);
  }

  private static String counted(int count, String noun) {
    String many = noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
    return count + " " + (count == 1 ? noun : many);
  }

  private List<Page.Tile> tiles() {
    Group best = verdict.best();
    if (best == null) {
      return List.of();
    }
    Group baseline = verdict.counterpart(best);
    return Tiles.of(values(best), baseline == null ? null : values(baseline));
  }

  private Tiles.Values values(Group group) {
    return new Tiles.Values() {
      @Override
      public @Nullable Number value(String metric) {
        return numbers.value(group, metric);
      }

      @Override
      public Shown shown(String metric) {
        return numbers.shown(group, metric);
      }
    };
  }

  private List<Prose> sentences() {
    List<Prose> sentences = verdict.sentences();
    Group best = verdict.best();
    Prose advice = best == null ? null : LossAdvice.of(Text.id(best.policy()), true, values(best));
    if (advice != null) {
      sentences.add(advice);
    }
    return sentences;
  }

  private String trace() {
    return sweep.trace().format()
        + ", "
        + Numbers.counted(sweep.trace().requests(), "request")
        + " in "
        + Numbers.counted(sweep.trace().sessionTrees(), "session tree");
  }

  private List<Page.Fact> facts() {
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact("Trace", List.of(trace())));
    facts.add(
        new Page.Fact("Policies", sweep.policies().stream().limit(40).map(Text::id).toList()));
    for (SweepPlan.Axis axis : sweep.axes()) {
      facts.add(
          new Page.Fact(
              Text.id(axis.path()),
              List.of(Text.cut(Text.visible(String.join(", ", axis.values())), 300))));
    }
    if (sweep.repeats() > 1) {
      facts.add(new Page.Fact("Repeats", List.of(sweep.repeats() + " seeds each")));
    }
    facts.add(new Page.Fact("Cluster of the first point", List.of(Facts.cluster(sweep.config()))));
    facts.add(new Page.Fact("Files", Facts.files(sweep.trace().files())));
    return facts;
  }

  /** Those of the trace, then those of points, added up. */
  private List<TraceInfo.Warning> warnings() {
    Map<String, TraceInfo.Warning> all = new LinkedHashMap<>();
    Map<String, Integer> points = new LinkedHashMap<>();
    for (Point point : sweep.points()) {
      Outcome.Finished finished = point.finished();
      for (TraceInfo.Warning warning :
          finished == null ? List.<TraceInfo.Warning>of() : finished.warnings()) {
        points.merge(warning.name(), 1, Integer::sum);
        all.putIfAbsent(
            warning.name(), new TraceInfo.Warning(warning.name(), 1, List.of(), warning.effect()));
      }
    }
    List<TraceInfo.Warning> shown = new ArrayList<>(sweep.trace().warnings());
    all.forEach(
        (name, warning) ->
            shown.add(
                new TraceInfo.Warning(
                    name + ", points", points.getOrDefault(name, 0), List.of(), warning.effect())));
    return shown;
  }

  private List<String> notes() {
    Set<String> notes = new LinkedHashSet<>();
    for (Point point : sweep.points()) {
      Outcome.Finished finished = point.finished();
      if (finished != null) {
        notes.addAll(finished.notes());
      }
    }
    return List.copyOf(notes);
  }

  private List<Page.Section> sections() {
    SweepTables tables = new SweepTables(sweep, numbers, link);
    List<Page.Section> sections = new ArrayList<>();
    if (verdict.best() != null) {
      sections.addAll(figures(tables));
    }
    List<Table> details = new ArrayList<>(tables.differences());
    details.add(tables.points());
    details.add(tables.failures());
    sections.add(section("tables", "Tables", List.of(), details));
    return sections;
  }

  private List<Page.Section> figures(SweepTables tables) {
    SweepFigures figures = new SweepFigures(sweep);
    List<Page.Section> sections = new ArrayList<>();
    List<Figure> comparison = new ArrayList<>();
    List<Figure> latency = new ArrayList<>();
    List<Figure> cache = new ArrayList<>();
    List<Figure> why = new ArrayList<>(List.of(figures.why()));
    if (figures.hasLines()) {
      comparison.addAll(figures.throughput());
      comparison.addAll(heat(figures));
      latency.addAll(figures.latency());
      latency.addAll(figures.sessions());
      cache.addAll(figures.cache());
      why.addAll(figures.sources());
    }
    sections.add(section("comparison", "Comparison", comparison, List.of(tables.best())));
    sections.add(
        section("why", WhyFigures.TITLE, why, List.of(WhyTables.of(sweep, numbers)))
            .figuresAbove());
    sections.add(
        section(
            "tradeoff", "What users get, what the hardware yields", figures.fronts(), List.of()));
    if (!latency.isEmpty()) {
      sections.add(section("latency", "Latency and sessions", latency, List.of()));
      sections.add(section("cache", "Cache", cache, List.of()));
    }
    return sections;
  }

  private List<Figure> heat(SweepFigures figures) {
    String by = sweep.derived().bestBy();
    String title = by.startsWith("goodput") ? "Goodput" : "Output tokens per second and GPU";
    return figures.changes(
        new String[] {by, title + ", change"}, new String[] {"p99_ttft_ms", "p99 TTFT, change"});
  }

  private static Page.Section section(
      String id, String title, List<Figure> figures, List<Table> tables) {
    return new Page.Section(id, title, "", DrawnFigure.all(figures), tables);
  }

  private Page.Appendix appendix() {
    Map<String, String> definitions = new LinkedHashMap<>();
    for (Point point : sweep.points()) {
      Outcome.Finished finished = point.finished();
      if (finished != null) {
        finished.definitions().forEach(definitions::putIfAbsent);
      }
    }
    return new Page.Appendix(
        "",
        List.of(new Page.Scenario("Scenario of the first point as YAML", scenario)),
        List.of(),
        Facts.definitions(definitions));
  }
}

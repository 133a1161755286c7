package dev.turnstile.reports.html;

import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.reports.compare.Condition;
import dev.turnstile.reports.compare.StoredComparison;
import dev.turnstile.reports.compare.StoredComparison.Pair;
import dev.turnstile.reports.compare.StoredRun;
import dev.turnstile.reports.figure.ChangeFigures;
import dev.turnstile.reports.figure.Figure;
import dev.turnstile.reports.figure.Text;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The page of a comparison of stored results. */
final class StoredPage {
  private static final String TURNS = "steps_per_min";
  private static final String HITS = "prefix_cache_hit_ratio";
  private static final int PAIR_TABLES = 8;
  private static final int LIST = 20;

  private final StoredComparison comparison;
  private final List<Condition.Finding> findings;
  private final @Nullable Pair best;
  private final IdentityHashMap<Pair, Integer> places = new IdentityHashMap<>();

  private StoredPage(StoredComparison comparison, List<Condition.Finding> findings) {
    this.comparison = comparison;
    this.findings = findings;
    for (int i = 0; i < comparison.pairs().size(); i++) {
      places.put(comparison.pairs().get(i), i);
    }
    Pair highest = null;
    for (Pair pair : comparison.pairs()) {
      if (highest == null || gain(pair) > gain(highest)) {
        highest = pair;
      }
    }
    best = highest;
  }

  /** How much more a run does than its baseline; those that cannot be compared come last. */
  private static double gain(Pair pair) {
    return difference(pair, TURNS)
        .map(Difference::relative)
        .map(Double::doubleValue)
        .orElse(Double.NEGATIVE_INFINITY);
  }

  private static Optional<Difference> difference(Pair pair, String metric) {
    return pair.differences().stream().filter(d -> d.metric().equals(metric)).findFirst();
  }

  static Page of(StoredComparison comparison, List<Condition.Finding> findings, String version) {
    StoredPage page = new StoredPage(comparison, findings);
    int count = comparison.pairs().size();
    String subject =
        count == 1 ? "1 run against its baseline" : count + " runs against their baselines";
    return new Page(
        "comparison of results",
        subject + " · Turnstile",
        subject,
        page.verdict(),
        page.tiles(),
        String.join(", ", page.sources()),
        page.facts(),
        List.of(),
        Warnings.notes(page.notes()),
        page.sections(),
        new Page.Appendix("", List.of(), List.of(), page.definitions()),
        version);
  }

  private List<Prose> verdict() {
    List<Prose> verdict = new ArrayList<>();
    Pair pair = best;
    if (pair == null) {
      verdict.add(new Prose().words("No run has a counterpart in the baseline."));
    } else {
      verdict.add(answer(pair));
    }
    if (!findings.isEmpty()) {
      verdict.add(conditions());
    }
    return verdict;
  }

  private Prose answer(Pair pair) {
    Values values = new Values(pair, false);
    Values baseline = new Values(pair, true);
    Prose prose =
        new Prose()
            .name(name(pair.run()))
            .words(comparison.pairs().size() > 1 ? " gains most: " : " completes ")
            .number(values.shown(TURNS))
            .words(" turns a minute");
    Change turns = change(values, baseline, TURNS);
    if (!turns.text().isEmpty()) {
      prose.words(", ").number(new Shown(turns.text(), turns.exact(), "")).words(" against the ");
      prose.number(baseline.shown(TURNS)).words(" of ").name(name(pair.baseline()));
    }
    prose.words(", with ").number(values.shown(HITS));
    prose.words(" of prompt tokens served from the cache");
    Change hits = change(values, baseline, HITS);
    return hits.text().isEmpty()
        ? prose.words(".")
        : prose.words(" (").number(new Shown(hits.text(), hits.exact(), "")).words(").");
  }

  private static Change change(Values values, Values baseline, String metric) {
    return Change.of(
        baseline.value(metric), values.value(metric), Measure.of(metric), Numbered.good(metric));
  }

  private Prose conditions() {
    List<Condition.Finding> holding = findings.stream().filter(Condition.Finding::holds).toList();
    if (holding.isEmpty()) {
      return new Prose().words("None of the conditions for failure holds.");
    }
    Condition.Finding first = holding.get(0);
    return new Prose()
        .words("Conditions for failure hold in " + holding.size() + " of " + findings.size())
        .words(" cases, for instance ")
        .name(Text.id(first.condition().text()))
        .words(" for ")
        .name(name(first.run()))
        .words(": " + Text.id(first.observed()) + ".");
  }

  private static String name(StoredRun run) {
    return Text.id(run.label() + " (" + run.source() + ")");
  }

  /** The metrics of one side of a pair; those that were compared have a place in the document. */
  private final class Values implements Tiles.Values {
    private final Pair pair;
    private final boolean baseline;

    Values(Pair pair, boolean baseline) {
      this.pair = pair;
      this.baseline = baseline;
    }

    @Override
    public @Nullable Number value(String metric) {
      Optional<Difference> compared = difference(pair, metric);
      if (compared.isPresent()) {
        return baseline ? compared.get().baseline() : compared.get().value();
      }
      double mean = (baseline ? pair.baseline() : pair.run()).mean(metric);
      return Double.isNaN(mean) ? null : mean;
    }

    @Override
    public Shown shown(String metric) {
      String path =
          difference(pair, metric)
              .map(d -> path(pair, d) + (baseline ? "/baseline" : "/value"))
              .orElse("");
      return Shown.of(value(metric), Measure.of(metric), path);
    }
  }

  private String path(Pair pair, Difference difference) {
    return "/pairs/" + places.get(pair) + "/metrics/" + pair.differences().indexOf(difference);
  }

  private List<Page.Tile> tiles() {
    Pair pair = best;
    return pair == null ? List.of() : Tiles.of(new Values(pair, false), new Values(pair, true));
  }

  private List<String> sources() {
    Set<String> sources = new LinkedHashSet<>();
    for (Pair pair : comparison.pairs()) {
      sources.add(Text.id(pair.baseline().source()));
      sources.add(Text.id(pair.run().source()));
    }
    return sources.stream().limit(LIST).toList();
  }

  private List<Page.Fact> facts() {
    List<Page.Fact> facts = new ArrayList<>(List.of(new Page.Fact("Results", sources())));
    Pair pair = best;
    if (pair != null) {
      facts.add(
          new Page.Fact(
              "Trace", pair.run().traces().stream().limit(LIST).map(h -> "SHA-256 " + h).toList()));
      List<String> settings =
          pair.settings().stream().limit(LIST).map(s -> Text.cut(Text.visible(s), 200)).toList();
      facts.add(
          new Page.Fact(
              "Settings that differ", settings.isEmpty() ? List.of("none known") : settings));
    }
    return facts;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(comparison.mismatches());
    int alone = comparison.alone().size();
    if (alone > 0) {
      notes.add(
          alone
              + (alone == 1 ? " run has" : " runs have")
              + " no counterpart in the baseline, for instance "
              + comparison.alone().get(0).label()
              + ".");
    }
    return notes;
  }

  private List<Page.Section> sections() {
    List<Figure> figures = new ArrayList<>();
    figures.add(ChangeFigures.of("change-turns", "Turns per minute", TURNS, comparison.pairs()));
    figures.add(ChangeFigures.of("change-ttft", "p99 TTFT", "p99_ttft_ms", comparison.pairs()));
    List<Table> pairs = new ArrayList<>();
    StoredTables tables = new StoredTables(this::path);
    for (Pair pair : comparison.pairs()) {
      if (pairs.size() < PAIR_TABLES) {
        pairs.add(tables.differences(pair, "pair-" + pairs.size()));
      }
    }
    return List.of(
        new Page.Section(
            "comparison",
            "Comparison",
            "",
            DrawnFigure.all(figures),
            List.of(
                tables.overview(
                    comparison.pairs(), p -> new Values(p, false), p -> new Values(p, true)))),
        new Page.Section(
            "conditions", "Conditions", "", List.of(), List.of(StoredTables.conditions(findings))),
        new Page.Section(
            "tables",
            "Tables",
            comparison.pairs().size() > PAIR_TABLES
                ? "The first " + PAIR_TABLES + " of " + comparison.pairs().size() + " runs."
                : "",
            List.of(),
            pairs));
  }

  private List<Page.Definition> definitions() {
    Pair pair = best;
    return pair == null ? List.of() : Facts.definitions(pair.run().definitions());
  }
}

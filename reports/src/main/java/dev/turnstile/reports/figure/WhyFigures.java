package dev.turnstile.reports.figure;

import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.reports.chart.Axis;
import dev.turnstile.reports.chart.Chart;
import dev.turnstile.reports.chart.Ink;
import dev.turnstile.reports.chart.Layer;
import dev.turnstile.reports.chart.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Why prompt tokens were computed. */
public final class WhyFigures {
  /** What sections of causes are called. */
  public static final String TITLE = "Why tokens were computed";

  static final String PROMPT_TOKENS = "Prompt tokens by cause";

  private static final int ROWS = 24;

  private WhyFigures() {}

  /** The causes of one run below one another; they add up to all prompt tokens. */
  public static Figure of(View view) {
    List<String> names = new ArrayList<>();
    List<Layer> layers = new ArrayList<>();
    List<Tip> tips = new ArrayList<>();
    double at = 0;
    for (TokenSource cause : TokenSource.values()) {
      double tokens = tokens(view, cause);
      if (Double.isFinite(tokens) && (tokens > 0 || TokenSource.LOSSES.contains(cause))) {
        SessionFigures.bar(layers, tips, cause.label(), cause.ink(), names.size(), at, tokens);
        names.add(cause.label());
        at += tokens;
      }
    }
    if (!names.isEmpty()) {
      SessionFigures.bar(layers, tips, "all tokens", Ink.MUTED, names.size(), 0, at);
      names.add("all tokens");
    }
    Chart chart =
        new Chart(Axis.fromZero("prompt tokens", Quantity.of(""), at), Axis.of("", names), layers);
    return new Figure(
            "why",
            PROMPT_TOKENS,
            "Of served requests, at their first scheduling; the parts add up.",
            chart,
            Figure.Find.ROW,
            tips.stream().map(Tip::hidden).toList(),
            Figure.tall(names.size()))
        .wide();
  }

  /** The causes of several runs, one row each. */
  public static Figure compared(List<View> views) {
    SourceBars bars = new SourceBars(views.size(), (row, cause) -> tokens(views.get(row), cause));
    Chart chart =
        new Chart(
            Axis.fromZero("prompt tokens", Quantity.of(""), bars.longest()),
            ComparisonFigures.names(views),
            bars.layers());
    return new Figure(
            "why",
            PROMPT_TOKENS,
            "Of served requests, at their first scheduling; the parts of a bar add up to all prompt"
                + " tokens.",
            chart,
            Figure.Find.ROW,
            bars.tips(),
            Figure.tall(views.size()))
        .wide();
  }

  /** The causes of each policy of a sweep at its best, as shares. */
  static Figure best(SweepView view) {
    List<Group> groups =
        view.sweep().derived().best().stream()
            .limit(ROWS)
            .map(best -> view.group(best.group()))
            .toList();
    SourceBars bars =
        new SourceBars(groups.size(), (row, source) -> share(view, groups.get(row), source));
    List<String> names = groups.stream().map(group -> Text.label(group.policy())).toList();
    Chart chart = new Chart(shares(), Axis.of("", names), bars.layers());
    String left =
        groups.size() == view.sweep().derived().best().size()
            ? ""
            : "The first " + ROWS + " policies.";
    return new Figure(
        "why",
        PROMPT_TOKENS + ", each policy at its best",
        Notes.join("Of served requests, at their first scheduling.", left),
        chart,
        Figure.Find.ROW,
        bars.tips(),
        null,
        groups.stream().map(view::label).toList(),
        true,
        Figure.tall(groups.size()));
  }

  /** The axis of shares of prompt tokens. */
  static Axis shares() {
    return new Axis(
        "share of prompt tokens", Quantity.RATIO, Axis.Scale.LINEAR, 0, 1, List.of(), List.of());
  }

  /** The share of a group's prompt tokens. */
  static double share(SweepView view, Group group, TokenSource source) {
    double all = view.value(group, "total_input_tokens");
    return all > 0 ? view.value(group, source.metric()) / all : Double.NaN;
  }

  private static double tokens(View view, TokenSource cause) {
    Number tokens = view.run().summary().get(cause.metric());
    return tokens == null ? Double.NaN : tokens.doubleValue();
  }
}

package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import dev.turnstile.reports.html.ComparisonPage.Compared;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which of several runs is best, by how much, and at what price. */
final class ComparisonVerdict {
  private static final String TURNS = "steps_per_min";
  private static final String HITS = "prefix_cache_hit_ratio";

  /** Below this relative difference of turns per minute the load decides, not the policy. */
  private static final double NO_DIFFERENCE = 0.005;

  /** What gets worse by less than this is no price. */
  private static final double NO_PRICE = 0.05;

  private static final String[][] PRICES = {
    {"p50_ttft_ms", "median TTFT"},
    {"p95_ttft_ms", "p95 TTFT"},
    {"p99_ttft_ms", "p99 TTFT"},
    {"p50_itl_ms", "median ITL"},
    {"p99_itl_ms", "p99 ITL"},
    {"p99_e2e_latency_ms", "p99 E2E latency"},
    {"mean_session_duration_ms", "mean session duration"},
    {"slo_attainment_ratio", "SLO attainment"},
    {"completed_requests", "completed requests"}
  };

  private final List<Compared> runs;
  private final Compared baseline;
  private final Compared best;

  ComparisonVerdict(List<Compared> runs) {
    this.runs = runs;
    baseline = runs.get(0);
    best = best(runs, TURNS, true);
  }

  /** The run with the most turns per minute; the first of equals. */
  Compared best() {
    return best;
  }

  private static Compared best(List<Compared> runs, String metric, boolean more) {
    Compared best = runs.get(0);
    for (Compared run : runs) {
      Number value = run.numbers().value(metric);
      Number highest = best.numbers().value(metric);
      if (value != null
          && (highest == null
              || (more ? 1 : -1) * Double.compare(value.doubleValue(), highest.doubleValue())
                  > 0)) {
        best = run;
      }
    }
    return best;
  }

  List<Prose> sentences() {
    List<Prose> sentences = new ArrayList<>();
    if (!best.numbers().has(TURNS)) {
      sentences.add(
          new Prose().words("Nothing can be compared: no policy completed a request that counts."));
      return sentences;
    }
    Double spread = spread();
    if (spread != null && spread < NO_DIFFERENCE) {
      sentences.add(noDifference());
    } else if (best.equals(baseline)) {
      sentences.add(baselineWins());
    } else {
      sentences.add(bestWins());
      sentences.add(price());
    }
    Prose advice = LossAdvice.of(best.name(), true, best.numbers());
    if (advice != null) {
      sentences.add(advice);
    }
    Prose lost = lost();
    if (lost != null) {
      sentences.add(lost);
    }
    return sentences;
  }

  /** Largest relative difference of turns per minute to the best; null if one is missing. */
  private @Nullable Double spread() {
    double lowest = Double.POSITIVE_INFINITY;
    for (Compared run : runs) {
      Number value = run.numbers().value(TURNS);
      if (value == null) {
        return null;
      }
      lowest = Math.min(lowest, value.doubleValue());
    }
    Number highest = best.numbers().value(TURNS);
    return highest == null ? null : 1 - lowest / highest.doubleValue();
  }

  private Prose bestWins() {
    Prose prose =
        new Prose()
            .name(best.name())
            .words(" completes most: ")
            .number(best.numbers().shown(TURNS))
            .words(" turns a minute");
    against(prose, TURNS);
    prose
        .words(", with ")
        .number(best.numbers().shown(HITS))
        .words(" of prompt tokens served from the cache");
    Change change = best.numbers().change(HITS, baseline.numbers());
    if (!change.text().isEmpty()) {
      prose
          .words(" (")
          .number(baseline.numbers().shown(HITS))
          .words(" under ")
          .name(baseline.name());
      prose.words(", ").number(new Shown(change.text(), change.exact(), "")).words(")");
    }
    return prose.words(".");
  }

  private void against(Prose prose, String metric) {
    Change change = best.numbers().change(metric, baseline.numbers());
    if (!change.text().isEmpty()) {
      prose
          .words(", ")
          .number(new Shown(change.text(), change.exact(), ""))
          .words(" against the ")
          .number(baseline.numbers().shown(metric))
          .words(" of ")
          .name(baseline.name());
    }
  }

  private Prose baselineWins() {
    List<Compared> others = runs.subList(1, runs.size());
    Compared closest = best(others, TURNS, true);
    Prose prose =
        new Prose()
            .words("No policy beats the baseline ")
            .name(baseline.name())
            .words(": it completes ")
            .number(baseline.numbers().shown(TURNS))
            .words(" turns a minute with ")
            .number(baseline.numbers().shown(HITS))
            .words(" of prompt tokens served from the cache");
    if (closest.numbers().has(TURNS)) {
      Change change = closest.numbers().change(TURNS, baseline.numbers());
      if (change.text().equals("=")) {
        return prose.words("; ").name(closest.name()).words(" completes as many.");
      }
      prose
          .words("; the closest, ")
          .name(closest.name())
          .words(", completes ")
          .number(closest.numbers().shown(TURNS))
          .words(" (")
          .number(new Shown(change.text(), change.exact(), ""))
          .words(") with ")
          .number(closest.numbers().shown(HITS));
    }
    return prose.words(".");
  }

  private Prose noDifference() {
    Compared hits = best(runs, HITS, true);
    Compared ttft = best(runs, "p95_ttft_ms", false);
    return new Prose()
        .words("The policies complete the same number of turns, ")
        .number(best.numbers().shown(TURNS))
        .words(
            " a minute: the load decides, not the policy. Most prompt tokens come from the cache under ")
        .name(hits.name())
        .words(" (")
        .number(hits.numbers().shown(HITS))
        .words("), and 95 % of first tokens come soonest under ")
        .name(ttft.name())
        .words(" (")
        .number(ttft.numbers().shown("p95_ttft_ms"))
        .words(").");
  }

  /** What gets worse the most. */
  private Prose price() {
    String[] worst = null;
    double most = NO_PRICE;
    for (String[] price : PRICES) {
      Double loss = loss(price[0]);
      if (loss != null && loss > most) {
        most = loss;
        worst = price;
      }
    }
    if (worst == null) {
      return new Prose()
          .words(
              "No latency, session duration or count of completed requests gets worse by more than 5 %.");
    }
    Change change = best.numbers().change(worst[0], baseline.numbers());
    return new Prose()
        .words("The price is " + worst[1] + ": ")
        .number(best.numbers().shown(worst[0]))
        .words(" instead of ")
        .number(baseline.numbers().shown(worst[0]))
        .words(" (")
        .number(new Shown(change.text(), change.exact(), ""))
        .words(").");
  }

  private @Nullable Double loss(String metric) {
    Number from = baseline.numbers().value(metric);
    Number to = best.numbers().value(metric);
    if (from == null || to == null || from.doubleValue() == 0) {
      return null;
    }
    double relative = to.doubleValue() / from.doubleValue() - 1;
    return Numbered.good(metric) == Good.UP ? -relative : relative;
  }

  /** Runs that left requests out are not quite comparable. */
  private @Nullable Prose lost() {
    Prose prose = null;
    for (Compared run : runs) {
      for (String metric : new String[] {"rejected_requests", "incomplete_requests"}) {
        Number count = run.numbers().value(metric);
        if (count != null && count.longValue() > 0) {
          prose = prose == null ? new Prose().words("Mind that ") : prose.words(", ");
          prose
              .number(run.numbers().shown(metric))
              .words(" requests were " + metric.replace("_requests", "") + " under ")
              .name(run.name());
        }
      }
    }
    return prose == null ? null : prose.words(".");
  }
}

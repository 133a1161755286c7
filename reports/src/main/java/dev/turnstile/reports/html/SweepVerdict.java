package dev.turnstile.reports.html;

import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Best;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.GroupComparison;
import dev.turnstile.replay.sweep.SweepResult.Limit;
import dev.turnstile.replay.sweep.SweepResult.LoadSeries;
import dev.turnstile.reports.figure.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which policy is best at which settings, where load saturates it, and up to where the SLO holds.
 */
final class SweepVerdict {
  private static final int POLICIES = 6;

  /** Policies whose best values differ by less are equal. */
  private static final double NO_DIFFERENCE = 0.005;

  private final SweepResult sweep;
  private final SweepNumbers numbers;
  private final @Nullable Best best;

  SweepVerdict(SweepResult sweep, SweepNumbers numbers) {
    this.sweep = sweep;
    this.numbers = numbers;
    Best highest = null;
    for (Best one : sweep.derived().best()) {
      highest = highest == null || one.value() > highest.value() ? one : highest;
    }
    best = highest;
  }

  /** The best group of all, or null if no point finished. */
  @Nullable Group best() {
    return best == null ? null : numbers.group(best.group());
  }

  /** The counterpart of a group under the baseline, or null. */
  @Nullable Group counterpart(Group group) {
    GroupComparison comparison = comparison(group);
    return comparison == null ? null : numbers.group(comparison.baseline());
  }

  private @Nullable GroupComparison comparison(Group group) {
    return sweep.derived().comparisons().stream()
        .filter(one -> one.group().equals(group.id()))
        .findFirst()
        .orElse(null);
  }

  private String metric() {
    return sweep.derived().bestBy();
  }

  private String unit() {
    return metric().startsWith("goodput")
        ? " requests within the SLO per second"
        : " output tokens per second and GPU";
  }

  List<Prose> sentences() {
    List<Prose> sentences = new ArrayList<>();
    Group group = best();
    if (group == null) {
      sentences.add(nothing());
      return sentences;
    }
    if (sweep.derived().best().size() > 1 && spread() < NO_DIFFERENCE) {
      sentences.add(noDifference(group));
    } else {
      sentences.add(answer(group));
      add(sentences, others(group));
    }
    add(sentences, idleSlots(group));
    add(sentences, loads(group));
    if (sweep.failed() + sweep.missing() > 0) {
      sentences.add(
          new Prose()
              .words(
                  "Of "
                      + sweep.points().size()
                      + " points, "
                      + sweep.failed()
                      + " failed and "
                      + sweep.missing()
                      + " were not run."));
    }
    return sentences;
  }

  private Prose nothing() {
    int points = sweep.points().size();
    if (sweep.failed() + sweep.missing() == 0) {
      return new Prose()
          .words("No request was served at ")
          .words(points == 1 ? "the only point." : "any of the " + points + " points.");
    }
    long finished = points - sweep.failed() - sweep.missing();
    return new Prose()
        .words("No point has a result: " + sweep.failed() + " of " + points)
        .words(" failed, " + sweep.missing() + " were not run")
        .words(finished == 0 ? "." : ", the others served no request.");
  }

  private static void add(List<Prose> sentences, @Nullable Prose prose) {
    if (prose != null) {
      sentences.add(prose);
    }
  }

  /** Relative difference between the best policy and the worst, each at its best. */
  private double spread() {
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (Best one : sweep.derived().best()) {
      lowest = Math.min(lowest, one.value());
      highest = Math.max(highest, one.value());
    }
    return highest == 0 ? 0 : 1 - lowest / highest;
  }

  private Prose noDifference(Group group) {
    return new Prose()
        .words("The policies make no difference: at its best, each of the ")
        .words(sweep.derived().best().size() + " yields ")
        .number(numbers.shown(group, metric()))
        .words(unit() + "; ")
        .name(Text.id(group.policy()))
        .words(" does so" + settings(group) + ", with ")
        .number(numbers.shown(group, "prefix_cache_hit_ratio"))
        .words(" of prompt tokens served from the cache and a p95 TTFT of ")
        .number(numbers.shown(group, "p95_ttft_ms"))
        .words(".");
  }

  /** Slots of a closed loop that no session ever filled. */
  private @Nullable Prose idleSlots(Group group) {
    Number slots = numbers.value(group, "requested_concurrency");
    Number live = numbers.value(group, "peak_live_sessions");
    if (slots == null || live == null || live.doubleValue() >= slots.doubleValue()) {
      return null;
    }
    return new Prose()
        .words("At most ")
        .number(numbers.shown(group, "peak_live_sessions"))
        .words(" session trees were alive at once, of ")
        .number(numbers.shown(group, "requested_concurrency"))
        .words(" slots: the trace has too few for more load to show; ")
        .option("--repeat-sessions")
        .words(" replays each several times.");
  }

  private Prose answer(Group group) {
    Prose prose = new Prose().name(Text.id(group.policy())).words(settings(group));
    prose
        .words(
            sweep.groups().size() == 1
                ? " yields "
                : sweep.policies().size() > 1 ? " does most: " : " is best: ")
        .number(numbers.shown(group, metric()))
        .words(unit());
    GroupComparison comparison = comparison(group);
    if (comparison != null) {
      Group baseline = numbers.group(comparison.baseline());
      Change change =
          Change.of(
              numbers.value(baseline, metric()),
              numbers.value(group, metric()),
              Measure.of(metric()),
              Numbered.good(metric()));
      prose
          .words(", ")
          .number(new Shown(change.text(), change.exact(), ""))
          .words(" against ")
          .name(Text.id(baseline.policy()))
          .words(" there");
      if (noDifference(comparison)) {
        prose.words(" (no difference shown)");
      }
    }
    return prose
        .words(", with ")
        .number(numbers.shown(group, "prefix_cache_hit_ratio"))
        .words(" of prompt tokens served from the cache and a p95 TTFT of ")
        .number(numbers.shown(group, "p95_ttft_ms"))
        .words(".");
  }

  private boolean noDifference(GroupComparison comparison) {
    return comparison.differences().stream()
        .filter(difference -> difference.metric().equals(metric()))
        .map(Difference::verdict)
        .anyMatch(verdict -> verdict == Verdict.NO_DIFFERENCE_SHOWN);
  }

  private static String settings(Group group) {
    List<String> all = new ArrayList<>();
    group
        .settings()
        .forEach((path, value) -> all.add(name(path) + " " + Text.id(value.toString())));
    return all.isEmpty() ? "" : " at " + String.join(", ", all);
  }

  private static String name(String path) {
    return Text.id(path.substring(path.lastIndexOf('.') + 1).replace('_', ' '));
  }

  /** The other policies at their own best. */
  private @Nullable Prose others(Group group) {
    Prose prose = null;
    int told = 0;
    for (Best one : sweep.derived().best()) {
      Group other = numbers.group(one.group());
      if (!other.policy().equals(group.policy()) && told < POLICIES) {
        prose = prose == null ? new Prose().words("At their own best, ") : prose.words("; ");
        prose
            .name(Text.id(other.policy()))
            .words(settings(other) + " reaches ")
            .number(numbers.shown(other, metric()));
        Change change =
            Change.of(
                numbers.value(group, metric()),
                numbers.value(other, metric()),
                Measure.of(metric()),
                Numbered.good(metric()));
        prose.words(" (").number(new Shown(change.text(), change.exact(), "")).words(")");
        told++;
      }
    }
    return prose == null ? null : prose.words(".");
  }

  /** Knee and capacity of each policy, with the settings of its best group; equal ones together. */
  private @Nullable Prose loads(Group group) {
    Map<List<Object>, List<LoadSeries>> same = new LinkedHashMap<>();
    List<LoadSeries> ordered = new ArrayList<>();
    Set<String> told = new HashSet<>();
    for (LoadSeries series : sweep.derived().loads()) {
      if (chosen(series) && told.size() < POLICIES && told.add(series.policy())) {
        ordered.add(series.policy().equals(group.policy()) ? 0 : ordered.size(), series);
      }
    }
    for (LoadSeries series : ordered) {
      same.computeIfAbsent(List.of(series.knee(), series.capacity()), key -> new ArrayList<>())
          .add(series);
    }
    Prose prose = null;
    for (List<LoadSeries> equal : same.values()) {
      prose = prose == null ? new Prose() : prose.words("; ");
      for (int i = 0; i < equal.size(); i++) {
        prose.words(i == 0 ? "" : i == equal.size() - 1 ? " and " : ", ");
        prose.name(Text.id(equal.get(i).policy()));
      }
      boolean one = equal.size() == 1;
      knee(prose, equal.get(0), one);
      capacity(prose, equal.get(0), one);
    }
    return prose == null ? null : prose.words(".");
  }

  private boolean chosen(LoadSeries series) {
    return sweep.derived().best().stream().anyMatch(one -> series.groups().contains(one.group()));
  }

  private void knee(Prose prose, LoadSeries series, boolean one) {
    Limit knee = series.knee();
    if (knee.status() == Limit.Status.FOUND) {
      prose
          .words(one ? " reaches 95 % of its" : " reach 95 % of their")
          .words(" best throughput from " + name(series.axis()) + " ")
          .number(limit(knee, series, "knee"))
          .words(" on");
    } else {
      prose.words((one ? " does" : " do") + " not saturate in this sweep");
    }
  }

  private Shown limit(Limit limit, LoadSeries series, String which) {
    int index = sweep.derived().loads().indexOf(series);
    String path = "/derived/loads/" + index + "/" + which + "/load";
    return Shown.of(Objects.requireNonNull(limit.load()), Measure.NUMBER, path);
  }

  private void capacity(Prose prose, LoadSeries series, boolean one) {
    String meets = one ? " and meets" : " and meet";
    Limit capacity = series.capacity();
    switch (capacity.status()) {
      case FOUND ->
          prose.words(meets + " the SLO up to ").number(limit(capacity, series, "capacity"));
      case NOT_REACHED ->
          prose
              .words(meets + " the SLO up to ")
              .number(limit(capacity, series, "capacity"))
              .words(", the end of this sweep");
      case NEVER_MET -> prose.words(meets + " the SLO at no load of this sweep");
      case NO_SLO -> {}
    }
  }
}

package dev.turnstile.replay.sweep;

import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.statistics.BootstrapDraws;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.statistics.RepeatStatistics;
import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.GroupComparison;
import dev.turnstile.replay.sweep.SweepResult.Method;
import dev.turnstile.replay.sweep.SweepResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Compares the groups of a sweep with those of its baseline policy, run by run. */
final class BaselineComparison {
  private final GroupValues values;
  private final Function<String, BootstrapDraws> draws;

  /** Two runs with the same seed. */
  private record Pair(Point point, Point baseline) {}

  /**
   * Makes a comparison.
   *
   * @param draws draws of the bootstrap by the id of a point
   */
  BaselineComparison(GroupValues values, Function<String, BootstrapDraws> draws) {
    this.values = values;
    this.draws = draws;
  }

  /** One comparison per group of another policy that has runs to be paired. */
  List<GroupComparison> all(List<Group> groups, String baseline) {
    List<Group> counterparts = groups.stream().filter(g -> g.policy().equals(baseline)).toList();
    List<GroupComparison> all = new ArrayList<>();
    for (Group group : groups) {
      if (!group.policy().equals(baseline)) {
        counterpart(group, counterparts)
            .flatMap(other -> compare(group, other))
            .ifPresent(all::add);
      }
    }
    return all;
  }

  /** The first group of the baseline that agrees in all settings which both have. */
  private static Optional<Group> counterpart(Group group, List<Group> counterparts) {
    return counterparts.stream()
        .filter(
            other ->
                other.settings().entrySet().stream()
                    .allMatch(s -> agrees(s.getValue(), group.settings().get(s.getKey()))))
        .findFirst();
  }

  private static boolean agrees(Object value, @Nullable Object other) {
    return other == null || value.equals(other);
  }

  private Optional<GroupComparison> compare(Group group, Group baseline) {
    List<Pair> pairs = new ArrayList<>();
    for (Point point : values.finished(group)) {
      values.finished(baseline).stream()
          .filter(other -> other.seed() == point.seed())
          .findFirst()
          .ifPresent(other -> pairs.add(new Pair(point, other)));
    }
    if (pairs.isEmpty()) {
      return Optional.empty();
    }
    BootstrapDraws mine = draws.apply(pairs.get(0).point.id());
    BootstrapDraws theirs = draws.apply(pairs.get(0).baseline.id());
    List<Difference> differences = new ArrayList<>();
    for (String metric : ComparedMetrics.HEADLINES) {
      difference(metric, pairs, mine, theirs).ifPresent(differences::add);
    }
    return Optional.of(new GroupComparison(group.id(), baseline.id(), differences));
  }

  private static Optional<Difference> difference(
      String metric, List<Pair> pairs, BootstrapDraws mine, BootstrapDraws theirs) {
    double[] value = pairs.stream().mapToDouble(p -> GroupValues.of(p.point, metric)).toArray();
    double[] base = pairs.stream().mapToDouble(p -> GroupValues.of(p.baseline, metric)).toArray();
    int[] both =
        IntStream.range(0, value.length)
            .filter(i -> Double.isFinite(value[i]) && Double.isFinite(base[i]))
            .toArray();
    if (both.length == 0) {
      return Optional.empty();
    }
    double[] v = IntStream.of(both).mapToDouble(i -> value[i]).toArray();
    double[] b = IntStream.of(both).mapToDouble(i -> base[i]).toArray();
    Interval interval = null;
    Method method = null;
    if (differs(v) || differs(b)) {
      interval = RepeatStatistics.of(minus(v, b)).interval();
      method = Method.PAIRED_SEEDS;
    } else {
      interval = mine.difference(metric, theirs).orElse(null);
      method = interval == null ? null : Method.SESSION_TREES;
    }
    return Optional.of(
        difference(
            metric,
            RepeatStatistics.of(b).mean(),
            RepeatStatistics.of(v).mean(),
            interval,
            method));
  }

  /** Seeds that change nothing are no sample: such runs are one and the same. */
  private static boolean differs(double[] values) {
    return IntStream.range(1, values.length).anyMatch(i -> values[i] != values[0]);
  }

  private static double[] minus(double[] values, double[] others) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i] - others[i]).toArray();
  }

  private static Difference difference(
      String metric,
      double baseline,
      double value,
      @Nullable Interval interval,
      @Nullable Method method) {
    MetricCatalogue.Good good = ComparedMetrics.good(metric);
    double absolute = value - baseline;
    return new Difference(
        metric,
        good,
        baseline,
        value,
        absolute,
        baseline == 0 ? null : absolute / baseline,
        interval,
        method,
        interval == null ? null : Verdict.of(interval, good));
  }
}

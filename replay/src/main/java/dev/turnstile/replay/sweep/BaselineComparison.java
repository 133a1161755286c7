package dev.turnstile.replay.sweep;

import dev.turnstile.replay.statistics.BootstrapDraws;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.GroupComparison;
import dev.turnstile.replay.sweep.SweepResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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
      double[] value = pairs.stream().mapToDouble(p -> GroupValues.of(p.point, metric)).toArray();
      double[] base = pairs.stream().mapToDouble(p -> GroupValues.of(p.baseline, metric)).toArray();
      Differences.of(metric, value, base, () -> mine.difference(metric, theirs))
          .ifPresent(differences::add);
    }
    return Optional.of(new GroupComparison(group.id(), baseline.id(), differences));
  }
}

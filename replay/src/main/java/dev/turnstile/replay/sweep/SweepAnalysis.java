package dev.turnstile.replay.sweep;

import dev.turnstile.replay.statistics.BootstrapDraws;
import dev.turnstile.replay.statistics.ParetoFront;
import dev.turnstile.replay.statistics.RepeatStatistics;
import dev.turnstile.replay.sweep.SweepResult.Best;
import dev.turnstile.replay.sweep.SweepResult.Derived;
import dev.turnstile.replay.sweep.SweepResult.Front;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says what the points of a sweep mean together. */
final class SweepAnalysis {
  private static final String THROUGHPUT = "output_token_throughput_per_s_per_gpu";
  private static final String GOODPUT = "goodput_request_throughput_per_s";

  /** The metrics of each front, x then y. */
  private static final String[][] FRONTS = {
    {"mean_output_token_throughput_per_user", THROUGHPUT},
    {"jobs_per_h_per_user", "session_throughput_per_h_per_gpu"}
  };

  private final SweepPlan plan;
  private final List<Point> points;
  private final List<Group> groups;
  private final GroupValues values;

  SweepAnalysis(SweepPlan plan, Map<String, Outcome> outcomes) {
    this.plan = plan;
    points =
        plan.points().stream()
            .map(
                p ->
                    new Point(
                        p.id(),
                        p.policy(),
                        p.settings(),
                        p.scenario().seed(),
                        outcomes.get(p.id())))
            .toList();
    values = new GroupValues(points);
    groups = groups();
  }

  List<Point> points() {
    return points;
  }

  List<Group> allGroups() {
    return groups;
  }

  private List<Group> groups() {
    List<List<Point>> members = new ArrayList<>();
    for (SweepPoint point : plan.points()) {
      if (point.group() == members.size()) {
        members.add(new ArrayList<>());
      }
      members.get(point.group()).add(points.get(point.index()));
    }
    return members.stream().map(this::group).toList();
  }

  private Group group(List<Point> members) {
    Point first = members.get(0);
    Group bare =
        new Group(
            first.id(),
            first.policy(),
            first.settings(),
            members.stream().map(Point::id).toList(),
            Map.of());
    if (plan.repeats() == 1) {
      return bare;
    }
    Map<String, RepeatStatistics> statistics = new LinkedHashMap<>();
    for (String metric : ComparedMetrics.ofRepeats()) {
      double[] all = values.all(bare, metric);
      if (all.length > 0) {
        statistics.put(metric, RepeatStatistics.of(all));
      }
    }
    return new Group(bare.id(), bare.policy(), bare.settings(), bare.points(), statistics);
  }

  /**
   * Everything that is derived.
   *
   * @param baseline the policy that others are compared with, or null
   * @param draws draws of the bootstrap by the id of a point
   */
  Derived derive(@Nullable String baseline, Function<String, BootstrapDraws> draws) {
    String bestBy = bestBy();
    return new Derived(
        bestBy,
        best(bestBy),
        new LoadAnalysis(values).series(plan.axes(), groups),
        fronts(),
        baseline,
        baseline == null ? List.of() : new BaselineComparison(values, draws).all(groups, baseline));
  }

  /** Goodput where every finished point has an SLO, else throughput per GPU. */
  private String bestBy() {
    List<Outcome.Finished> finished = new ArrayList<>();
    for (Point point : points) {
      Outcome.Finished one = point.finished();
      if (one != null) {
        finished.add(one);
      }
    }
    boolean judged = finished.stream().allMatch(f -> f.metric(GOODPUT) != null);
    return judged && !finished.isEmpty() ? GOODPUT : THROUGHPUT;
  }

  private List<Best> best(String metric) {
    List<Best> all = new ArrayList<>();
    for (String policy : plan.policies()) {
      Best best = null;
      for (Group group : groups) {
        Double value = group.policy().equals(policy) ? values.mean(group, metric) : null;
        if (value != null && (best == null || value > best.value())) {
          best = new Best(policy, group.id(), value);
        }
      }
      if (best != null) {
        all.add(best);
      }
    }
    return all;
  }

  private List<Front> fronts() {
    List<Front> fronts = new ArrayList<>();
    for (String[] metrics : FRONTS) {
      fronts.add(front(metrics[0], metrics[1], null, groups));
      if (plan.policies().size() > 1) {
        for (String policy : plan.policies()) {
          List<Group> own = groups.stream().filter(g -> g.policy().equals(policy)).toList();
          fronts.add(front(metrics[0], metrics[1], policy, own));
        }
      }
    }
    return fronts;
  }

  private Front front(String x, String y, @Nullable String policy, List<Group> among) {
    double[] xs = among.stream().mapToDouble(g -> values.meanOrNaN(g, x)).toArray();
    double[] ys = among.stream().mapToDouble(g -> values.meanOrNaN(g, y)).toArray();
    return new Front(
        x, y, policy, ParetoFront.of(xs, ys).stream().map(i -> among.get(i).id()).toList());
  }
}

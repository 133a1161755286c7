package dev.turnstile.replay.sweep;

import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.statistics.RepeatStatistics;
import dev.turnstile.replay.statistics.Verdict;
import dev.turnstile.workload.TraceInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a sweep left behind, as plain data: each report is made from it alone.
 *
 * <p>A <em>point</em> is one run; a <em>group</em> is the points that differ in the seed alone, one
 * without {@code --repeats}. What is derived speaks of groups, by id; where a group has several
 * points, its value of a metric is the mean over those that finished.
 *
 * @param trace what was replayed
 * @param config the complete scenario of the first point as nested maps
 * @param axes the swept settings, the first one slowest
 * @param policies the policies in order
 * @param repeats runs of each group
 * @param points all points in order
 * @param groups all groups in order
 * @param derived what the points say together
 */
public record SweepResult(
    Trace trace,
    Map<String, Object> config,
    List<SweepPlan.Axis> axes,
    List<String> policies,
    int repeats,
    List<Point> points,
    List<Group> groups,
    Derived derived) {

  /**
   * What was replayed.
   *
   * @param format id of the trace format
   * @param files the input files
   * @param requests requests of the trace
   * @param sessionTrees session trees of the trace
   * @param warnings warnings of the trace
   */
  public record Trace(
      String format,
      List<TraceInfo.InputFile> files,
      long requests,
      long sessionTrees,
      List<TraceInfo.Warning> warnings) {}

  /**
   * One run.
   *
   * @param id its stable id
   * @param policy its policy
   * @param settings the swept settings it has
   * @param seed seed of the run
   * @param outcome how it ended; null = it was not run, because the sweep was interrupted
   */
  public record Point(
      String id,
      String policy,
      Map<String, Object> settings,
      long seed,
      @Nullable Outcome outcome) {

    /** A text for people: policy and swept settings. */
    public String label() {
      return SweepPoint.label(policy, settings);
    }

    /** What is kept of its run, or null if it has none. */
    public Outcome.@Nullable Finished finished() {
      return outcome instanceof Outcome.Finished finished ? finished : null;
    }
  }

  /**
   * Runs that differ in their seed alone.
   *
   * @param id id of its first point
   * @param policy their policy
   * @param settings the swept settings they have
   * @param points ids of the points, by seed
   * @param statistics over the finished points, by flat metric; empty without repeats
   */
  public record Group(
      String id,
      String policy,
      Map<String, Object> settings,
      List<String> points,
      Map<String, RepeatStatistics> statistics) {

    /** A text for people: policy and swept settings. */
    public String label() {
      return SweepPoint.label(policy, settings);
    }
  }

  /**
   * What the points say together.
   *
   * @param bestBy the metric by which the best group of a policy is chosen; more is better
   * @param best one entry per policy that has a finished point
   * @param loads one series per policy and combination of the other settings; empty if no load is
   *     swept
   * @param fronts Pareto fronts, over all policies first
   * @param baseline the policy that others are compared with; null with one policy
   * @param comparisons one per group of another policy that the baseline has a counterpart of
   */
  public record Derived(
      String bestBy,
      List<Best> best,
      List<LoadSeries> loads,
      List<Front> fronts,
      @Nullable String baseline,
      List<GroupComparison> comparisons) {}

  /**
   * The best group of a policy.
   *
   * @param policy the policy
   * @param group id of its best group, the first one of equals
   * @param value the metric it is best by
   */
  public record Best(String policy, String group, double value) {}

  /**
   * Groups that differ in their load alone.
   *
   * @param policy their policy
   * @param settings the swept settings that they share
   * @param axis path of the load
   * @param groups ids by ascending load, those without a result left out
   * @param knee the smallest load with at least 95 % of the best output throughput
   * @param capacity the largest load that meets the SLO at 95 % attainment or more
   */
  public record LoadSeries(
      String policy,
      Map<String, Object> settings,
      String axis,
      List<String> groups,
      Limit knee,
      Limit capacity) {}

  /**
   * A load at which something ends.
   *
   * @param load the load, or null if there is none to name
   * @param status what the load means
   */
  public record Limit(@Nullable Number load, Status status) {
    /** What a load means. */
    public enum Status {
      /** The sweep shows it. */
      FOUND,
      /** The limit lies at or beyond the largest load of this sweep. */
      NOT_REACHED,
      /** Not even the smallest load meets the SLO. */
      NEVER_MET,
      /** There is no SLO. */
      NO_SLO
    }
  }

  /**
   * The groups that no other one beats in two metrics.
   *
   * @param x first metric, more is better
   * @param y second metric, more is better
   * @param policy the policy among whose groups it is, or null for all policies
   * @param groups ids by ascending x
   */
  public record Front(String x, String y, @Nullable String policy, List<String> groups) {}

  /**
   * A group against its counterpart of the baseline.
   *
   * @param group id of the group
   * @param baseline id of the counterpart: the same settings with the baseline's policy
   * @param differences one per metric that both have
   */
  public record GroupComparison(String group, String baseline, List<Difference> differences) {}

  /**
   * One metric against the baseline.
   *
   * @param metric flat name
   * @param good which way is better
   * @param baseline value of the baseline
   * @param value value of the group
   * @param absolute value minus baseline
   * @param relative absolute over baseline; null for a baseline of 0
   * @param interval 95 % interval of the absolute difference; null if none can be given
   * @param method where the interval comes from; null without one
   * @param verdict what may be said; null without an interval
   */
  public record Difference(
      String metric,
      MetricCatalogue.Good good,
      double baseline,
      double value,
      double absolute,
      @Nullable Double relative,
      @Nullable Interval interval,
      @Nullable Method method,
      @Nullable Verdict verdict) {}

  /** Where an interval comes from. */
  public enum Method {
    /** Student's t over differences of runs with the same seed. */
    PAIRED_SEEDS,
    /** Bootstrap over session trees, the same draws for both runs. */
    SESSION_TREES
  }

  /** How many points failed. */
  public long failed() {
    return points.stream().filter(p -> p.outcome() instanceof Outcome.Failed).count();
  }

  /** How many points were not run. */
  public long missing() {
    return points.stream().filter(p -> p.outcome() == null).count();
  }

  /** The group of an id. */
  public Group group(String id) {
    return groups.stream().filter(g -> g.id().equals(id)).findFirst().orElseThrow();
  }

  /** The point of an id. */
  public Point point(String id) {
    return points.stream().filter(p -> p.id().equals(id)).findFirst().orElseThrow();
  }
}

package dev.turnstile.replay.sweep;

import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.Limit;
import dev.turnstile.replay.sweep.SweepResult.LoadSeries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Finds where throughput saturates and up to which load the SLO is met (metrics, section 8). */
final class LoadAnalysis {
  /** Settings that are a load, the most telling first. */
  private static final List<String> LOADS =
      List.of(
          "load.concurrency",
          "load.request_concurrency",
          "load.request_rate",
          "load.arrival_speedup");

  private static final double ENOUGH = 0.95;
  private static final String THROUGHPUT = "output_token_throughput_per_s";
  private static final List<String> ATTAINMENTS =
      List.of("slo_attainment_ratio", "session_slo_attainment_ratio");

  private final GroupValues values;

  LoadAnalysis(GroupValues values) {
    this.values = values;
  }

  /** One series per policy and combination of the settings that are no load. */
  List<LoadSeries> series(List<SweepPlan.Axis> axes, List<Group> groups) {
    Optional<String> axis =
        LOADS.stream()
            .filter(load -> axes.stream().anyMatch(a -> a.path().equals(load)))
            .findFirst();
    if (axis.isEmpty()) {
      return List.of();
    }
    Map<List<Object>, List<Group>> bySettings = new LinkedHashMap<>();
    for (Group group : groups) {
      if (group.settings().get(axis.get()) instanceof Number) {
        List<Object> key = List.of(group.policy(), without(group.settings(), axis.get()));
        bySettings.computeIfAbsent(key, k -> new ArrayList<>()).add(group);
      }
    }
    return bySettings.values().stream().map(series -> series(axis.get(), series)).toList();
  }

  private static Map<String, Object> without(Map<String, Object> settings, String path) {
    Map<String, Object> others = new LinkedHashMap<>(settings);
    others.remove(path);
    return others;
  }

  private LoadSeries series(String axis, List<Group> groups) {
    List<Group> ascending =
        groups.stream()
            .filter(group -> values.mean(group, THROUGHPUT) != null)
            .sorted(Comparator.comparingDouble(group -> load(group, axis).doubleValue()))
            .toList();
    return new LoadSeries(
        groups.get(0).policy(),
        without(groups.get(0).settings(), axis),
        axis,
        ascending.stream().map(Group::id).toList(),
        knee(axis, ascending),
        capacity(axis, ascending));
  }

  private static Number load(Group group, String axis) {
    return (Number) Objects.requireNonNull(group.settings().get(axis));
  }

  /** If only the largest load comes so near to the best, throughput may go on growing. */
  private Limit knee(String axis, List<Group> ascending) {
    double[] throughput =
        ascending.stream().mapToDouble(group -> values.meanOrNaN(group, THROUGHPUT)).toArray();
    double best = DoubleStream.of(throughput).max().orElse(0);
    for (int i = 0; i < throughput.length - 1; i++) {
      if (throughput[i] >= ENOUGH * best) {
        return new Limit(load(ascending.get(i), axis), Limit.Status.FOUND);
      }
    }
    return new Limit(null, Limit.Status.NOT_REACHED);
  }

  private Limit capacity(String axis, List<Group> ascending) {
    if (ascending.stream().noneMatch(this::judged)) {
      return new Limit(null, Limit.Status.NO_SLO);
    }
    for (int i = ascending.size() - 1; i >= 0; i--) {
      if (meets(ascending.get(i))) {
        boolean largest = i == ascending.size() - 1;
        return new Limit(
            load(ascending.get(i), axis), largest ? Limit.Status.NOT_REACHED : Limit.Status.FOUND);
      }
    }
    return new Limit(null, Limit.Status.NEVER_MET);
  }

  private boolean judged(Group group) {
    return ATTAINMENTS.stream().anyMatch(metric -> values.mean(group, metric) != null);
  }

  private boolean meets(Group group) {
    return judged(group)
        && ATTAINMENTS.stream()
            .map(metric -> values.meanOrNaN(group, metric))
            .allMatch(ratio -> ratio.isNaN() || ratio >= ENOUGH);
  }
}

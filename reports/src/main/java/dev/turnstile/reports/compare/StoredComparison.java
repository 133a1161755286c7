package dev.turnstile.reports.compare;

import dev.turnstile.replay.sweep.ComparedMetrics;
import dev.turnstile.replay.sweep.Differences;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stored runs, each with its counterpart of the baseline.
 *
 * @param pairs the comparisons in the order of the runs
 * @param alone runs that have no counterpart, the baseline's own left out
 * @param mismatches why the results are not really comparable, one sentence each; empty if they are
 */
public record StoredComparison(List<Pair> pairs, List<StoredRun> alone, List<String> mismatches) {
  /** Definitions of metrics that only {@code --oracle} adds; it changes no other number. */
  private static final Set<String> ORACLE = Set.of("oracle", "oracle_order");

  private static final String NONE = "none";

  /**
   * A run against its counterpart.
   *
   * @param run the run
   * @param baseline its counterpart
   * @param settings settings that differ, {@code path: baseline -> run}; empty where a result does
   *     not have them
   * @param differences one per metric that both have
   */
  public record Pair(
      StoredRun run, StoredRun baseline, List<String> settings, List<Difference> differences) {}

  /**
   * Pairs and compares.
   *
   * @param runs all runs of all results
   * @param baseline chooses the counterpart of each run
   * @param metrics metrics to compare beside the headlines
   * @param force whether to compare what is not comparable
   * @throws IncomparableException if traces or definitions differ and nobody insists
   */
  public static StoredComparison of(
      List<StoredRun> runs, Baseline baseline, Set<String> metrics, boolean force) {
    List<Pair> pairs = new ArrayList<>();
    List<StoredRun> alone = new ArrayList<>();
    Set<String> mismatches = new LinkedHashSet<>();
    for (StoredRun run : runs) {
      if (!baseline.isBaseline(run)) {
        Optional<StoredRun> counterpart = baseline.counterpart(run);
        if (counterpart.isEmpty()) {
          alone.add(run);
        } else {
          mismatches.addAll(mismatches(run, counterpart.get()));
          pairs.add(pair(run, counterpart.get(), metrics));
        }
      }
    }
    if (!force && !mismatches.isEmpty()) {
      throw new IncomparableException(
          "these results cannot be compared:\n"
              + String.join("\n", mismatches)
              + "\n--force compares them nevertheless");
    }
    return new StoredComparison(pairs, alone, List.copyOf(mismatches));
  }

  private static List<String> mismatches(StoredRun run, StoredRun baseline) {
    List<String> found = new ArrayList<>();
    if (!new TreeSet<>(run.traces()).equals(new TreeSet<>(baseline.traces()))) {
      found.add(
          "the traces differ: SHA-256 "
              + shortened(baseline.traces())
              + " in "
              + baseline.source()
              + ", "
              + shortened(run.traces())
              + " in "
              + run.source());
    }
    Set<String> names = new TreeSet<>(baseline.definitions().keySet());
    names.addAll(run.definitions().keySet());
    for (String name : names) {
      String theirs = baseline.definitions().getOrDefault(name, NONE);
      String mine = run.definitions().getOrDefault(name, NONE);
      boolean added = ORACLE.contains(name) && (mine.equals(NONE) || theirs.equals(NONE));
      if (!mine.equals(theirs) && !added) {
        found.add(
            "definitions."
                + name
                + " differs: "
                + theirs
                + " in "
                + baseline.source()
                + ", "
                + mine
                + " in "
                + run.source());
      }
    }
    return found;
  }

  private static String shortened(List<String> hashes) {
    return String.join(
        " ", hashes.stream().map(h -> h.substring(0, Math.min(12, h.length())) + "…").toList());
  }

  private static Pair pair(StoredRun run, StoredRun baseline, Set<String> more) {
    Set<String> metrics = new LinkedHashSet<>(ComparedMetrics.HEADLINES);
    metrics.addAll(more);
    long[] seeds =
        run.samples().keySet().stream()
            .filter(baseline.samples()::containsKey)
            .mapToLong(Long::longValue)
            .toArray();
    List<Difference> differences = new ArrayList<>();
    for (String metric : metrics) {
      double[] values = new double[Math.max(1, seeds.length)];
      double[] base = new double[values.length];
      if (seeds.length == 0) {
        values[0] = run.mean(metric);
        base[0] = baseline.mean(metric);
      }
      for (int i = 0; i < seeds.length; i++) {
        values[i] = run.value(seeds[i], metric);
        base[i] = baseline.value(seeds[i], metric);
      }
      Differences.of(metric, values, base, Optional::empty).ifPresent(differences::add);
    }
    return new Pair(run, baseline, settings(run, baseline), differences);
  }

  private static List<String> settings(StoredRun run, StoredRun baseline) {
    List<String> differing = new ArrayList<>();
    if (run.config().isEmpty() || baseline.config().isEmpty()) {
      return differing;
    }
    Set<String> paths = new LinkedHashSet<>(baseline.config().keySet());
    paths.addAll(run.config().keySet());
    for (String path : paths) {
      Map<String, String> theirs = baseline.config();
      String from = theirs.getOrDefault(path, "–");
      String to = run.config().getOrDefault(path, "–");
      if (!from.equals(to) && !path.startsWith("policy.")) {
        differing.add(path + ": " + from + " -> " + to);
      }
    }
    return differing;
  }
}

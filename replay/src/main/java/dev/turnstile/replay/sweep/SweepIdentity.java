package dev.turnstile.replay.sweep;

import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.workload.TraceInfo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What must be the same where a sweep is continued.
 *
 * @param tool version and commit of the program
 * @param traces SHA-256 of the trace's files
 * @param runsKept whether each run leaves a folder
 * @param files path and SHA-256 of every other file on which results depend: policies, models, GPUs
 * @param points ids of all points, in order
 */
record SweepIdentity(
    String tool,
    List<String> traces,
    boolean runsKept,
    SortedMap<String, String> files,
    List<String> points) {

  static SweepIdentity of(SweepPlan plan, TraceInfo trace, SweepOptions options) {
    return new SweepIdentity(
        options.tool(),
        trace.files().stream().map(TraceInfo.InputFile::sha256).toList(),
        options.runsKept(),
        plan.fileHashes(options.files()),
        plan.points().stream().map(SweepPoint::id).toList());
  }

  /**
   * Refuses to continue another sweep.
   *
   * @throws ScenarioException saying what differs
   */
  void check(SweepIdentity begun) {
    difference(begun)
        .ifPresent(
            what -> {
              throw new ScenarioException(
                  "--resume",
                  "the sweep in this folder is another one: " + what,
                  "repeat its command line, or name another folder");
            });
  }

  private Optional<String> difference(SweepIdentity begun) {
    if (!traces.equals(begun.traces)) {
      return Optional.of(
          "its trace has SHA-256 " + shortened(begun.traces) + ", this one " + shortened(traces));
    } else if (!tool.equals(begun.tool)) {
      return Optional.of("it was begun by version " + begun.tool + ", this is " + tool);
    } else if (runsKept != begun.runsKept) {
      return Optional.of("it was begun " + (begun.runsKept ? "with" : "without") + " --keep-runs");
    } else if (points.equals(begun.points)) {
      return changed(begun);
    }
    long common = points.stream().filter(begun.points::contains).count();
    return Optional.of(
        "it has "
            + begun.points.size()
            + " points, this one "
            + points.size()
            + ", and they agree in "
            + common
            + (points.size() == begun.points.size() && common == points.size()
                ? ", in another order"
                : ""));
  }

  private Optional<String> changed(SweepIdentity begun) {
    SortedSet<String> all = new TreeSet<>(files.keySet());
    all.addAll(begun.files.keySet());
    return all.stream()
        .filter(file -> !Objects.equals(files.get(file), begun.files.get(file)))
        .findFirst()
        .map(file -> "since it began, " + file + " was changed");
  }

  private static String shortened(List<String> hashes) {
    return String.join(
        " ", hashes.stream().map(h -> h.substring(0, Math.min(12, h.length())) + "…").toList());
  }
}

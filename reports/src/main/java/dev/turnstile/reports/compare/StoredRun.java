package dev.turnstile.reports.compare;

import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepPoint;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * A run of a stored result, or several that differ in their seed alone.
 *
 * @param source the result it is from, as it was named
 * @param policy its policy
 * @param settings its swept settings by path; empty for a replay
 * @param config its complete scenario as far as the result has it, as text by path
 * @param traces SHA-256 of the files of its trace
 * @param samples what is kept of each run, by seed; at least one
 */
public record StoredRun(
    String source,
    String policy,
    Map<String, Object> settings,
    Map<String, String> config,
    List<String> traces,
    NavigableMap<Long, Outcome.Finished> samples) {

  /** A text for people: policy and swept settings. */
  public String label() {
    return SweepPoint.label(policy, settings);
  }

  /** The choices behind its numbers. */
  public Map<String, String> definitions() {
    return samples.firstEntry().getValue().definitions();
  }

  /** The metric of one seed; NaN if it is not available. */
  public double value(long seed, String metric) {
    Outcome.Finished sample = samples.get(seed);
    Number value = sample == null ? null : sample.metric(metric);
    return value == null ? Double.NaN : value.doubleValue();
  }

  /** The mean of a metric over the seeds that have it; NaN if none has. */
  public double mean(String metric) {
    return samples.keySet().stream()
        .mapToDouble(seed -> value(seed, metric))
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }
}
